import { useQueryClient } from '@tanstack/react-query'
import { structuredPatch } from 'diff'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { fixtureFiles } from '#contract/fixture-files'
import { titleIn } from '#contract/identity'
import { Alert } from '../../../client/widgets/Alert'
import { Button } from '../../../client/widgets/Button'
import { Modal } from '../../../client/widgets/Modal'
import type { PlannedFile } from '../../server/content-files'
import { Tool, useAction } from '../Controls'
import { useEditor } from '../drafts'
import { type LocatedViolation, rowsOf, violationText } from '../fields'
import { isolate, useLanguage } from '../language'
import { ask, type Item, type StudioContent } from '../server'
import { ChangeList } from './ChangeList'

/** Names the kinds and scenarios with changes, and has buttons to save, undo or discard the changes of kinds. */
export function SaveBar() {
  const { say, list, locale } = useLanguage()
  const editor = useEditor()
  const { changedKinds, staleKinds, drafts, content, undo, discard } = editor
  const unsaved = [
    ...changedKinds.map((kind) => fixtureFiles[kind].label[locale]),
    ...Object.keys(editor.scenarioDrafts).map((name) => `${say('scenario')} ${isolate(name)}`),
  ]
  const client = useQueryClient()
  const { run, isPending, outcome } = useAction()
  const [planned, setPlanned] = useState<PlannedFile[]>()

  const body = { changes: drafts }
  const plan = async () => {
    editor.setReviewed(true)
    setPlanned(await ask('/__studio/api/plan', { body }))
  }
  const save = async () => {
    const saved = await ask<StudioContent['files']>('/__studio/api/save', { body })
    // Reads the saved files before their drafts end, so that no old text is shown in between.
    await client.invalidateQueries()
    editor.endSaved(saved)
    editor.setReviewed(false)
    setPlanned(undefined)
  }
  const violations = editor.violations.filter(({ kind }) => changedKinds.includes(kind))
  const isChanged = changedKinds.length > 0
  /** Names the item and the field of a violation, and says what is needed. */
  const wordsOf = (violation: LocatedViolation) => {
    const { kind, position, name } = violation
    const list = editor.lists[kind]
    const item = list[position] ?? {}
    const field = rowsOf(content, kind)
      .flat()
      .find((each) => each.name === name)
    const place = [
      fixtureFiles[kind].label[locale],
      isolate(titleIn(item, locale) || say('untitled')),
      field?.label[locale],
    ]
    const needed = field ? violationText(say, violation, field, item, list) : ''
    return `${place.filter(Boolean).join(say('within'))}: ${needed}`
  }

  return (
    <section className="studio-save" aria-label={say('save')}>
      {!isPending &&
        staleKinds.map((kind) => (
          <Alert tone="warning" key={kind}>
            <p>{say('stale', { file: isolate(`${kind}.json`) })}</p>
            <ChangeList kind={kind} before={drafts[kind]?.base ?? []} after={content.files[kind].items} />
            <Diff kind={kind} before={fileText(drafts[kind]?.base)} after={fileText(content.files[kind].items)} />
            <div className="studio-tools">
              <Button onClick={() => editor.rebase(kind)}>{say('onTop')}</Button>
              <Tool label={say('theirs')} onClick={() => discard([kind])} />
            </div>
          </Alert>
        ))}
      {!planned && outcome}
      <div className="studio-tools">
        <p role="status">{unsaved.length > 0 ? say('notSaved', { kinds: list(unsaved) }) : say('unchanged')}</p>
        {isChanged && <Button onClick={() => run(plan)}>{say('review')}</Button>}
        {undo && <Tool label={say('undo')} onClick={undo} />}
        {isChanged && <Tool label={say('discard')} onClick={() => discard(changedKinds)} />}
      </div>
      <Modal
        title={say('review')}
        closeLabel={say('close')}
        isOpen={planned !== undefined}
        onOpenChange={(isOpen) => !isOpen && setPlanned(undefined)}
      >
        {outcome}
        {violations.length > 0 && (
          <Alert tone="danger" title={say('violations')}>
            {violations.map((violation) => (
              <p key={violation.file + violation.pointer}>
                <Link to={`/content/${violation.kind}/${violation.position}`} onClick={() => setPlanned(undefined)}>
                  {wordsOf(violation)}
                </Link>{' '}
                <code dir="ltr">{`${violation.file} ${violation.pointer}`}</code>
              </p>
            ))}
          </Alert>
        )}
        {planned?.map(({ kind, ...texts }) => (
          <section key={kind} aria-label={fixtureFiles[kind].label[locale]}>
            <h3>{fixtureFiles[kind].label[locale]}</h3>
            <ChangeList kind={kind} before={drafts[kind]?.base ?? []} after={drafts[kind]?.items ?? []} />
            <Diff kind={kind} {...texts} />
          </section>
        ))}
        <Button disabled={violations.length > 0 || staleKinds.length > 0 || isPending} onClick={() => run(save)}>
          {say('save')}
        </Button>
      </Modal>
    </section>
  )
}

function fileText(items: Item[] | undefined): string {
  return `${JSON.stringify(items, null, 2)}\n`
}

/** Shows the changed lines of a file, as `git diff` does, folded. */
function Diff({ kind, before, after }: Omit<PlannedFile, 'isStale'>) {
  const { say } = useLanguage()
  const title = say('changesOf', { file: isolate(`${kind}.json`) })
  const { hunks } = structuredPatch(kind, kind, before, after, undefined, undefined, { context: 2 })
  const lines = hunks.flatMap(({ oldStart, newStart, lines }) => [`@@ ${oldStart}, ${newStart} @@`, ...lines])
  return (
    <details>
      <summary>{title}</summary>
      <div className="studio-diff" dir="ltr" lang="en">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and are never reordered
          <code key={index} className={{ '+': 'is-added', '-': 'is-removed' }[line[0] ?? ''] ?? 'is-same'}>
            <bdi>{line}</bdi>
          </code>
        ))}
      </div>
    </details>
  )
}
