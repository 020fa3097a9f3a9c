import type { EditorView } from '@codemirror/view'
import { type RefObject, useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { Modal } from '../../../client/widgets/Modal'
import { Tool } from '../Controls'
import { type Message, useLanguage } from '../language'
import { type Edit, setBlock, setList, toggleInline } from './body-edits'
import { FormulaForm, LinkForm, PictureForm, TableForm } from './InsertForms'

const edits: [Message, Edit][] = [
  ['tools.paragraph', (state) => setBlock(state, 'p')],
  ['tools.heading', (state) => setBlock(state, 'h2')],
  ['tools.subheading', (state) => setBlock(state, 'h3')],
  ['tools.bold', (state) => toggleInline(state, 'strong')],
  ['tools.italic', (state) => toggleInline(state, 'em')],
  ['tools.bullets', (state) => setList(state, 'ul')],
  ['tools.numbers', (state) => setList(state, 'ol')],
]

const forms = { link: LinkForm, picture: PictureForm, table: TableForm, formula: FormulaForm }

type Props = { label: string; view: RefObject<EditorView | undefined> }

/** The buttons of a body's editor. The last four ask for details in a dialog. */
export function BodyTools({ label, view }: Props) {
  const { say } = useLanguage()
  const [open, setOpen] = useState<keyof typeof forms>()
  const apply = (edit: Edit) => {
    // Closes the dialog first, because it keeps the focus while it is open.
    flushSync(() => setOpen(undefined))
    const editor = view.current
    if (!editor) return
    editor.dispatch(editor.state.update(edit(editor.state)))
    editor.focus()
  }
  const Form = open && forms[open]
  return (
    <>
      <Toolbar className="studio-body-tools" aria-label={say('tools.of', { label })}>
        {edits.map(([name, edit]) => (
          <Tool key={name} label={say(name)} onClick={() => apply(edit)} />
        ))}
        {(Object.keys(forms) as (keyof typeof forms)[]).map((name) => (
          <Tool key={name} label={say(`tools.${name}`)} aria-haspopup="dialog" onClick={() => setOpen(name)} />
        ))}
      </Toolbar>
      <Modal
        title={open ? say(`tools.${open}`) : label}
        closeLabel={say('close')}
        isOpen={open !== undefined}
        onOpenChange={() => setOpen(undefined)}
      >
        {Form && view.current && <Form state={view.current.state} onEdit={apply} />}
      </Modal>
    </>
  )
}
