import { expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { publish } from '../../../server/publish/publish'
import { readContent } from '../../support/shipped-content'
import { publicationOf } from './publications'

const shipped = await readContent()
const reason = new Error('cannot be read')

/** An item of which one field cannot be read, so that nothing that needs the field can be made of the item. */
function broken<Item extends object>(item: Item | undefined, field: string): Item {
  return Object.defineProperty({ ...item } as Item, field, {
    enumerable: true,
    get: () => {
      throw reason
    },
  })
}

const lists = { courses: 'ar_title', events: 'date', news: 'ar_title', blogs: 'ar_description' }

/** The shipped content, in which the first item of each list is broken. */
const content = {
  ...shipped,
  ...Object.fromEntries(
    Object.entries(lists).map(([list, field]) => {
      const [first, ...others] = shipped[list as 'courses']
      return [list, [broken(first, field), ...others]]
    }),
  ),
} as HomeData

test.each([
  ['/ar/calendar.ics', [...shipped.courses, ...shipped.events].filter(({ date }) => date).length - 1, 'BEGIN:VEVENT'],
  ['/ar/news.xml', shipped.news.length, '<entry>'],
  ['/ar/blogs.xml', shipped.blogs.length, '<entry>'],
])('%s stands without an item that it cannot hold, and tells it', async (path, count, part) => {
  const told: unknown[] = []
  const file = await publish(path, { ...publicationOf(content), onLeftOut: (error) => told.push(error) })
  expect(file?.text.split(part)).toHaveLength(count)
  expect(told).toContain(reason)
})
