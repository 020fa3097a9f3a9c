import type { BrowserContext } from '@playwright/test'
import { expect, once, test } from '../../site/fixtures'
import { offlineStatuses, visitOnce } from '../../site/page'

/* Another version of the site, or one without offline support, follows the one that the browser keeps. */

test.use({ serviceWorkers: 'allow' })

/** Visits an address until only the second version is cached. */
async function untilSecond(context: BrowserContext, address: string): Promise<void> {
  const versions = async () => {
    const visitor = await context.newPage()
    await visitor.goto(address)
    const names = await visitor.evaluate(() => caches.keys())
    await visitor.close()
    return names.filter((name) => name.startsWith('site-')).join()
  }
  await expect.poll(versions).toMatch(/^site-second-[^,]*$/)
}

test('a new version reloads no page of the old one', once, async ({ page, context, front, serve, otherBuild }) => {
  await visitOnce(page, `${front.address}/`)
  front.site = (await serve({}, otherBuild)).address

  const tab = await context.newPage()
  let loads = 0
  for (const each of [page, tab]) each.on('load', () => loads++)
  const tabStatuses = offlineStatuses(tab)
  await tab.goto(`${front.address}/blogs`)
  await expect.poll(() => [...tabStatuses].sort()).toEqual(['ready', 'registered', 'update found', 'updated'])
  expect(loads).toBe(1)

  // Loads code of a page that this tab has never shown, and that the server no longer has.
  await page.getByRole('link', { name: 'Contact us', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor()
  expect(loads).toBe(1)

  // Closes the tabs instead of navigating, because the browser may keep a left page alive for Back.
  const later = await context.newPage()
  await Promise.all([tab.close(), page.close()])
  await untilSecond(context, `${front.address}/blogs`)
  front.site = undefined
  await later.goto(`${front.address}/ar/who-we-are`)
  await later.getByRole('heading', { level: 1 }).waitFor()
})

test('where data is saved, visited pages stay cached through a new version, and no other is fetched', async ({
  page,
  context,
  front,
  language: { t, paths },
  serve,
  otherBuild,
}) => {
  const savesData = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } });'
  // The worker must see this setting too.
  front.rewrite = (text, path) => (path === '/sw.js' ? savesData + text : text)
  await context.addInitScript(savesData)
  const statuses = offlineStatuses(page)
  await visitOnce(page, front.address + paths.contactUs())
  front.site = (await serve({}, otherBuild)).address
  await page.goto(front.address + paths.home())
  await expect.poll(() => statuses).toContain('updated')
  await page.close()
  await untilSecond(context, front.address + paths.courses())
  front.site = undefined
  const later = await context.newPage()
  await later.goto(front.address + paths.contactUs())
  await later.getByRole('heading', { level: 1, name: t('contact.title') }).waitFor()
  expect(front.asked.filter((path) => /AboutPage.*\.js$/.test(path))).toEqual([])
})

test('SERVICE_WORKER=off removes offline support from browsers that had it', once, async ({ page, front, serve }) => {
  await visitOnce(page, `${front.address}/courses`)
  front.site = (await serve({ SERVICE_WORKER: 'off' })).address
  await page.goto(`${front.address}/courses`)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(registrations).toBe(0)
})
