import type { Page } from '@playwright/test'
import { expect, failing, once, test } from '../site/fixtures'
import { follow, hold, languages, takenOver } from '../site/page'
import { statePage } from '../site/state-page'
import { readContent } from '../support/shipped-content'
import { firstOf, sitePagesInTurn } from '../support/site-pages'

const content = await readContent()

// `test/full/every-page.spec.ts` tests each page in both languages and at every width.
for (const stated of sitePagesInTurn(content))
  test(`${stated.name}: ${stated.locale}`, { tag: [once.tag, failing.tag] }, async ({ page, complaints, browser }) => {
    const language = firstOf(languages, ({ locale }) => locale === stated.locale)
    await statePage({ page, complaints, browser, language, ...stated })
  })

/** Changes a page as a dark theme, a spelling checker and a password manager do before its script has run. */
function changeAsExtensions() {
  const { documentElement: html, head, body } = document
  html.setAttribute('data-darkreader-mode', 'dynamic')
  html.style.setProperty('--extension', '1')
  html.className = 'extension'
  for (const name of ['script', 'meta', 'link']) head.prepend(document.createElement(name))
  for (const element of document.querySelectorAll('svg, a, img'))
    element.setAttribute('data-darkreader-inline-fill', '')

  body.setAttribute('data-gr-ext-installed', '')
  html.append(document.createElement('grammarly-desktop-integration'))
  body.prepend(document.createElement('div'))
  body.append(document.createElement('com-1password-menu'), document.createElement('iframe'))
  for (const field of document.querySelectorAll('input')) {
    field.setAttribute('data-lpignore', 'true')
    field.after(document.createElement('com-1password-button'))
  }
}

/** Opens a page that extensions change before hydration. Its `main` element is marked, so that a new one is recognised. */
async function openChanged(page: Page, path: string): Promise<void> {
  const release = await hold(page, '**/assets/*.js')
  await page.goto(path)
  await page.evaluate(changeAsExtensions)
  await page.evaluate(() => Object.assign(document.querySelector('main') ?? {}, { isAsSent: true }))
  release()
  await takenOver(page)
}

test('an archived page stays as it was archived', once, async ({ page }) => {
  const html = await (await page.request.get('/courses')).text()
  await page.route('**/web/2026/**', (route) => route.fulfill({ body: html, contentType: 'text/html' }))
  await page.goto('/web/2026/https://www.ugarit.example/courses')
  await page.waitForResponse(/\/assets\/index-[^/]*\.js$/)
  // A page that starts loads more.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1, name: 'Our courses' })).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/web\/2026\//)
})

test.describe('changed by extensions', () => {
  // React reports the changed form once.
  test.use({ tolerated: /Minified React error #418/ })

  for (const { name, path } of sitePagesInTurn(content).filter(({ status }) => status === 200))
    test(`${name}: the page stays as the server sent it when extensions have changed it`, once, async ({ page }) => {
      await openChanged(page, path)
      const isAsSent = () => page.evaluate(() => Reflect.get(document.querySelector('main') ?? {}, 'isAsSent'))
      expect(await isAsSent()).toBe(true)
      const field = page.getByRole('searchbox')
      if ((await field.count()) === 0) return
      await field.fill('بايثون')
      await field.press('Enter')
      await expect(page).toHaveURL(/\?q=/)
      await expect(field).toHaveValue('بايثون')
      expect(await isAsSent()).toBe(true)
    })

  test(
    'a page whose texts are translated in place before hydration has one title and address',
    once,
    async ({ page }) => {
      const release = await hold(page, '**/assets/*.js')
      await page.goto('/courses')
      await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        // Safari and Edge change the texts and add no elements.
        while (walker.nextNode())
          if (!walker.currentNode.parentElement?.closest('script, style')) walker.currentNode.nodeValue += '\u2060'
      })
      release()
      await takenOver(page)
      await follow(page, 'contentinfo', 'Contact us')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const inHead = (selector: string) => page.locator(`head > ${selector}`)
      await expect(inHead('title')).toHaveCount(1)
      await expect(inHead('[name="description"]')).toHaveCount(1)
      await expect(inHead('[rel="canonical"]')).toHaveAttribute('href', /\/contact-us$/)
    },
  )
})
