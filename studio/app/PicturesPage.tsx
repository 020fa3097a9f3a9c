import { useState } from 'react'
import { imagePath } from '#contract/images'
import { Button } from '../../client/widgets/Button'
import { Modal } from '../../client/widgets/Modal'
import { Check, Failure, Heading, Tool, toggled, useAction } from './Controls'
import { useEditor } from './drafts'
import { imageBase } from './fields'
import { useLanguage } from './language'
import { ask, useAnswer } from './server'

/** Lists the pictures that nothing uses, and removes the chosen ones from the images folder after a question. */
export function PicturesPage() {
  const { say } = useLanguage()
  const { settled: changes } = useEditor()
  const { data: names, error } = useAnswer<string[]>('/__studio/api/pictures/unnamed', { body: { changes } })
  const { run, isPending, outcome } = useAction()
  const [chosen, setChosen] = useState<string[]>([])
  const [isAsking, setAsking] = useState(false)

  const wanted = chosen.filter((name) => names?.includes(name))
  const remove = async () => {
    setAsking(false)
    await ask('/__studio/api/pictures/remove', { body: { names: wanted, changes } })
    setChosen([])
    return say('removedPictures', { count: wanted.length })
  }
  return (
    <>
      <Heading text={say('unusedPictures')} />
      <p>{say('unusedPicturesHint')}</p>
      {error && <Failure error={error} />}
      <div className="studio-tools studio-tools-centred">
        {names && names.length > 0 && (
          <>
            <Check
              checked={wanted.length === names.length}
              onChange={() => setChosen(wanted.length === names.length ? [] : names)}
            >
              {say('choosePictures')}
            </Check>
            <Button onClick={() => setAsking(true)} disabled={wanted.length === 0 || isPending}>
              {say('removeChosen')}
            </Button>
          </>
        )}
        <p role="status">
          {names && (names.length > 0 ? say('pictures', { count: names.length }) : say('noUnusedPictures'))}
        </p>
      </div>
      {outcome}
      <ul className="studio-pictures">
        {names?.map((name) => (
          <li key={name}>
            <Check checked={wanted.includes(name)} onChange={() => setChosen(toggled(wanted, name))}>
              <UnusedPicture name={name} />
            </Check>
          </li>
        ))}
      </ul>
      <Modal title={say('removeChosen')} closeLabel={say('close')} isOpen={isAsking} onOpenChange={setAsking}>
        <p>{say('removePictures', { count: wanted.length })}</p>
        <ul className="studio-names">
          {wanted.map((name) => (
            <li key={name}>
              <bdi dir="ltr">{name}</bdi>
            </li>
          ))}
        </ul>
        <div className="studio-tools">
          <Button onClick={() => run(remove)}>{say('delete')}</Button>
          <Tool label={say('cancel')} onClick={() => setAsking(false)} />
        </div>
      </Modal>
    </>
  )
}

/** A picture with its name. Says if the browser can't show it. */
function UnusedPicture({ name }: { name: string }) {
  const { say } = useLanguage()
  const [isBroken, setBroken] = useState(false)
  return (
    <>
      {isBroken ? (
        <span className="studio-broken">{say('brokenPicture')}</span>
      ) : (
        <img src={imageBase + imagePath(name, 320)} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
      <bdi dir="ltr">{name}</bdi>
    </>
  )
}
