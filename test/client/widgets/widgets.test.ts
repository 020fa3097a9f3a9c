import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Alert } from '../../../client/widgets/Alert'
import { Badge } from '../../../client/widgets/Badge'
import { Button } from '../../../client/widgets/Button'
import type { Say } from '../../../client/widgets/examples/example'
import { exampleId, widgets } from '../../../client/widgets/gallery/examples'
import { Input } from '../../../client/widgets/Input'
import { Modal } from '../../../client/widgets/Modal'
import { Pagination } from '../../../client/widgets/Pagination'
import { Progress } from '../../../client/widgets/Progress'
import { RangeSlider } from '../../../client/widgets/RangeSlider'
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

/** The text of some markup, without the values and placeholders of fields. */
const textOnly = (markup: string) => textOf(`<all>${markup}</all>`, 'all') ?? ''

describe('examples', () => {
  test('have names of their own', () => {
    expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length)
  })

  test.each(examples)('$id is rendered by a server in both languages, with no English word in Arabic', ({ id }) => {
    const english = exampleHtml(id)
    const arabic = exampleHtml(id, inArabic)
    expect(english).not.toBe('')
    // Latin in both languages: names of technologies, addresses.
    const foreign = textOnly(arabic).replaceAll(/Python|C\+\+|@\S*/g, '')
    expect(foreign).not.toMatch(/[A-Za-z]/)
    for (const { 'aria-label': label } of ['button', 'nav', 'form', 'ul'].flatMap((name) => tagsOf(arabic, name)))
      if (label) expect(label).toMatch(/\p{Script=Arabic}/u)
  })
})

describe('an error for a missing part names the part and its widget', () => {
  test.each([
    ['Alert', 'children', () => html(Alert, { children: '' })],
    ['Alert', 'dismissLabel', () => html(Alert, { children: 'x', onDismiss: nothing })],
    ['Badge', 'text', () => html(Badge, { text: '' })],
    ['Button', 'children', () => html(Button, {})],
    ['Input', 'label', () => html(Input, { label: '' })],
    [
      'Modal',
      'title',
      () => html(Modal, { title: '', closeLabel: 'Close', isOpen: false, onOpenChange: nothing, children: 'x' }),
    ],
    [
      'Modal',
      'closeLabel',
      () => html(Modal, { title: 'T', closeLabel: '', isOpen: false, onOpenChange: nothing, children: 'x' }),
    ],
    ['Pagination', 'labels.navigation', () => html(Pagination, { total: 1, labels: { ...labels, navigation: '' } })],
    ['Pagination', 'labels.next', () => html(Pagination, { total: 1, labels: { ...labels, next: '' } })],
    ['Progress', 'label', () => html(Progress, { label: '', value: 1 })],
    ['RangeSlider', 'label', () => html(RangeSlider, { label: '' })],
    ['Tabs', 'label', () => html(Tabs, { label: '', tabs })],
    ['Tabs', 'tabs', () => html(Tabs, { label: 'T', tabs: [] })],
    ['Tabs', 'tabs[0].title', () => html(Tabs, { label: 'T', tabs: [{ id: 'a', title: '', content: 'x' }] })],
  ])('%s without %s', (widget, part, render) => {
    expect(render).toThrow(`${widget}: "${part}" is missing or empty`)
  })
})

describe('a number out of range is refused with what was expected and found', () => {
  test.each([
    [() => html(Progress, { label: 'x', value: 100.5 }), 'Progress: "value" is 100.5, expected a number from 0 to 100'],
    [() => html(Progress, { label: 'x', value: -1 }), 'Progress: "value" is -1, expected a number from 0 to 100'],
    [() => html(Progress, { label: 'x', value: Number.NaN }), 'Progress: "value" is NaN, expected'],
    [
      () => html(Progress, { label: 'x', value: 1, height: 0 }),
      'Progress: "height" is 0, expected a number of 1 or more',
    ],
    [
      () => html(RangeSlider, { label: 'x', initialValue: 101 }),
      '"initialValue" is 101, expected a number from 0 to 100',
    ],
    [() => html(Pagination, { total: -1, labels }), '"total" is -1, expected a whole number of 0 or more'],
    [() => html(Pagination, { total: 1.5, labels }), '"total" is 1.5, expected a whole number'],
    [() => html(Pagination, { total: 1, perPage: 0, labels }), '"perPage" is 0, expected a whole number of 1 or more'],
  ])('row %#', (render, message) => {
    expect(render).toThrow(message)
  })
})

describe('Alert', () => {
  test.each([
    ['danger', 'alert'],
    ['warning', 'status'],
    ['success', 'status'],
    ['note', 'status'],
  ] as const)('of tone %s has the role %s', (tone, role) => {
    expect(tagsOf(html(Alert, { tone, children: 'x' }), 'div')[0]).toMatchObject({ role })
  })

  test('has a button only when it can be dismissed', () => {
    expect(tagsOf(exampleHtml('alert-note'), 'button')).toEqual([])
    expect(tagsOf(exampleHtml('alert-dismissible'), 'button')).toHaveLength(1)
  })
})

describe('Button', () => {
  test.each([
    [undefined, 'button'],
    ['submit', 'submit'],
  ] as const)('of type %s is a %s button', (type, expected) => {
    const markup = html(Button, { ...(type && { type }), children: 'x' })
    expect(tagsOf(markup, 'button')[0]).toMatchObject({ type: expected })
  })
})

