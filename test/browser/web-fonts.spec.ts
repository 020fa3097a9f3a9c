import type { Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import { drawn, follow, hold, open, takenOver, watchShifts } from '../site/page'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'

/** Pages with titles that break differently in the web font and the device's font; `FULL=1` visits all pages. */
const tested = ['home', 'workshop', 'contact']
const pages = sitePages(await readContent())
const names = pages.filter(({ locale, name }) => locale === 'en' && (process.env.FULL || tested.includes(name)))

/** The fonts of the page's `h1`, and whether each came from the site. */
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

const webFont = (page: Page) => page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))

for (const { name } of names)
  test(`${name} shows its text before its web font and does not shift when that loads`, async ({ page, language }) => {
    const path = pages.find((each) => each.name === name && each.locale === language.locale)?.path ?? ''
    // A later visit would request the fonts at once.
    await page.addInitScript(() => localStorage.clear())
    const shift = await watchShifts(page)
    for (const width of [360, 768, 1280])
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 })
        const release = await hold(page, '**/*.woff2')
        await open(page, path)
        expect(await fontsOf(page)).not.toContainEqual(['Readex Pro', true])
        const arrived = webFont(page)
        release()
        await arrived
        await drawn(page)
        expect(await shift()).toBeLessThan(0.01)
        await page.unroute('**/*.woff2')
      })
  })

test('the first picture loads before a web font is requested, and the next page uses the font', async ({
  page,
  language: { locale, t, paths },
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /readex-pro-(\w+)-|\/images\//.exec(request.url())
    if (name) asked.push(name[1] ?? 'picture')
  })
  const arrived = webFont(page)
  await page.goto(paths.courses())
  await arrived
  const files = locale === 'ar' ? ['arabic', 'latin'] : ['latin']
  await expect.poll(() => asked.filter((name) => name !== 'picture').sort()).toEqual(files)
  expect(asked[0]).toBe('picture')
  expect(await fontsOf(page)).not.toContainEqual(['Readex Pro', true])

  await page.waitForLoadState('networkidle')
  await follow(page, 'contentinfo', t('nav.ourMission'))
  await expect(page).toHaveURL(paths.ourMission())
  await expect.poll(() => fontsOf(page)).toEqual([['Readex Pro', true]])
  expect(asked.filter((name) => name === 'accents')).toEqual([])
})

test('a later visit requests the web fonts at once', async ({ page, language }) => {
  const areOn = () => page.evaluate(() => (document.getElementById('faces') as HTMLStyleElement).media)
  await page.goto(language.paths.whoWeAre())
  expect(await areOn()).toBe('(scripting: none)')
  await takenOver(page)
  await page.reload()
  expect(await areOn()).toBe('all')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the web fonts are requested', async ({ page, language }) => {
    const arrived = webFont(page)
    await page.goto(language.paths.whoWeAre())
    await arrived
  })
})
