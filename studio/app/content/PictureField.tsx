import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useEditor } from '../drafts'
import { useLanguage } from '../language'
import { ask, keyOf } from '../server'
import { FieldError } from './Controls'

type Props = { value: string; error: string | undefined; onChange: (name: string) => void }

/** A picture of the images folder, chosen from there, dropped, or chosen from this device. */
export function PictureField({ value, error, onChange }: Props) {
  const { say } = useLanguage()
  const { content } = useEditor()
  const client = useQueryClient()
  const id = useId()
  const [size, setSize] = useState('')
  const [failure, setFailure] = useState<string>()

  const add = async (file: File | undefined) => {
    if (!file) return
    try {
      const path = `/__studio/api/pictures/${encodeURIComponent(file.name)}`
      const { name } = await ask<{ name: string }>(path, { method: 'PUT', body: file })
      setFailure(undefined)
      onChange(name)
      await client.invalidateQueries({ queryKey: keyOf('content') })
    } catch (problem) {
      setFailure((problem as Error).message)
    }
  }

  const shownError = failure ?? error
  return (
    <div className={shownError ? 'input input-invalid' : 'input'}>
      <label className="input-label" htmlFor={id}>
        {say('picture')}
      </label>
      <div className="studio-picture">
        {content.pictures.includes(value) && (
          <img
            src={`/images/${encodeURIComponent(value)}`}
            alt=""
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize(say('pictureSize', { width, height }))
            }
          />
        )}
        <div>
          <div className="input-frame">
            <select
              id={id}
              className="input-field"
              dir="ltr"
              value={value}
              aria-invalid={shownError ? true : undefined}
              aria-describedby={shownError ? `${id}error` : undefined}
              onChange={(event) => onChange(event.target.value)}
            >
              {!content.pictures.includes(value) && <option value={value}>{value || say('choose')}</option>}
              {content.pictures.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
          <p className="input-hint">{size}</p>
          <label
            className="studio-drop"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              void add(event.dataTransfer.files[0])
            }}
          >
            {say('pictureDrop')}
            <input type="file" accept="image/*" onChange={({ target }) => void add(target.files?.[0])} />
          </label>
        </div>
      </div>
      <FieldError id={id} error={shownError} />
    </div>
  )
}
