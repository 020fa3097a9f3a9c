import { useState } from 'react'
import { imagePath } from '#contract/images'
import { Button } from '../../../client/widgets/Button'
import { Input } from '../../../client/widgets/Input'
import { Modal } from '../../../client/widgets/Modal'
import { Tool, useAction } from '../Controls'
import { useEditor } from '../drafts'
import { imageBase } from '../fields'
import { useLanguage } from '../language'
import { ask } from '../server'
import { refusalOf } from './refused-picture'

type FieldProps = { label: string; error: string | undefined; value: string; onChange: (name: string) => void }

/** Selects a picture of the images folder by its thumbnail, or adds one that is dropped or chosen from this device. */
export function PictureField({ label, error, value, onChange }: FieldProps) {
  const { say } = useLanguage()
  const { pictures } = useEditor().content
  const [size, setSize] = useState('')
  const [isOpen, setOpen] = useState(false)
  const choose = (name: string) => {
    onChange(name)
    setOpen(false)
  }
  return (
    <fieldset className="studio-picture">
      <legend className="input-label">{label}</legend>
      {pictures.includes(value) && (
        <img
          src={imageBase + imagePath(value)}
          alt=""
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize(say('pictureSize', { width, height }))
          }
        />
      )}
      <div>
        <p>{value ? <bdi dir="ltr">{value}</bdi> : <span>{say('pictureNone')}</span>}</p>
        {pictures.includes(value) && <p className="input-hint">{size}</p>}
        {error && <p className="input-error">{error}</p>}
        <div className="studio-tools">
          <Button onClick={() => setOpen(true)}>{say('pictureChoose')}</Button>
          {value && <Tool label={say('pictureLeaveOut')} onClick={() => onChange('')} />}
        </div>
        <PictureUpload onAdd={onChange} />
      </div>
      <Modal title={say('pictureChoose')} closeLabel={say('close')} isOpen={isOpen} onOpenChange={setOpen}>
        <Thumbnails value={value} onChoose={choose} />
      </Modal>
    </fieldset>
  )
}

/** Adds a picture to the images folder. */
export function PictureUpload({ onAdd }: { onAdd: (name: string) => void }) {
  const { say } = useLanguage()
  const { run, isPending, outcome } = useAction()
  const add = (file: File) =>
    run(async () => {
      const path = `/__studio/api/pictures/${encodeURIComponent(file.name)}`
      const { name } = await ask<{ name: string }>(path, { method: 'PUT', body: file }).catch(async (error) => {
        throw await refusalOf(file, error)
      })
      onAdd(name)
    })
  return (
    <>
      <label className="studio-drop" key={say('pictureDrop')}>
        {say('pictureDrop')}
        {/* A file can be dropped on the input itself. */}
        <input
          type="file"
          accept="image/*"
          onChange={({ target }) => {
            for (const file of target.files ?? []) add(file)
            // Lets the same file be chosen again, after it was mended.
            target.value = ''
          }}
        />
      </label>
      {isPending && <p role="status">{say('working')}</p>}
      {outcome}
    </>
  )
}

/** The pictures of the images folder as buttons, with a search by name. */
export function Thumbnails({ value, onChoose }: { value: string; onChoose: (name: string) => void }) {
  const { say } = useLanguage()
  const { pictures } = useEditor().content
  const [words, setWords] = useState('')
  const found = pictures.filter((name) => name.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <>
      <Input label={say('search')} type="search" value={words} onChange={({ target }) => setWords(target.value)} />
      {found.length === 0 && <p role="status">{say('noItems')}</p>}
      <ul className="studio-thumbnails">
        {found.map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === value} onClick={() => onChoose(name)}>
              <img src={imageBase + imagePath(name, 320)} alt="" loading="lazy" />
              <bdi dir="ltr">{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
