import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeData, Kind } from '#contract/entities'
import { fieldsOf, isTitle, kinds } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import { root, sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

/* The shipped scenarios apply to any valid content. */

/** The scenarios that change the content. */
const names = readdirSync(join(root, 'fixtures/scenarios'))
  .filter((file) => 'data' in (JSON.parse(readFileSync(join(root, 'fixtures/scenarios', file), 'utf8')) as object))
  .map((file) => file.replace('.json', ''))

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

describe.each(Object.entries(contents))('to %s', (_, content) => {
  const site = sharedApp({ content, config: { scenarios: [] } })

  /** Returns the content that the API answers under a scenario. */
  async function changed(name: string): Promise<HomeData> {
    const { body } = await site.request.get('/api/get-data').set('x-scenario', name).expect(200)
    return body.data[0]
  }

  test.each(names)('%s applies', async (name) => {
    expect(Object.keys(await changed(name))).toEqual(Object.keys(content))
  })

  test.each([
    ['english-only', 'en'],
    ['arabic-only', 'ar'],
  ])('%s leaves every text, in %s', async (name, language) => {
    const items = itemsOf(await changed(name))
    for (const [index, { kind, item }] of itemsOf(content).entries()) {
      const after = items[index]?.item as JsonObject
      for (const field of fieldsOf(kind, 'ugarit')) {
        if (!field.locale) continue
        if (field.locale !== language) expect(after).not.toHaveProperty(field.name)
        else if (isTitle(field)) expect(after[field.name], `${kind} ${JSON.stringify(item)}`).toMatch(/\S/)
      }
    }
  })

  test('minimal leaves what an item must have', async () => {
    for (const { kind, item } of itemsOf(await changed('minimal'))) {
      if (kind === 'goals') continue
      const required = fieldsOf(kind, 'ugarit').flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
      expect(required).toEqual(expect.arrayContaining(Object.keys(item)))
    }
  })
})
