import { expect, test } from 'vitest'
import { pseudoLabel } from '../contact-sheet/pseudo'

test.each([
  ['en', 'See it on the map'],
  ['en', '{{shown}} of {{total}} shown'],
  ['ar', 'تعذّر تحميل هذه الصفحة'],
  ['ar', 'المعروض: {{shown}} من أصل {{total}}'],
] as const)('a pseudo label of %s is longer, in brackets, with its placeholders: %s', (locale, text) => {
  const label = pseudoLabel(text, locale)
  const words = (of: string) => of.replace(/\{\{\w+\}\}/g, '')
  expect(label).toMatch(/^\[.*\]$/)
  expect(words(label).length).toBeGreaterThan(words(text).length * 1.25)
  expect(label.match(/\{\{\w+\}\}/g)).toEqual(text.match(/\{\{\w+\}\}/g))
})
