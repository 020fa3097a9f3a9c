import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Alert } from '../../../client/widgets/Alert'
import { Badge } from '../../../client/widgets/Badge'
import { Button } from '../../../client/widgets/Button'
import type { Say } from '../../../client/widgets/examples/example'
import { exampleId, widgets } from '../../../client/widgets/gallery/examples'
import { Input } from '../../../client/widgets/Input'
import { Modal } from '../../../client/widgets/Modal'
import { Pagination } from '../../../client/widgets/Pagination'
import { Progress } from '../../../client/widgets/Progress'
import { pageNumbers } from '../../../client/widgets/page-numbers'
import { RangeSlider } from '../../../client/widgets/RangeSlider'
import { randomId } from '../../../client/widgets/random-id'
import { Tabs } from '../../../client/widgets/Tabs'
import { tagsOf, textOf } from '../../support/html'

const labels = { navigation: 'Pages', previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` }
const tabs = [{ id: 'one', title: 'One', content: 'First' }]
const nothing = () => undefined

const inEnglish: Say = (english) => english
const inArabic: Say = (_, arabic) => arabic

const html = <Props extends object>(Widget: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(Widget, props))

/** An example of the gallery as markup. */
function exampleHtml(id: string, say = inEnglish): string {
  const example = examples.find((each) => each.id === id)
  if (!example) throw new Error(`client/widgets/gallery/examples.ts has no example "${id}"`)
  return renderToStaticMarkup(example.render(say))
}

const examples = widgets.flatMap(({ widget, examples }) =>
  examples.map((example) => ({ ...example, id: exampleId(widget, example.name) })),
)

test('examples have names of their own', () => {
  expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length)
})

test.each(examples)('$id is rendered by a server in both languages, with no English word in Arabic', ({ id }) => {
  expect(exampleHtml(id)).not.toBe('')
  const arabic = exampleHtml(id, inArabic)
  // Latin in both languages: names of technologies, addresses.
  const foreign = textOf(`<all>${arabic}</all>`, 'all')?.replaceAll(/Python|C\+\+|@\S*/g, '')
  expect(foreign).not.toMatch(/[A-Za-z]/)
  for (const { 'aria-label': label } of ['button', 'nav', 'form', 'ul'].flatMap((name) => tagsOf(arabic, name)))
    if (label) expect(label).toMatch(/\p{Script=Arabic}/u)
})

const modal = { title: 'T', closeLabel: 'Close', isOpen: false, onOpenChange: nothing, children: 'x' }

test.each([
  ['Alert', 'children', () => html(Alert, { children: '' })],
  ['Alert', 'dismissLabel', () => html(Alert, { children: 'x', onDismiss: nothing })],
  ['Badge', 'text', () => html(Badge, { text: '' })],
  ['Button', 'children', () => html(Button, {})],
  ['Input', 'label', () => html(Input, { label: '' })],
  ['Modal', 'title', () => html(Modal, { ...modal, title: '' })],
  ['Modal', 'closeLabel', () => html(Modal, { ...modal, closeLabel: '' })],
  ['Pagination', 'labels.navigation', () => html(Pagination, { total: 1, labels: { ...labels, navigation: '' } })],
  ['Pagination', 'labels.next', () => html(Pagination, { total: 1, labels: { ...labels, next: '' } })],
  ['Progress', 'label', () => html(Progress, { label: '', value: 1 })],
  ['RangeSlider', 'label', () => html(RangeSlider, { label: '' })],
  ['Tabs', 'label', () => html(Tabs, { label: '', tabs })],
  ['Tabs', 'tabs', () => html(Tabs, { label: 'T', tabs: [] })],
  ['Tabs', 'tabs[0].title', () => html(Tabs, { label: 'T', tabs: [{ id: 'a', title: '', content: 'x' }] })],
])('the error of %s without %s names the widget and the part', (widget, part, render) => {
  expect(render).toThrow(`${widget}: "${part}" is missing or empty`)
})

const progress = { label: 'x', value: 1 }

test.each([
  ['Progress: "value" is 100.5, expected a number from 0 to 100', () => html(Progress, { ...progress, value: 100.5 })],
  ['Progress: "value" is -1, expected a number from 0 to 100', () => html(Progress, { ...progress, value: -1 })],
  ['Progress: "value" is NaN, expected', () => html(Progress, { ...progress, value: Number.NaN })],
  ['Progress: "height" is 0, expected a number of 1 or more', () => html(Progress, { ...progress, height: 0 })],
  [
    '"initialValue" is 101, expected a number from 0 to 100',
    () => html(RangeSlider, { label: 'x', initialValue: 101 }),
  ],
  ['"total" is -1, expected a whole number of 0 or more', () => html(Pagination, { total: -1, labels })],
  ['"total" is 1.5, expected a whole number', () => html(Pagination, { total: 1.5, labels })],
  ['"perPage" is 0, expected a whole number of 1', () => html(Pagination, { total: 1, perPage: 0, labels })],
])('a number out of range is refused: %s', (message, render) => {
  expect(render).toThrow(message)
})

test.each([
  ['danger', 'alert'],
  ['warning', 'status'],
  ['success', 'status'],
  ['note', 'status'],
] as const)('an alert of tone %s has the role %s', (tone, role) => {
  expect(tagsOf(html(Alert, { tone, children: 'x' }), 'div')[0]).toMatchObject({ role })
})

test('an alert has a button only when it can be dismissed', () => {
  expect(tagsOf(exampleHtml('alert-note'), 'button')).toEqual([])
  expect(tagsOf(exampleHtml('alert-dismissible'), 'button')).toHaveLength(1)
})

test('a button sends a form only if it is told to', () => {
  const typeOf = (props: object) => tagsOf(html(Button, { ...props, children: 'x' }), 'button')[0]?.type
  expect([typeOf({}), typeOf({ type: 'submit' })]).toEqual(['button', 'submit'])
})

test('a badge keeps texts of the other direction apart', () => {
  expect(html(Badge, { text: 'C++' })).toBe('<span class="badge"><bdi>C++</bdi></span>')
})

const fieldOf = (markup: string) => tagsOf(markup, 'input')[0] ?? {}

test('an input is named by its label, and with an error invalid and described by its hint and the error', () => {
  const [plain, invalid] = [exampleHtml('input-plain'), exampleHtml('input-invalid')]
  expect(tagsOf(plain, 'label')[0]?.for).toBe(fieldOf(plain).id)
  expect(Object.keys(fieldOf(plain)).filter((name) => name.startsWith('aria-'))).not.toContain('aria-describedby')
  const [hint, error] = tagsOf(invalid, 'p')
  const described = { 'aria-invalid': 'true', 'aria-describedby': `${hint?.id} ${error?.id}` }
  expect([fieldOf(invalid), error?.class]).toMatchObject([described, 'input-error'])
})

test.each([
  [{}, { label: 'City', look: 'input' }],
  [{ required: true }, { label: 'City*', look: 'input', required: '' }],
  [{ isValid: true }, { label: 'City', look: 'input input-valid' }],
  [
    { isValid: true, error: 'Wrong' },
    { label: 'City', look: 'input input-invalid', invalid: 'true' },
  ],
])('an input with %j is %j', (props, expected) => {
  const markup = html(Input, { label: 'City', ...props })
  const { required, 'aria-invalid': invalid } = fieldOf(markup)
  expect({ label: textOf(markup, 'label'), look: tagsOf(markup, 'div')[0]?.class, required, invalid }).toEqual(expected)
})

test.each([
  ['email', 'ltr'],
  ['tel', 'ltr'],
  ['url', 'ltr'],
  ['password', 'ltr'],
  ['text', undefined],
  ['search', undefined],
])('an input of type %s is written %s', (type, dir) => {
  expect(fieldOf(html(Input, { label: 'x', type })).dir).toBe(dir)
})

test.each([
  [0, undefined, '8'],
  [0.5, undefined, '8'],
  [40, 20, '20'],
  [100, undefined, '8'],
])('progress of %d with height %s announces its value and is %s high', (value, height, expected) => {
  const markup = html(Progress, { label: 'x', value, height })
  expect(tagsOf(markup, 'div').find(({ role }) => role === 'progressbar')).toMatchObject({
    'aria-valuenow': String(value),
    'aria-valuemin': '0',
    'aria-valuemax': '100',
  })
  expect(tagsOf(markup, 'rect')[0]?.width).toBe(`${value}%`)
  expect(tagsOf(markup, 'svg')[0]?.height).toBe(expected)
})

test.each([
  [{ total: 95 }, [1, 2, 3, 4, 5], 'Page 1', ['previous']],
  [{ total: 95, initialPage: 3 }, [1, 2, 3, 4, 5], 'Page 3', []],
  [{ total: 95, initialPage: 5 }, [3, 4, 5, 6, 7], 'Page 5', []],
  [{ total: 95, initialPage: 9 }, [6, 7, 8, 9, 10], 'Page 9', []],
  [{ total: 95, initialPage: 10 }, [6, 7, 8, 9, 10], 'Page 10', ['next']],
  [{ total: 95, initialPage: 99 }, [6, 7, 8, 9, 10], 'Page 10', ['next']],
  [{ total: 95, perPage: 50 }, [1, 2], 'Page 1', ['previous']],
  [{ total: 11 }, [1, 2], 'Page 1', ['previous']],
  [{ total: 10 }, [1], 'Page 1', ['previous', 'next']],
  [{ total: 0 }, [1], 'Page 1', ['previous', 'next']],
])('pagination of %j shows %j with %s current and %j disabled', (props, numbers, current, disabled) => {
  const buttons = tagsOf(html(Pagination, { ...props, labels }), 'button')
  const labelsOf = (name: string, value: string) =>
    buttons.filter((button) => button[name] === value).map((button) => button['aria-label'])
  const shown = buttons.map((button) => button['aria-label']).filter((label) => label?.startsWith('Page '))
  expect(shown).toEqual(numbers.map((number) => `Page ${number}`))
  expect(labelsOf('aria-current', 'page')).toEqual([current])
  expect(labelsOf('aria-disabled', 'true').map((label) => label?.toLowerCase())).toEqual(disabled)
})

test.each([
  ['tabs-first-chosen', ['true', 'false', 'false']],
  ['tabs-second-chosen-at-first', ['false', 'true', 'false']],
])('%s', (id, selected) => {
  const rows = tagsOf(exampleHtml(id), 'div').filter(({ role }) => role === 'tab')
  expect(rows.map((tab) => tab['aria-selected'])).toEqual(selected)
})

test.each([
  ['sample-forms-login', ['email', 'current-password']],
  ['sample-forms-register', ['name', 'email', 'tel', 'new-password']],
])('%s checks nothing and says what each field is for', (id, purposes) => {
  const markup = exampleHtml(id)
  const [form] = tagsOf(markup, 'form')
  expect([form?.novalidate, form?.action]).toEqual(['', undefined])
  const fields = tagsOf(markup, 'input')
  expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(purposes)
  for (const { placeholder } of fields) expect(placeholder).toBeTruthy()
})

test('up to five page numbers are shown, in ascending order and with the page, on every page of every count', () => {
  for (let count = 1; count <= 30; count++)
    for (let page = 1; page <= count; page++) {
      const numbers = pageNumbers(page, count)
      expect(numbers).toEqual(Array.from({ length: Math.min(5, count) }, (_, index) => (numbers[0] ?? 0) + index))
      expect(numbers).toContain(page)
      expect(numbers.filter((number) => number < 1 || number > count)).toEqual([])
    }
})

test('an id has seven letters, each as often as every other', () => {
  expect(randomId()).toMatch(/^[a-zA-Z]{7}$/)
  const counts = new Map<string, number>()
  for (const letter of randomId(52_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(52)
  // Six standard deviations of a count that is 1000 on average: fails by chance once in about ten million runs.
  for (const [letter, count] of counts) expect(Math.abs(count - 1000), `${letter} ${count}`).toBeLessThan(190)
})
