import type { Page } from '@playwright/test'
import { findLayoutErrors } from '../site/findings'
import { expect, test } from '../site/fixtures'
import { type Language, openMenu, takenOver } from '../site/page'
import { goTo } from '../site/router-walk'
import { readContent } from '../support/shipped-content'
import { firstOf, sitePages } from '../support/site-pages'

type State = {
  /** Puts the loaded page into the state. Runs again for each width. */
  act?: (page: Page, language: Language) => Promise<unknown>
  isScriptless?: boolean
  isPrinted?: boolean
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const pages = sitePages(await readContent())
for (const name of new Set(pages.map((page) => page.name)))
  takePictures(name, ({ locale }) => firstOf(pages, (page) => page.name === name && page.locale === locale).path)
// Leaves out `error-500`, `malformed`, `html` and `drop`, which look like `error-503`.
for (const slug of ['error-503', 'empty', 'no-image', 'arabic-only', 'english-only', 'minimal', 'long', 'mixed']) {
  takePictures(`course: ${slug}`, ({ paths }) => paths.course(slug))
  takePictures(`category: ${slug}`, ({ paths }) => paths.courseCategory(slug))
}
takePictures('nothing found', ({ paths }) => `${paths.courses()}?q=zzzz`)
takePictures('register within reach', ({ paths }) => paths.course('mixed'), {
  act: (page) => page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' })),
})
takePictures('menu open', ({ paths }) => paths.contactUs(), { act: openMenu })
for (const kind of ['course', 'courseCategory'] as const)
  takePictures(`loading a ${kind}`, ({ paths }) => paths.contactUs(), {
    act: async (page, { paths }) => {
      await goTo(page, paths[kind]('slow-5000'))
      await page.locator('.skeleton').waitFor()
    },
  })
takePictures('home without script', ({ paths }) => paths.home(), { isScriptless: true })
takePictures('list without script', ({ paths }) => paths.courses(), { isScriptless: true })
takePictures('printed course', ({ paths }) => paths.course('mixed'), { isPrinted: true })

/** Shows what is laid out only near the screen. An element at the bottom of the window would cover text in the whole page. */
const showEverything = `.related, .site-footer { content-visibility: visible !important }
.detail-register { position: static !important }`

function takePictures(name: string, pathOf: (language: Language) => string, state: State = {}): void {
  const { act, isScriptless = false, isPrinted } = state
  test.describe(() => {
    test.use({ javaScriptEnabled: !isScriptless })
    test(name, async ({ page, language, scenarioSite }, testInfo) => {
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
        await page.goto(scenarioSite.address + pathOf(language))
        if (!isScriptless) await settle(page)
        await act?.(page, language)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, media: isPrinted ? 'print' : 'screen' })
          const body = await page.screenshot({
            // After an action, takes a picture of the window only, because visitors see the result of the action there.
            fullPage: !act,
            ...(!act && { style: showEverything }),
            type: 'jpeg',
            quality: 60,
          })
          await testInfo.attach(`${width} px, ${colorScheme}`, { body, contentType: 'image/jpeg' })
        }
        expect.soft(await findLayoutErrors(page), `${width} px`).toEqual([])
      }
    })
  })
}

/** Waits until the page has hydrated, and has loaded the site's fonts and all pictures, including those below the fold. */
async function settle(page: Page): Promise<void> {
  await takenOver(page)
  await page.evaluate(async () => {
    // Loads the site's fonts here, because a first visit shows the device's fonts.
    const faces = document.getElementById('faces')?.textContent ?? ''
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(faces.replaceAll('font-display:optional', 'font-display:block'))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    await document.fonts.load("1em 'Readex Pro'", document.body.textContent)
    for (const image of document.images) image.loading = 'eager'
    // Ignores the error of a picture that never loads, because a placeholder replaces it.
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))
  })
}
