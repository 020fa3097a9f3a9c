import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { locales } from '#contract/locales'
import { readContent } from '../shipped-content'
import { firstOf, sitePages } from '../site-pages'
import { drawn, eventually, languages, sharedBrowser, takenOver, watchShifts } from './visit'

const open = sharedBrowser()
const content = await readContent()

/** The pages whose lines wrap otherwise in the device's letters and in ours; `FULL=1` visits them all. */
const tested = ['home', 'course', 'event', 'who we are']
// A test's browser has no Arabic letters; the boxes in their place wrap like nothing else in the Arabic home page's ticker.
const pages = sitePages(content).filter(
  ({ name, path }) => (process.env.FULL || tested.includes(name)) && path !== '/ar',
)

/** Makes the browser one whose device has letters of its own for every language, or for none. */
async function pretend(page: Page, hasLetters: boolean): Promise<void> {
  await page.addInitScript((has) => {
    CanvasRenderingContext2D.prototype.measureText = (text) =>
      ({ width: has ? (text.codePointAt(0) ?? 0) : 10 }) as TextMetrics
  }, hasLetters)
}

/** True when the page is written in the site's letters and not in those of the device. */
const isWrittenInOurs = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).fontFamily.includes('Readex Pro fetched'))

const areFetched = (page: Page) =>
  page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('fetched') && status === 'loaded'),
  )

test.each([360, 768, 1280].flatMap((width) => Object.values(locales).map(({ locale }) => ({ width, locale }))))(
  'nothing moves on a first visit at $width px in $locale',
  async ({ width, locale }) => {
    const moved: string[] = []
    for (const { name, path } of pages.filter((page) => page.locale === locale)) {
      const { page } = await open({ viewport: { width, height: 800 } })
      await pretend(page, true)
      const shift = await watchShifts(page)
      await page.goto(inject('site') + path)
      await takenOver(page)
      await areFetched(page)
      // What the letters would have moved has then moved.
      await drawn(page)
      if ((await shift()) > 0.01) moved.push(`${name}: ${(await shift()).toFixed(3)}`)
      await page.context().close()
    }
    expect(moved).toEqual([])
  },
)

test('letters that move nothing come to the whole home page, part by part', async () => {
  const { page } = await open({ viewport: { width: 768, height: 800 } })
  await pretend(page, true)
  await page.goto(inject('site'))
  await areFetched(page)
  const parts = page.locator('header, main > *, footer')
  const areOurs = () =>
    parts.evaluateAll((all) => all.map((part) => getComputedStyle(part).fontFamily.includes('Readex Pro fetched')))
  await eventually(async () => (await areOurs()).includes(false)).toBe(false)
  // The page itself follows with the next one, which lays nothing out anew here.
  expect(await isWrittenInOurs(page)).toBe(false)
})

test('letters that would move what is read come with the next page', async () => {
  const { t, paths } = firstOf(languages, ({ locale }) => locale === 'ar')
  const { page } = await open({ viewport: { width: 768, height: 1024 } })
  await pretend(page, true)
  // Its lines wrap otherwise in DejaVu's Arabic letters, and in the boxes of a browser without any.
  await page.goto(inject('site') + paths.whoWeAre())
  await takenOver(page)
  await areFetched(page)
  expect(await isWrittenInOurs(page)).toBe(false)
  const link = page.locator('footer').getByRole('link', { name: t('nav.ourMission') })
  await link.first().click()
  await eventually(() => isWrittenInOurs(page)).toBe(true)
})

test.each(languages)(
  'letters that the cache gives before the page has a body are shown, $locale',
  async ({ paths }) => {
    const { page } = await open()
    await pretend(page, true)
    await page.goto(inject('site') + paths.whoWeAre())
    await areFetched(page)
    await page.addInitScript(() => {
      document.fonts.load = () => Promise.resolve([])
    })
    await page.goto(inject('site') + paths.whoWeAre())
    expect(await isWrittenInOurs(page)).toBe(true)
  },
)

test('a device without any letters for a language gets ours at once', async () => {
  const { page } = await open()
  await pretend(page, false)
  await page.goto(inject('site') + firstOf(pages, ({ locale }) => locale === 'ar').path)
  await eventually(() => isWrittenInOurs(page)).toBe(true)
})
