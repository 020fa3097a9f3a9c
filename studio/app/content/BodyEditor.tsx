import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { bidiIsolates, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import { type EditorState, Transaction, type TransactionSpec } from '@codemirror/state'
import { type Command, EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type Locale, locales } from '#contract/locales'
import { lossesOf, type PlacedLoss } from '#contract/markup/body-losses'
import { sanitize } from '../../../client/app/sanitize'
import { Prose } from '../../../client/components/RichText'
import { imageBase } from '../fields'
import { isolate, useLanguage } from '../language'
import { BodyTools } from './BodyTools'
import { breakLine, nextBlock, toggleInline } from './body-edits'
import { insertPasted, readClipboard } from './paste'
import type { Lost } from './pasted-body'

type Props = {
  label: string
  locale: Locale
  /** The path of the page that shows the body. */
  path: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Makes a key do a change of the editor. Without a change, the key does what it does otherwise. */
function runEdit(edit: (state: EditorState) => TransactionSpec | undefined): Command {
  return (view) => {
    const spec = edit(view.state)
    if (spec) view.dispatch(view.state.update(spec))
    return spec !== undefined
  }
}

/** Edits a body's HTML by buttons and by hand, next to its appearance on the site. Marks the parts that the site drops. */
export function BodyEditor({ label, locale, path, value, error, onChange }: Props) {
  const { say, locale: language } = useLanguage()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [lost, setLost] = useState<Lost[]>([])
  const { lang, dir } = locales[locale]
  const sayLoss = ({ name, shown }: PlacedLoss) => {
    const part = language === 'en' ? name : isolate(name)
    return shown === 'nothing' ? part : `${part} (${say(`shown.${shown}`)})`
  }
  const diagnose = useEffectEvent((text: string) =>
    lossesOf(text, imageBase).map((loss): Diagnostic => ({ ...loss, severity: 'warning', message: sayLoss(loss) })),
  )
  const report = useEffectEvent((text: string) => {
    if (text !== value) onChange(text)
  })
  useEffect(() => {
    if (!box.current) return
    const editor = new EditorView({
      parent: box.current,
      extensions: [
        history(),
        // Tab is not bound, so that it moves the focus out of the editor.
        keymap.of([
          { key: 'Mod-b', run: runEdit((state) => toggleInline(state, 'strong')) },
          { key: 'Mod-i', run: runEdit((state) => toggleInline(state, 'em')) },
          { key: 'Enter', run: runEdit(nextBlock), shift: runEdit(breakLine) },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        html(),
        syntaxHighlighting(classHighlighter),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        // Keeps the characters of a tag in order between Arabic words.
        bidiIsolates(),
        EditorView.contentAttributes.of({
          'aria-labelledby': `${id}label`,
          'aria-describedby': `${id}notes`,
          lang,
          dir,
        }),
        EditorView.domEventHandlers({
          paste: ({ clipboardData }, { state, dispatch }) => {
            const pasted = clipboardData && readClipboard(clipboardData)
            setLost(pasted?.lost ?? [])
            if (!pasted) return false
            dispatch(state.update(insertPasted(state, pasted)))
            return true
          },
        }),
        linter(({ state }) => diagnose(state.doc.toString())),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) report(state.doc.toString())
        }),
      ],
    })
    view.current = editor
    return () => editor.destroy()
  }, [id, lang, dir])
  useEffect(() => {
    // Shows values that were not typed here: the initial value, and values from an undo or from another tab.
    const editor = view.current
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: value },
        annotations: Transaction.addToHistory.of(false),
      })
  }, [value])

  const losses = new Set(lossesOf(value, imageBase).map(sayLoss))
  return (
    <div className={error ? 'input input-invalid' : 'input'}>
      <p className="input-label" id={`${id}label`}>
        {label}
      </p>
      <div className="studio-body">
        <div>
          <BodyTools label={label} view={view} />
          <div className="studio-code" ref={box} />
        </div>
        <section className="studio-look" aria-label={`${say('look')}: ${label}`} lang={lang} dir={dir}>
          <Prose html={sanitize(imageBase, value, { path, locale })} locale={locale} />
        </section>
      </div>
      <div id={`${id}notes`}>
        <div role="status">
          {lost.map((part) => (
            <p className="studio-dropped" key={part}>
              {say(`pasteLost.${part}`)}
            </p>
          ))}
        </div>
        {losses.size > 0 && <p className="studio-dropped">{say('dropped', { parts: [...losses].join(', ') })}</p>}
        {error && <p className="input-error">{error}</p>}
      </div>
    </div>
  )
}
