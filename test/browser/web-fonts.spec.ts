import type { Page } from '@playwright/test'
import { expect, once, test } from '../site/fixtures'
import { follow, languages, open } from '../site/page'
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

test('the web font waits for the first picture and the next page', async ({ page, language: { locale, t, paths } }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /(readex-pro-\w+|\/images\/)/.exec(request.url()) ?? []
    if (name) asked.push(name)
  })
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))
  await page.goto(paths.courses())
  await arrived
  const files = locale === 'ar' ? ['readex-pro-arabic', 'readex-pro-latin'] : ['readex-pro-latin']
  const fonts = () => asked.filter((name) => name !== '/images/').sort()
  await expect.poll(fonts).toEqual(files)
  expect(asked[0]).toBe('/images/')
  expect(await fontsOf(page)).not.toContainEqual(['Readex Pro', true])

  await page.waitForLoadState('networkidle')
  await follow(page, 'contentinfo', t('nav.ourMission'))
  await expect(page.getByRole('heading', { level: 1, name: t('mission.title') })).toBeVisible()
  await expect.poll(() => fontsOf(page)).toEqual([['Readex Pro', true]])
  expect(fonts()).toEqual(files)
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
