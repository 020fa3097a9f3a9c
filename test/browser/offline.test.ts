import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContent } from '../shipped-content'
import { firstOf, missingSlug, sitePages } from '../site-pages'
import { startServer } from './setup'
import { directionOf, eventually, languageOf, languages, sharedBrowser, takenOver, type Visit } from './visit'

const open = sharedBrowser()
const content = await readContent()
const startsOffline = { serviceWorkers: 'allow', keeps: true } as const

/** Opens a page and waits until all is there that it takes without a line. Gives what offline support has logged. */
async function visitOnce({ page }: Visit, address: string): Promise<string[]> {
  const logged = statusesOf(page)
  const isCached = page.waitForEvent('console', (message) => message.text() === 'offline support: ready')
  await page.goto(address)
  await isCached
  await takenOver(page)
  return logged
}

function statusesOf(page: Page): string[] {
  const logged: string[] = []
  page.on('console', (message) => {
    const [, status] = /^offline support: (.*)$/.exec(message.text()) ?? []
    if (status) logged.push(status)
  })
  return logged
}

describe.each(languages)('after one visit in $locale, with the server gone,', ({ locale, t, paths }) => {
  let visit: Visit
  let address = ''
  beforeAll(async () => {
    const server = await startServer({})
    address = server.address
    visit = await open(startsOffline)
    await visitOnce(visit, address + paths.home())
    await server.stop()
    visit.complaints.length = 0
  })
  afterAll(() => visit.page.context().close())

  const pages = sitePages(content).filter(({ status }) => status === 200)
  // All pages of both languages after a visit of the English home page; after one of the Arabic, those that differ in kind.
  const kinds = locale === 'en' ? /./ : /^(?:home|category|course|who we are)$/
  test.each(pages.filter(({ name }) => kinds.test(name)))(
    '$name in $locale opens, and again',
    async ({ path, locale: own }) => {
      const { page } = visit
      await page.goto(address + path)
      const heading = page.getByRole('main').getByRole('heading', { level: 1 })
      await heading.waitFor()
      const title = await heading.textContent()
      expect(title).not.toBe(languages.find((language) => language.locale === own)?.t('error.failed.title'))
      expect(await directionOf(page)).toEqual(languageOf(own))
      await page.reload()
      await heading.waitFor()
      expect(await heading.textContent()).toBe(title)
    },
  )
})
