import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { build, root } from '../helper'
import { readContent } from '../shipped-content'
import { firstOf } from '../site-pages'
import { envelope, type OtherAnswer, otherApi } from './other-api'

const content = await readContent()
type Item = Record<string, unknown>

/** The kinds of item with pages of their own: one item, and the operations that give it. */
const kinds = {
  course: { item: firstOf(content.courses), one: '/api/get-course', list: '/api/get-courses-by-category' },
  blog: { item: firstOf(content.blogs), one: '/api/get-blog', list: '/api/get-blogs' },
  event: { item: firstOf(content.events), one: '/api/get-event', list: '/api/get-events' },
  newsItem: { item: firstOf(content.news), one: '/api/get-next-new', list: '/api/get-news' },
}

/** Every way in which a field can say nothing. */
const nothings = [undefined, null, '', '   ', [], {}]

const rows = Object.entries(kinds).flatMap(([kind, { item }]) => {
  const fields = Object.keys(item).filter((field) => field !== 'slug')
  return [...fields.map((field) => [field]), fields].map((absent) => ({ kind: kind as keyof typeof kinds, absent }))
})

describe('what an item lacks leaves nothing behind', async () => {
  test.each(rows)('$kind without $absent', async ({ kind, absent }) => {
    const { item, one, list } = kinds[kind]
    let changed: Item = {}
    const answer = (path: string): OtherAnswer => {
      if (path === one) return envelope(changed)
      if (path === list) return envelope(kind === 'course' ? { courses: [changed], category: null } : [changed])
      return { status: 503, text: '{}' }
    }
    const api = await otherApi(answer)
    const { app } = await build({ distDir: join(root, 'dist'), config: { baseUrl: api.url, imageBase: '/images/' } })
    for (const [index, nothing] of nothings.entries()) {
      changed = { ...item, ...Object.fromEntries(absent.map((field) => [field, nothing])) }
      for (const locale of ['en', 'ar'] as const) {
        const paths = createPaths({ locale, product: 'ugarit' })
        const lists = { course: paths.courses, blog: paths.blogs, event: paths.freeWorkshops, newsItem: paths.aiNews }
        for (const path of [paths[kind](item.slug), lists[kind]()]) {
          // Each another address, as pages are kept.
          const { statusCode, body } = await app.inject(`${path}?case=${index}`)
          expect([path, statusCode]).toEqual([path, 200])
          // A live region is there before it has something to say.
          const shown = body
            .slice(body.indexOf('<main'), body.indexOf('</main>'))
            .replace(/<p role="status"[^>]*><\/p>/g, '')
          expect(shown).not.toMatch(/>\s*(?:null|undefined|NaN|\[object)|Invalid Date/)
          expect(shown).not.toMatch(/<(h\d|p|dd|dt|li|ul|dl|bdi|time|figure|article)(?: [^>]*)?>\s*<\/\1>/)
        }
      }
    }
  })
})
