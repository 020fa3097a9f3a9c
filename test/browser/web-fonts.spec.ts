import type { Page } from '@playwright/test'
import { expect, once, test } from '../site/fixtures'
import { follow, languages, open, takenOver, visitOnce, watchShifts } from '../site/page'
import { firstOf } from '../support/site-pages'

/** Returns the fonts of the page's `h1`, and whether each font came from the site. */
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

/** Empties the cache in the page's memory, which a browser that has just been started does not have. */
async function emptyMemoryCache(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  for (const cacheDisabled of [true, false]) await devtools.send('Network.setCacheDisabled', { cacheDisabled })
  await devtools.detach()
}

test('a first visit stays in the fonts of the device and asks for no others', async ({ page, language }) => {
  const { t, paths } = language
  const asked: string[] = []
  page.on('request', (request) => void (request.url().endsWith('.woff2') && asked.push(request.url())))
  await open(page, paths.courses())
  const first = await fontsOf(page)
  expect(first).not.toContainEqual(['Readex Pro', true])
  await page.waitForLoadState('networkidle')
  await follow(page, 'contentinfo', t('nav.ourMission'))
  await expect(page.getByRole('heading', { level: 1, name: t('mission.title') })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await fontsOf(page)).toEqual(first)
  expect(asked).toEqual([])
})

test('from the second page load on, the first paint has the web font', async ({ browser, baseURL, language }) => {
  const { t, paths } = language
  const hasWebFont = async (page: Page) => (await fontsOf(page)).every(([, isWebFont]) => isWebFont)
  // The browser waits 50 ms at most for the fonts, so one load may miss them on a loaded machine.
  await expect(async () => {
    const context = await browser.newContext({ baseURL: String(baseURL), serviceWorkers: 'allow' })
    try {
      const page = await context.newPage()
      const shifts = await watchShifts(page)
      await visitOnce(page, paths.courses())
      expect(await hasWebFont(page)).toBe(false)
      const found: boolean[] = []
      for (let count = 0; count < 6; count++) {
        await emptyMemoryCache(page)
        await (count % 2 ? page.goto(paths.courses()) : page.reload())
        await takenOver(page)
        // A web font that comes after the first paint is never shown (`font-display: optional`).
        found.push(await hasWebFont(page))
        expect(await shifts()).toBeLessThan(0.01)
      }
      expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(5)
      const before = await hasWebFont(page)
      await follow(page, 'contentinfo', t('nav.ourMission'))
      await expect(page.getByRole('heading', { level: 1, name: t('mission.title') })).toBeVisible()
      expect(await hasWebFont(page)).toBe(before)
    } finally {
      await context.close()
    }
  }).toPass({ timeout: 80_000 })
})

test(
  'small Arabic text is a step larger and not thin, joined across marks, without letter-spacing',
  once,
  async ({ page }) => {
    const { paths } = firstOf(languages, ({ locale }) => locale === 'ar')
    for (const path of [paths.home(), `${paths.courses()}?q=${encodeURIComponent('برمج')}`, paths.whoWeAre()]) {
      await open(page, path)
      const found = await page.evaluate(() =>
        Array.from(document.querySelectorAll('body *')).flatMap((element) => {
          const text = Array.from(element.childNodes, (node) => (node.nodeType === 3 ? node.nodeValue : '')).join('')
          if (!/[\u0600-\u06ff]/.test(text) || !element.checkVisibility()) return []
          const { fontSize, fontWeight, letterSpacing } = getComputedStyle(element)
          const isThin = Number.parseFloat(fontSize) < 15 || Number(fontWeight) < 400
          return isThin || letterSpacing !== 'normal'
            ? [`${element.className}: ${fontSize} ${fontWeight} ${letterSpacing}`]
            : []
        }),
      )
      expect([...new Set(found)]).toEqual([])
    }

    await open(page, `${paths.courses()}?q=${encodeURIComponent('برمج')}`)
    const widths = await page.locator('.item-list mark').evaluateAll((marks) =>
      marks.map((mark) => {
        const bare = mark.parentElement as Element
        const measure = () => bare.getBoundingClientRect().width
        const marked = measure()
        const text = bare.textContent
        const before = bare.innerHTML
        bare.textContent = text
        const plain = measure()
        bare.innerHTML = before
        return Math.abs(marked - plain)
      }),
    )
    expect(widths.length).toBeGreaterThan(0)
    expect(Math.max(...widths)).toBeLessThan(1)
  },
)
