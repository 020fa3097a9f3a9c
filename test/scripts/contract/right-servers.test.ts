import { describe, expect, it } from 'vitest'
import { generateContent } from '../../support/generated-content'
import type { Hooks, Item, Site } from './drifting-server'
import { wholeSite } from './drifting-server'
import { check, serve } from './run'

/** The same value with every object's keys in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, child]) => [key, turned(child)]),
  )
}

const single = /^get-(?:course|courses-by-id|blog|blog-by-id|event|next-new)$/

const rightServers: { title: string; hooks?: Hooks; site?: () => Site }[] = [
  { title: 'as the spec has it' },
  { title: 'any valid content', site: () => generateContent({ seed: 3, size: 8 }) as unknown as Site },
  { title: 'content in empty lists', site: () => generateContent({ size: 0 }) as unknown as Site },
  {
    title: 'fields that the contract does not know, also in details only',
    hooks: {
      content: ({ events, goals }) => {
        for (const event of events) event.seats = { left: 3 }
        goals.slogans = ['a']
      },
      answer: ({ route, data }) => (single.test(route) && data ? { ...(data as Item), views: 7 } : data),
    },
  },
  {
    title: 'another order of items and of fields in every answer',
    hooks: {
      answer: ({ data }) =>
        turned(Array.isArray(data) && data.length > 1 ? data.toReversed() : data === undefined ? undefined : data),
    },
  },
  { title: 'more members in the envelope', hooks: { envelope: { success: true, links: { next: null } } } },
  { title: 'a base below a path', hooks: { prefix: '/v1' } },
  {
    title: 'null with 200 for what is not there',
    hooks: { answer: ({ data }) => data ?? null },
  },
  {
    title: 'pictures without a content type',
    hooks: {
      image: (name, response) => {
        if (name !== 'moving.gif') return false
        response.writeHead(200).end(Buffer.from('GIF89a and more'))
        return true
      },
    },
  },
]

describe('a right server has no drift with', () => {
  it.each(rightServers)('$title', async ({ hooks, site = wholeSite }) => {
    const { url } = await serve(hooks, site())
    const { drifts, verdict, operations } = await check(`${url}/`)
    expect(drifts).toEqual([])
    expect(verdict).toBe('holds')
    expect(operations.map(({ status }) => status)).toEqual(Array(11).fill('passed'))
  })

  it('lists the extra fields and notes that forms are understood', async () => {
    const { url } = await serve({
      answer: ({ route, data }) => (single.test(route) && data ? { ...(data as Item), views: 7 } : data),
    })
    const { operations } = await check(url)
    const course = operations.find(({ operation }) => operation === 'course')
    expect(course?.extraFields).toContain('/data/views')
    expect(course?.acceptsForm).toBe(true)
  })

  it('asks only what reads, and no more items than the sample', async () => {
    const { url, requests, site } = await serve()
    await check(url, { sample: 2 })
    expect(site.courses.length).toBeGreaterThan(2)
    const asked = requests.filter((path) => path === '/api/get-course').length
    // Two items, five refusals, one form.
    expect(asked).toBe(8)
  })
})
