import type { EditorState } from '@codemirror/state'
import { type ReactNode, useRef, useState } from 'react'
import { escapeText } from '#contract/markup/escape'
import { decodeEntities } from '#html-reader'
import { Button } from '../../../client/widgets/Button'
import { Input } from '../../../client/widgets/Input'
import { Check, Tool } from '../Controls'
import { useLanguage } from '../language'
import { type Edit, insertBlock, insertEmpty, insertInline, linkAt, setLink } from './body-edits'
import { pictureHtml, tableHtml } from './body-html'
import { formulaHtml } from './formula'
import { linkAddress } from './link-address'
import { PictureUpload, Thumbnails } from './Pictures'

type Props = { state: EditorState; onEdit: (edit: Edit) => void }

/** A form that ends with a button. */
function InsertForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const { say } = useLanguage()
  return (
    <form
      className="studio-form"
      onSubmit={(event) => {
        event.preventDefault()
        // Dialogs are children of the item's form in React, though not in the document.
        event.stopPropagation()
        onSubmit()
      }}
    >
      <div className="studio-form">{children}</div>
      <Button type="submit">{say('insert')}</Button>
    </form>
  )
}

/** Asks for the text and the address of a link. A selection with elements stays as it is. */
export function LinkForm({ state, onEdit }: Props) {
  const { say } = useLanguage()
  const before = linkAt(state)
  const isPlain = !before.text.includes('<')
  const [text, setText] = useState(isPlain ? decodeEntities(before.text) : '')
  const [address, setAddress] = useState(before.href)
  const [isRefused, setRefused] = useState(false)
  const href = linkAddress(address)
  const submit = () => {
    setRefused(href === undefined)
    if (href === undefined) return
    const html = isPlain ? escapeText(text.trim() || address.trim()) : before.text
    onEdit((current) => setLink(current, href, html))
  }
  return (
    <InsertForm onSubmit={submit}>
      {isPlain && <Input label={say('linkText')} value={text} onChange={({ target }) => setText(target.value)} />}
      <Input
        label={say('linkAddress')}
        hint={say('linkHint')}
        error={isRefused && href === undefined ? say('linkWrong') : undefined}
        dir="ltr"
        inputMode="url"
        required
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
    </InsertForm>
  )
}

/** Asks for a picture of the images folder, its description and a caption. */
export function PictureForm({ onEdit }: Props) {
  const { say } = useLanguage()
  const [name, setName] = useState('')
  const [alt, setAlt] = useState('')
  const [caption, setCaption] = useState('')
  const [isRefused, setRefused] = useState(false)
  const submit = () => {
    if (name === '') setRefused(true)
    else onEdit((state) => insertBlock(state, pictureHtml(name, alt, caption)))
  }
  return (
    <InsertForm onSubmit={submit}>
      <Thumbnails value={name} onChoose={setName} />
      <PictureUpload onAdd={setName} />
      <p role="status" className={isRefused && name === '' ? 'input-error' : undefined}>
        {name ? <bdi dir="ltr">{name}</bdi> : <span>{say('pictureNone')}</span>}
      </p>
      <Input label={say('alt')} hint={say('altHint')} value={alt} onChange={({ target }) => setAlt(target.value)} />
      <Input label={say('caption')} value={caption} onChange={({ target }) => setCaption(target.value)} />
    </InsertForm>
  )
}

/** The greatest numbers of rows and columns of a new table. */
const mostRows = 50
const mostColumns = 12

/** Asks for the size of a table. */
export function TableForm({ onEdit }: Props) {
  const { say } = useLanguage()
  const [rows, setRows] = useState(3)
  const [columns, setColumns] = useState(2)
  const [hasHead, setHead] = useState(true)
  const number = (label: string, max: number, value: number, set: (value: number) => void) => (
    <Input
      label={label}
      type="number"
      min={1}
      max={max}
      required
      value={value || ''}
      onChange={({ target }) => set(Number(target.value))}
    />
  )
  return (
    <InsertForm onSubmit={() => onEdit((state) => insertEmpty(state, tableHtml(rows, columns, hasHead)))}>
      {number(say('rows'), mostRows, rows, setRows)}
      {number(say('columns'), mostColumns, columns, setColumns)}
      <Check checked={hasHead} onChange={({ target }) => setHead(target.checked)}>
        {say('hasHead')}
      </Check>
    </InsertForm>
  )
}

const formulas = {
  fraction: '\\frac{a}{b}',
  power: 'x^{2}',
  index: 'x_{i}',
  root: '\\sqrt{x}',
  sum: '\\sum_{i=1}^{n} x_i',
  integral: '\\int_{a}^{b} f(x)\\,dx',
  matrix: '\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}',
  greek: '\\alpha',
} as const

/** Asks for a formula in TeX and shows it. Buttons write the usual parts of formulas. */
export function FormulaForm({ onEdit }: Props) {
  const { say } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [tex, setTex] = useState('')
  const [isBlock, setBlock] = useState(true)
  const html = formulaHtml(tex, isBlock)
  const isEmpty = tex.trim() === ''
  const write = (part: string) => {
    const { current } = input
    if (!current) return
    const { selectionStart, selectionEnd } = current
    current.setRangeText(part, selectionStart ?? tex.length, selectionEnd ?? tex.length, 'end')
    setTex(current.value)
    current.focus()
  }
  const submit = () => {
    if (html !== undefined && !isEmpty)
      onEdit((state) => (isBlock ? insertBlock(state, html) : insertInline(state, html)))
  }
  return (
    <InsertForm onSubmit={submit}>
      <div className="studio-body-tools">
        {(Object.keys(formulas) as (keyof typeof formulas)[]).map((name) => (
          <Tool key={name} label={say(`formulas.${name}`)} onClick={() => write(formulas[name])} />
        ))}
      </div>
      <Input
        label={say('formula')}
        hint={say('formulaHint')}
        error={html === undefined ? say('formulaWrong') : undefined}
        as="textarea"
        rows={3}
        dir="ltr"
        required
        ref={input}
        value={tex}
        onChange={({ target }) => setTex(target.value)}
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the sanitiser has made the HTML */}
      <div className="studio-formula" dir="ltr" dangerouslySetInnerHTML={{ __html: isEmpty ? '' : (html ?? '') }} />
      <Check checked={isBlock} onChange={({ target }) => setBlock(target.checked)}>
        {say('formulaBlock')}
      </Check>
    </InsertForm>
  )
}
