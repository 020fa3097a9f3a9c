import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html, htmlLanguage } from '@codemirror/lang-html'
import { bidiIsolates, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import { Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { type Locale, locales } from '#contract/locales'
import { allowedAttributes, allowedTags, imageSource, isSafeHref } from '#contract/markup/sanitize-body'
import { sanitize } from '../../../client/app/sanitize'
import { useLanguage } from '../language'

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
  const { lang, dir } = locales[locale]
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
        keymap.of([...defaultKeymap, ...historyKeymap]),
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
        linter(({ state }) => droppedParts(state.doc.toString())),
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

  const dropped = new Set(droppedParts(value).map(({ message }) => message))
  return (
    <div className={error ? 'input input-invalid' : 'input'}>
      <p className="input-label" id={`${id}label`}>
        {label}
      </p>
      <div className="studio-body">
        <div className="studio-code" ref={box} />
        <section className="studio-look" aria-label={`${say('look')}: ${label}`} lang={lang} dir={dir}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own sanitiser made it */}
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: sanitize('/images/', value) }} />
        </section>
      </div>
      <div id={`${id}notes`}>
        {dropped.size > 0 && <p className="studio-dropped">{say('dropped', { parts: [...dropped].join(', ') })}</p>}
        {error && <p className="input-error">{error}</p>}
      </div>
    </div>
  )
}

/** The tags and attributes that the site drops, such as `script` and `p[onclick]`, with their places. */
function droppedParts(html: string): Diagnostic[] {
  const dropped: Diagnostic[] = []
  let tag = ''
  htmlLanguage.parser.parse(html).iterate({
    enter: ({ name, from, to, node }) => {
      const parent = node.parent?.name
      const text = html.slice(from, to).toLowerCase()
      if (name === 'TagName' && (parent === 'OpenTag' || parent === 'SelfClosingTag')) {
        tag = text === 'h1' ? 'h2' : text // as the sanitiser does
        if (!allowedTags.includes(tag)) dropped.push({ from, to, severity: 'warning', message: text })
      }
      if (name !== 'AttributeName' || parent !== 'Attribute' || !allowedTags.includes(tag)) return
      const value = html.slice(to, node.parent?.to).replace(/^\s*=\s*["']?|["']$/g, '')
      const isAllowed = [...(allowedAttributes['*'] ?? []), ...(allowedAttributes[tag] ?? [])].includes(text)
      const isSafe =
        text === 'href' ? isSafeHref(value) : text !== 'src' || imageSource(value, '/images/') !== undefined
      if (!isAllowed || !isSafe) dropped.push({ from, to, severity: 'warning', message: `${tag}[${text}]` })
    },
  })
  return dropped
}