describe('Badge', () => {
  test('keeps texts of the other direction apart', () => {
    expect(html(Badge, { text: 'C++' })).toBe('<span class="badge"><bdi>C++</bdi></span>')
  })
})

describe('Input', () => {
  const fieldOf = (markup: string) => tagsOf(markup, 'input')[0] ?? {}

  test('is named by its label', () => {
    const markup = exampleHtml('input-plain')
    expect(tagsOf(markup, 'label')[0]?.for).toBe(fieldOf(markup).id)
    expect(fieldOf(markup)).not.toHaveProperty('aria-describedby')
    expect(fieldOf(markup)).not.toHaveProperty('aria-invalid')
  })

  test('shows an asterisk exactly when it is required', () => {
    for (const required of [true, false]) {
      const markup = html(Input, { label: 'City', required })
      expect(textOf(markup, 'label')).toBe(required ? 'City*' : 'City')
      expect('required' in fieldOf(markup)).toBe(required)
    }
  })

  test('with an error is marked invalid and described by its hint and the error under the field', () => {
    const markup = exampleHtml('input-invalid')
    const field = fieldOf(markup)
    const [hint, error] = tagsOf(markup, 'p')
    expect(field['aria-invalid']).toBe('true')
    expect(field['aria-describedby']).toBe(`${hint?.id} ${error?.id}`)
    expect(error?.class).toBe('input-error')
    expect(markup.indexOf('<input')).toBeLessThan(markup.indexOf('input-error'))
    expect(tagsOf(markup, 'div')[0]?.class).toBe('input input-invalid')
  })

  test('is valid only without an error', () => {
    const classOf = (error?: string) => tagsOf(html(Input, { label: 'x', isValid: true, error }), 'div')[0]?.class
    expect(classOf()).toBe('input input-valid')
    expect(classOf('Wrong')).toBe('input input-invalid')
  })

  test.each([
    ['email', 'ltr'],
    ['tel', 'ltr'],
    ['url', 'ltr'],
    ['password', 'ltr'],
    ['text', undefined],
    ['search', undefined],
  ])('of type %s is written %s', (type, dir) => {
    expect(fieldOf(html(Input, { label: 'x', type })).dir).toBe(dir)
  })
})

describe('Progress', () => {
  test.each([0, 0.5, 40, 100])('of %d announces its value', (value) => {
    const markup = html(Progress, { label: 'x', value })
    expect(tagsOf(markup, 'div').find(({ role }) => role === 'progressbar')).toMatchObject({
      'aria-valuenow': String(value),
      'aria-valuemin': '0',
      'aria-valuemax': '100',
    })
    expect(tagsOf(markup, 'rect')[0]?.width).toBe(`${value}%`)
  })

  test.each([
    [undefined, '8'],
    [20, '20'],
  ])('with height %s is %s high', (height, expected) => {
    expect(tagsOf(html(Progress, { label: 'x', value: 1, height }), 'svg')[0]?.height).toBe(expected)
  })
})

describe('RangeSlider', () => {
  test('goes from 0 to 100 and begins at 0', () => {
    const field = tagsOf(html(RangeSlider, { label: 'x' }), 'input')[0]
    expect(field).toMatchObject({ type: 'range', min: '0', max: '100', value: '0' })
  })
})

describe('Pagination', () => {
  const buttonsOf = (markup: string) => tagsOf(markup, 'button')
  const numbersOf = (markup: string) => Array.from(markup.matchAll(/>(\d+)<\/button>/g), ([, number]) => Number(number))

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
  ])('of %j shows %j with %s current and %j disabled', (props, numbers, current, disabled) => {
    const markup = html(Pagination, { ...props, labels })
    expect(numbersOf(markup)).toEqual(numbers)
    const currents = buttonsOf(markup).filter((button) => button['aria-current'] === 'page')
    expect(currents.map((button) => button['aria-label'])).toEqual([current])
    const off = buttonsOf(markup).filter((button) => button['aria-disabled'] === 'true')
    expect(off.map((button) => button['aria-label']?.toLowerCase())).toEqual(disabled)
  })
})

describe('Tabs', () => {
  test.each([
    ['tabs-first-chosen', ['true', 'false', 'false']],
    ['tabs-second-chosen-at-first', ['false', 'true', 'false']],
  ])('%s', (id, selected) => {
    const rows = tagsOf(exampleHtml(id), 'div').filter(({ role }) => role === 'tab')
    expect(rows.map((tab) => tab['aria-selected'])).toEqual(selected)
  })
})

describe('sample forms', () => {
  test.each([
    ['sample-forms-login', ['email', 'current-password']],
    ['sample-forms-register', ['name', 'email', 'tel', 'new-password']],
  ])('%s checks nothing and says what each field is for', (id, purposes) => {
    const markup = exampleHtml(id)
    expect(tagsOf(markup, 'form')[0]).toHaveProperty('novalidate')
    expect(tagsOf(markup, 'form')[0]).not.toHaveProperty('action')
    const fields = tagsOf(markup, 'input')
    expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(purposes)
    for (const { placeholder } of fields) expect(placeholder).toBeTruthy()
  })
})
