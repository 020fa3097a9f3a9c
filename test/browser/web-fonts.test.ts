import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { locales } from '#contract/locales'
import { readContent } from '../shipped-content'
import { firstOf, sitePages } from '../site-pages'
import { drawn, eventually, hold, languages, sharedBrowser, takenOver, watchShifts } from './visit'

const open = sharedBrowser()

/** Pages with titles that break into other lines in the web font than in the device's; `FULL=1` visits them all. */
const tested = ['home', 'workshop', 'contact']
const pages = sitePages(await readContent()).filter(({ name }) => process.env.FULL || tested.includes(name))
const fontFiles = '**/*.woff2'

/** The fonts that the page's `h1` is drawn in, and whether each came from the site. */
async function fontsOf(page: Page): Promise<[name: string, isWebFont: boolean][]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devtools.detach()
  return fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont])
}

test.each([360, 768, 1280].flatMap((width) => Object.values(locales).map(({ locale }) => ({ width, locale }))))(
  'text is there before its web font, and does not move when that comes, at $width px in $locale',
  async ({ width, locale }) => {
    for (const { path } of pages.filter((page) => page.locale === locale)) {
      const { page } = await open({ viewport: { width, height: 800 } })
      const shift = await watchShifts(page)
      const release = await hold(page, fontFiles)
      await page.goto(inject('site') + path)
      await takenOver(page)
      expect(await fontsOf(page), path).not.toContainEqual(['Readex Pro', true])
      const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))
      release()
      await arrived
      await drawn(page)
      expect(await shift(), path).toBeLessThan(0.01)
      await page.context().close()
    }
  },
)

test.each(languages)(
  'the first picture is there before a web font is asked for, and the next page is shown in it, $locale',
  async ({ locale, paths, t }) => {
    const { page } = await open()
    const asked: string[] = []
    page.on('request', (request) => {
      const name = /readex-pro-(\w+)-|\/images\//.exec(request.url())
      if (name) asked.push(name[1] ?? 'picture')
    })
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))
    await page.goto(inject('site') + paths.courses())
    await arrived
    const files = locale === 'ar' ? ['latin', 'arabic'] : ['latin']
    await eventually(() => asked.filter((name) => name !== 'picture')).toEqual(files)
    expect(asked[0]).toBe('picture')
    expect(await fontsOf(page)).not.toContainEqual(['Readex Pro', true])

    await page.waitForLoadState('networkidle')
    await page
      .locator('footer')
      .getByRole('link', { name: t('nav.ourMission') })
      .first()
      .click()
    await page.waitForURL(`**${paths.ourMission()}`)
    await eventually(() => fontsOf(page)).toEqual([['Readex Pro', true]])
    expect(asked.filter((name) => name === 'accents')).toEqual([])
  },
)

test('a later visit asks for the web fonts at once', async () => {
  const { page } = await open()
  const { paths } = firstOf(languages)
  const areOn = () => page.evaluate(() => (document.getElementById('faces') as HTMLStyleElement).media)
  await page.goto(inject('site') + paths.whoWeAre())
  expect(await areOn()).toBe('(scripting: none)')
  await takenOver(page)
  await page.reload()
  expect(await areOn()).toBe('all')
})

test('without script the web fonts are asked for', async () => {
  const { page } = await open({ javaScriptEnabled: false })
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))
  await page.goto(inject('site') + firstOf(languages).paths.whoWeAre())
  await arrived
})
