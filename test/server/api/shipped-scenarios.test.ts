import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeData, Kind } from '#contract/entities'
import { fieldsOf, isTitle, kinds } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import { changeContent } from '../../../server/api/scenarios/scenario-content'
import { createScenarioFiles } from '../../../server/api/scenarios/scenario-files'
import { root } from '../../support/app'
import { generateContent } from '../../support/generated-content'

/* The shipped scenarios apply to any valid content. */

const names = readdirSync(join(root, 'fixtures/scenarios')).map((file) => file.replace('.json', ''))
const { named } = createScenarioFiles('fixtures')

/** Changes every item of the content, and the goals. */
function mapItems(content: HomeData, change: (item: JsonObject, kind: Kind) => JsonObject): HomeData {
  const entries = Object.entries(content).map(([kind, value]) => {
    const items = [value].flat().map((item: unknown) => (isObject(item) ? change(item, kind as Kind) : item))
    return [kind, Array.isArray(value) ? items : items[0]]
  })
  return Object.fromEntries(entries) as HomeData
}

/** Content whose items have texts in one language alone. */
function inOneLanguage(content: HomeData, locale: 'en' | 'ar'): HomeData {
  return mapItems(content, (item, kind) => {
    const changed = { ...item }
    for (const field of fieldsOf(kind, 'ugarit')) {
      if (!field.locale) continue
      if (field.locale !== locale) delete changed[field.name]
      else if (isTitle(field)) changed[field.name] = `Title ${locale}`
    }
    return changed
  })
}

const generated = generateContent({ seed: 3, size: 9 })
const contents: Record<string, HomeData> = {
  'generated content': generated,
  'items in English alone': inOneLanguage(generated, 'en'),
  'items in Arabic alone': inOneLanguage(generated, 'ar'),
  'empty lists': generateContent({ size: 0 }),
  'long bodies': mapItems(generated, (item, kind) =>
    kind === 'goals' || kind === 'team' || kind === 'courses_categories'
      ? item
      : { ...item, en_body: `<p>${'Text. '.repeat(5_000)}</p>`, ar_body: `<p>${'نص. '.repeat(5_000)}</p>` },
  ),
  ...Object.fromEntries([11, 12, 13].map((seed) => [`seed ${seed}`, generateContent({ seed, size: 4 })])),
}

const itemsOf = (content: HomeData) => kinds.flatMap((kind) => [content[kind]].flat().map((item) => ({ kind, item })))
const changed = (name: string, content: HomeData) =>
  (changeContent(content, named([name]), 'ugarit').homeData as [HomeData])[0]

describe.each(Object.entries(contents))('to %s', (_, content) => {
  test.each(names)('%s applies', (name) => {
    expect(() => changed(name, content)).not.toThrow()
  })

  test.each([
    ['english-only', 'en'],
    ['arabic-only', 'ar'],
  ])('%s leaves every text, in %s', (name, language) => {
    const items = itemsOf(changed(name, content))
    for (const [index, { kind, item }] of itemsOf(content).entries()) {
      const after = items[index]?.item as JsonObject
      for (const field of fieldsOf(kind, 'ugarit')) {
        if (!field.locale) continue
        if (field.locale !== language) expect(after).not.toHaveProperty(field.name)
        else if (isTitle(field)) expect(after[field.name], `${kind} ${JSON.stringify(item)}`).toMatch(/\S/)
      }
    }
  })

  test('minimal leaves what an item must have', () => {
    for (const { kind, item } of itemsOf(changed('minimal', content))) {
      if (kind === 'goals') continue
      const required = fieldsOf(kind, 'ugarit').flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
      expect(required).toEqual(expect.arrayContaining(Object.keys(item)))
    }
  })
})
