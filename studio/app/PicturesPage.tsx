import { useState } from 'react'
import { Button } from '../../client/widgets/Button'
import { Check, Failure, Heading, toggled, useAction } from './Controls'
import { useEditor } from './drafts'
import { useLanguage } from './language'
import { ask, useAnswer } from './server'

/** Lists the pictures that nothing names, and removes the chosen ones from the images folder. */
export function PicturesPage() {
  const { say } = useLanguage()
  const { settled: changes } = useEditor()
  const { data: names, error } = useAnswer<string[]>('/__studio/api/pictures/unnamed', { body: { changes } })
  const { run, isPending, outcome } = useAction()
  const [chosen, setChosen] = useState<string[]>([])

  const wanted = chosen.filter((name) => names?.includes(name))
  const remove = async () => {
    if (!confirm(say('removePictures', { count: wanted.length }))) return undefined
    await ask('/__studio/api/pictures/remove', { body: { names: wanted, changes } })
    setChosen([])
    return say('removedPictures', { count: wanted.length })
  }
  return (
    <>
      <Heading text={say('unnamedPictures')} />
      <p>{say('unnamedPicturesHint')}</p>
      {error && <Failure error={error} />}
      <div className="studio-tools">
        {names && names.length > 0 && (
          <>
            <Check
              checked={wanted.length === names.length}
              onChange={() => setChosen(wanted.length === names.length ? [] : names)}
            >
              {say('choosePictures')}
            </Check>
            <Button onClick={() => run(remove)} disabled={wanted.length === 0 || isPending}>
              {say('remove')}
            </Button>
          </>
        )}
        <p role="status">
          {names && (names.length > 0 ? say('pictures', { count: names.length }) : say('noPictures'))}
        </p>
      </div>
      {outcome}
      <ul className="studio-pictures">
        {names?.map((name) => (
          <li key={name}>
            <Check checked={wanted.includes(name)} onChange={() => setChosen(toggled(wanted, name))}>
              <img src={`/images/${encodeURIComponent(name)}`} alt="" loading="lazy" />
              <bdi dir="ltr">{name}</bdi>
            </Check>
          </li>
        ))}
      </ul>
    </>
  )
}
