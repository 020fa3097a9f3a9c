import { useQueryClient } from '@tanstack/react-query'
import { structuredPatch } from 'diff'
import { useState } from 'react'
import { Alert } from '../../../client/widgets/Alert'
import { Button } from '../../../client/widgets/Button'
import { Modal } from '../../../client/widgets/Modal'
import { useEditor } from '../drafts'
import { faultText } from '../fault-text'
import { listed, useLanguage } from '../language'
import { ask, type Change, type Kind, keyOf, type PlannedFile, ServerError } from '../server'

/** Names the kinds with changes, and saves them, steps back or discards them. */
export function SaveBar() {
  const { say, locale } = useLanguage()
  const editor = useEditor()
  const { changedKinds, canUndo, undo, discard } = editor
  const client = useQueryClient()
  const [planned, setPlanned] = useState<PlannedFile[]>()
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** The files as they were before the last save. */
  const [before, setBefore] = useState<Change[]>()

  const attempt = async (act: () => Promise<void>) => {
    try {
      setFailure(undefined)
      await act()
    } catch (error) {
      setFailure((error as Error).message)
      // Shows the draft and the file side by side if the file has changed since.
      if (error instanceof ServerError && error.status === 409)
        await client.invalidateQueries({ queryKey: keyOf('content') })
    }
  }
  const plan = () =>
    attempt(async () => setPlanned(await ask('/__studio/api/plan', { body: { changes: editor.changes() } })))
  const save = (changes: Change[], isUndo = false) =>
    attempt(async () => {
      const { digests } = await ask<{ digests: Record<string, string> }>('/__studio/api/save', { body: { changes } })
      const { files } = editor.content
      setBefore(
        isUndo
          ? undefined
          : changes.map(({ kind }) => ({ kind, value: files[kind].value, digest: digests[kind] ?? '' })),
      )
      await client.invalidateQueries({ queryKey: keyOf('content') })
      if (!isUndo) editor.clear()
      setPlanned(undefined)
    })
  const stale = changedKinds.filter(editor.isStale)
  const faults = editor.faults.filter(({ file }) => changedKinds.some((kind) => file === `${kind}.json`))

  return (
    <section className="studio-save" aria-label={say('save')}>
      {stale.map((kind) => (
        <Alert tone="warning" key={kind}>
          <p>{say('stale', { file: `\u2068${kind}.json\u2069` })}</p>
          <Diff
            file={{ kind, before: textOf(editor.contentOf(kind)), after: textOf(editor.content.files[kind].value) }}
          />
          <div className="studio-tools">
            <Button onClick={() => editor.rebase(kind)}>{say('onTop')}</Button>
            <Button look="quiet" onClick={() => discard(kind)}>
              {say('theirs')}
            </Button>
          </div>
        </Alert>
      ))}
      {failure && !planned && <Alert tone="danger">{say('failed', { message: failure })}</Alert>}
      <div className="studio-tools">
        <p role="status">
          {changedKinds.length > 0
            ? say('changed', {
                kinds: listed(
                  changedKinds.map((kind) => say(`kind.${kind}`)),
                  locale,
                ),
              })
            : say(before ? 'saved' : 'unchanged')}
        </p>
        {changedKinds.length > 0 && <Button onClick={plan}>{say('review')}</Button>}
        {canUndo && (
          <Button look="quiet" onClick={undo}>
            {say('undo')}
          </Button>
        )}
        {changedKinds.length > 0 && (
          <Button look="quiet" onClick={() => setAsked(true)}>
            {say('discard')}
          </Button>
        )}
        {changedKinds.length === 0 && before && (
          <Button look="quiet" onClick={() => void save(before, true)}>
            {say('takeBack')}
          </Button>
        )}
      </div>
      <Modal title={say('discardAll')} closeLabel={say('close')} isOpen={isAsked} onOpenChange={setAsked}>
        <Button
          onClick={() => {
            discard(...changedKinds)
            setAsked(false)
          }}
        >
          {say('discard')}
        </Button>
      </Modal>
      <Modal
        title={say('review')}
        closeLabel={say('close')}
        isOpen={planned !== undefined}
        onOpenChange={(isOpen) => !isOpen && setPlanned(undefined)}
      >
        {failure && <Alert tone="danger">{say('failed', { message: failure })}</Alert>}
        {faults.length > 0 && (
          <Alert tone="danger" title={say('faults')}>
            {faults.map((fault) => (
              <p key={fault.file + fault.pointer}>
                <code dir="ltr">
                  {fault.file} {fault.pointer}
                </code>{' '}
                {faultText(say, editor, fault)}
              </p>
            ))}
          </Alert>
        )}
        {planned?.map((file) => (
          <section key={file.kind}>
            <h3>{say('changesOf', { file: `\u2068${file.kind}.json\u2069` })}</h3>
            <Diff file={file} />
          </section>
        ))}
        <Button disabled={faults.length > 0 || stale.length > 0} onClick={() => void save(editor.changes())}>
          {say('save')}
        </Button>
      </Modal>
    </section>
  )
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The lines of a file that change, as `git diff` shows them. */
function Diff({ file: { kind, before, after } }: { file: { kind: Kind; before: string; after: string } }) {
  const { say } = useLanguage()
  const { hunks } = structuredPatch(kind, kind, before, after, undefined, undefined, { context: 2 })
  const lines = hunks.flatMap(({ oldStart, newStart, lines }) => [`@@ ${oldStart}, ${newStart} @@`, ...lines])
  return (
    <section className="studio-diff" dir="ltr" lang="en" aria-label={say('changesOf', { file: `${kind}.json` })}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and are never reordered
        <code key={index} className={{ '+': 'is-added', '-': 'is-removed' }[line[0] ?? ''] ?? 'is-same'}>
          <bdi>{line}</bdi>
        </code>
      ))}
    </section>
  )
}
