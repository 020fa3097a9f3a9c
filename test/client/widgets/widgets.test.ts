import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Alert } from '../../../client/widgets/Alert'
import { Button } from '../../../client/widgets/Button'
import type { Say } from '../../../client/widgets/examples/example'
import { exampleId, widgets } from '../../../client/widgets/gallery/examples'
import { Input } from '../../../client/widgets/Input'
import { Modal } from '../../../client/widgets/Modal'
import { Pagination } from '../../../client/widgets/Pagination'
import { Progress } from '../../../client/widgets/Progress'
import { RangeSlider } from '../../../client/widgets/RangeSlider'
import { randomId } from '../../../client/widgets/random-id'
import { Tabs } from '../../../client/widgets/Tabs'
import { elementText, tagsOf } from '../../support/html'

const labels = { navigation: 'Pages', previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` }
const nothing = () => undefined

const inEnglish: Say = (english) => english
const inArabic: Say = (_, arabic) => arabic

const html = <Props extends object>(Widget: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(Widget, props))

/** Renders an example of the gallery as HTML. */
function exampleHtml(id: string, say = inEnglish): string {
  const example = examples.find((each) => each.id === id)
  if (!example) throw new Error(`client/widgets/gallery/examples.ts has no example "${id}"`)
  return renderToStaticMarkup(example.render(say))
}

const examples = widgets.flatMap(({ widget, examples }) =>
  examples.map((example) => ({ ...example, id: exampleId(widget, example.name) })),
)

test.each(examples)('$id is rendered by a server in both languages, with no English word in Arabic', ({ id }) => {
  expect(exampleHtml(id)).not.toBe('')
  const arabic = exampleHtml(id, inArabic)
  // Removes names of technologies and addresses, which are Latin in both languages.
  const foreign = elementText(`<all>${arabic}</all>`, 'all')?.replaceAll(/Python|C\+\+|@\S*/g, '')
  expect(foreign).not.toMatch(/[A-Za-z]/)
  for (const { 'aria-label': label } of ['button', 'nav', 'form', 'ul'].flatMap((name) => tagsOf(arabic, name)))
    if (label) expect(label).toMatch(/\p{Script=Arabic}/u)
})

const modal = { title: 'T', closeLabel: 'Close', isOpen: false, onOpenChange: nothing, children: 'x' }

test.each([
  ['Alert: "children" is missing or empty', () => html(Alert, { children: '' })],
  ['Modal: "closeLabel" is missing or empty', () => html(Modal, { ...modal, closeLabel: '' })],
  ['Tabs: "tabs" is missing or empty', () => html(Tabs, { label: 'T', tabs: [] })],
  ['Progress: "value" is 100.5, expected a number from 0 to 100', () => html(Progress, { label: 'x', value: 100.5 })],
  ['Progress: "value" is -1, expected a number from 0 to 100', () => html(Progress, { label: 'x', value: -1 })],
  ['"initialValue" is NaN, expected', () => html(RangeSlider, { label: 'x', initialValue: Number.NaN })],
  ['"total" is 1.5, expected a whole number of 0 or more', () => html(Pagination, { total: 1.5, labels })],
])('an unusable part is refused: %s', (message, render) => {
  expect(render).toThrow(message)
})

test('an alert of danger interrupts, others wait', () => {
  const roleOf = (tone: 'danger' | 'note') => tagsOf(html(Alert, { tone, children: 'x' }), 'div')[0]?.role
  expect([roleOf('danger'), roleOf('note')]).toEqual(['alert', 'status'])
})

test('a button sends a form only if it is told to', () => {
  const typeOf = (props: object) => tagsOf(html(Button, { ...props, children: 'x' }), 'button')[0]?.type
  expect([typeOf({}), typeOf({ type: 'submit' })]).toEqual(['button', 'submit'])
})

const fieldOf = (markup: string) => tagsOf(markup, 'input')[0] ?? {}

test('an input with an error is invalid and described by its hint and the error', () => {
  const invalid = exampleHtml('input-invalid')
  const [hint, error] = tagsOf(invalid, 'p')
  expect(error?.class).toBe('input-error')
  const described = { 'aria-invalid': 'true', 'aria-describedby': `${hint?.id} ${error?.id}` }
  expect(fieldOf(invalid)).toMatchObject(described)
  expect(fieldOf(exampleHtml('input-plain'))).not.toHaveProperty('aria-describedby')
})

test.each([
  [{}, 'City', 'input'],
  [{ required: true }, 'City*', 'input'],
  [{ isValid: true }, 'City', 'input input-valid'],
  [{ isValid: true, error: 'Wrong' }, 'City', 'input input-invalid'],
])('an input with %j is labelled %s and looks like %s', (props, label, look) => {
  const markup = html(Input, { label: 'City', ...props })
  expect([elementText(markup, 'label'), tagsOf(markup, 'div')[0]?.class]).toEqual([label, look])
})

test.each([
  ['email', 'ltr'],
  ['text', undefined],
])('an input of type %s is written %s', (type, dir) => {
  expect(fieldOf(html(Input, { label: 'x', type })).dir).toBe(dir)
})

test.each([
  [{ total: 95 }, [1, 2, 3, 4, 5], 'Page 1', ['previous']],
  [{ total: 95, initialPage: 5 }, [3, 4, 5, 6, 7], 'Page 5', []],
  [{ total: 95, initialPage: 9 }, [6, 7, 8, 9, 10], 'Page 9', []],
  [{ total: 95, initialPage: 99 }, [6, 7, 8, 9, 10], 'Page 10', ['next']],
  [{ total: 95, perPage: 50 }, [1, 2], 'Page 1', ['previous']],
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

test('a tab may be chosen at first', () => {
  const rows = tagsOf(exampleHtml('tabs-second-chosen-at-first'), 'div').filter(({ role }) => role === 'tab')
  expect(rows.map((tab) => tab['aria-selected'])).toEqual(['false', 'true', 'false'])
})

test('an id has seven letters', () => {
  expect(randomId()).toMatch(/^[a-zA-Z]{7}$/)
})
