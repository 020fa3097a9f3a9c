import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useId, useRef } from 'react'
import { type Locale, locales } from '#contract/locales'
import { sanitize } from '../../../client/content/sanitize'
import { useLanguage } from '../language'
import { FieldError } from './Controls'

type Props = {
  label: string
  locale: Locale
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Shows a body's HTML next to its appearance on the site. Marks the parts that the site drops. */
export function BodyEditor({ label, locale, value, error, onChange }: Props) {
  const { say } = useLanguage()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const changed = useRef(onChange)
  const first = useRef(value)
  const { lang, dir } = locales[locale]
  useEffect(() => {
    changed.current = onChange
  })
  useEffect(() => {
    if (!box.current) return
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          history(),
          // Tab is not bound, so that it leaves the editor.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          html(),
          syntaxHighlighting(classHighlighter),
          EditorView.lineWrapping,
          EditorView.perLineTextDirection.of(true),
          EditorView.contentAttributes.of({
            'aria-labelledby': `${id}label`,
            'aria-describedby': `${id}dropped`,
            lang,
            dir,
          }),
          linter(({ state }) => markDropped(state.doc.toString())),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) changed.current(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [id, lang, dir])
  useEffect(() => {
    // The value changes from outside by a step back.
    const editor = view.current
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  const safe = sanitize('/images/', value)
  const dropped = droppedParts(value, safe)
  return (
    <div className={error ? 'input input-invalid' : 'input'}>
      <p className="input-label" id={`${id}label`}>
        {label}
      </p>
      <div className="studio-body">
        <div className="studio-code" ref={box} />
        <section className="studio-look" aria-label={`${say('look')}: ${label}`} lang={lang} dir={dir}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own sanitiser made it */}
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: safe }} />
        </section>
      </div>
      <p className="studio-dropped" id={`${id}dropped`}>
        {dropped.length > 0 && say('dropped', { parts: dropped.join(', ') })}
      </p>
      <FieldError id={id} error={error} />
    </div>
  )
}

/** Elements and attributes that the sanitiser removes, such as `script` and `p[onclick]`. */
function droppedParts(html: string, safe: string): string[] {
  const kept = countParts(safe)
  return [...countParts(html)].flatMap(([part, count]) => (count > (kept.get(part) ?? 0) ? [part] : []))
}

function countParts(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (part: string) => counts.set(part, (counts.get(part) ?? 0) + 1)
  for (const element of new DOMParser().parseFromString(`<body>${html}`, 'text/html').body.querySelectorAll('*')) {
    // A heading of the first level becomes one of the second.
    const name = element.localName === 'h1' ? 'h2' : element.localName
    count(name)
    for (const attribute of element.attributes) count(`${name}[${attribute.name}]`)
  }
  return counts
}

/** Underlines the tags and attributes that the site drops. */
function markDropped(html: string): Diagnostic[] {
  return droppedParts(html, sanitize('/images/', html)).flatMap((part) => {
    const [, name = part, attribute] = /^(.*)\[(.*)\]$/.exec(part) ?? []
    const pattern = attribute
      ? new RegExp(`(?<=<${escaped(name)}\\b[^>]*?\\s)${escaped(attribute)}\\b`, 'gi')
      : new RegExp(`<${escaped(name)}\\b`, 'gi')
    return [...html.matchAll(pattern)].map(({ index, 0: text }) => ({
      ...{ from: index, to: index + text.length, severity: 'warning' as const, message: part },
    }))
  })
}

function escaped(text: string): string {
  return text.replace(/[^\w-]/g, '\\$&')
}
