import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, once, test } from '../site/fixtures'
import { open, openWithWorker } from '../site/page'
import { makeContent } from '../support/generated-content'
import { readContent } from '../support/shipped-content'

/** Adds up the bytes of the API's responses on a page from now on, headers included. */
async function countHomeBytes(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const requests = new Set<string>()
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname.startsWith('/api/')) requests.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('lang'))

test('a visit after an edit of content loads at most 2 kB of home data', once, async ({ page, serve }) => {
  const { dirs, remove } = await makeContent(await readContent())
  const { address } = await serve({ FIXTURES_DIR: dirs.fixturesDir, IMAGES_DIR: dirs.imagesDir })
  await open(page, `${address}/contact-us`)
  const before = await stored(page)

  const file = join(dirs.fixturesDir, 'courses.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/("en_title": ?")/, '$1Changed: '))
  const current = async () => (await (await fetch(`${address}/api/get-data`)).text()).slice('{"data":['.length, -2)
  await expect.poll(current).not.toBe(before)

  const homeBytes = await countHomeBytes(page)
  await page.goto(`${address}/who-we-are`)
  await expect.poll(() => stored(page)).toBe(await current())
  if (process.env.FIGURES) console.info(`home data after an edit: ${homeBytes()} bytes`)
  expect(homeBytes()).toBeLessThanOrEqual(2_000)
  await remove()
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the code of an item is loaded before a tap, that of other pages at an interaction', once, async ({ page }) => {
    await openWithWorker(page, '/courses')
    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => /\/(\w+Page)-\S+\.js/.exec(name)?.[1]),
      )
    await expect.poll(loaded).toContain('DetailPage')
    expect(await loaded()).not.toContain('ContactPage')
    await page.keyboard.press('Shift')
    await expect.poll(loaded).toContain('ContactPage')
  })
})
