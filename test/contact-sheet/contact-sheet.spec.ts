import type { Page } from '@playwright/test'
import { findFaults } from '../browser/findings'
import { goTo } from '../browser/router-walk'
import { expect, test } from '../site/fixtures'
import { type Language, takenOver } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf, sitePages } from '../support/site-pages'

/** Something to take pictures of. `act` brings a state about on the loaded page, anew for each width. */
type Subject = {
  name: string
  pathOf: (language: Language) => string
  act?: (page: Page, language: Language) => Promise<unknown>
  isScriptless?: boolean
  isPrinted?: boolean
}

const pages = sitePages(await readContent())
/** Each look once: `error-500`, `malformed`, `html` and `drop` look like `error-503`. */
const slugs = ['error-503', 'empty', 'no-image', 'arabic-only', 'english-only', 'minimal', 'long', 'mixed']

const subjects: Subject[] = [
  ...[...new Set(pages.map(({ name }) => name))].map((name) => ({
    name,
    pathOf: ({ locale }: Language) => firstOf(pages, (each) => each.name === name && each.locale === locale).path,
  })),
  ...slugs.flatMap((slug): Subject[] => [
    { name: `course: ${slug}`, pathOf: ({ paths }) => paths.course(slug) },
    { name: `category: ${slug}`, pathOf: ({ paths }) => paths.courseCategory(slug) },
  ]),
  { name: 'nothing found', pathOf: ({ paths }) => `${paths.courses()}?q=zzzz` },
  { name: 'register within reach', pathOf: ({ paths }) => paths.course('mixed'), act: scrollDown },
  { name: 'menu open', pathOf: ({ paths }) => paths.contactUs(), act: openMenu },
  ...(['course', 'courseCategory'] as const).map((kind) => ({
    name: `loading a ${kind}`,
    pathOf: ({ paths }: Language) => paths.contactUs(),
    act: (page: Page, { paths }: Language) => beginLoading(page, paths[kind]('slow-5000')),
  })),
  { name: 'home without script', pathOf: ({ paths }) => paths.home(), isScriptless: true },
  { name: 'list without script', pathOf: ({ paths }) => paths.courses(), isScriptless: true },
  { name: 'printed course', pathOf: ({ paths }) => paths.course('mixed'), isPrinted: true },
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name, pathOf, act, isScriptless = false, isPrinted } of subjects) {
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
            // A state that a press brings about is seen in the window.
            fullPage: !act,
            // Elements fixed at the foot of the window would cover words in a picture of the whole page.
            ...(!act && { style: '.detail-register { position: static !important }' }),
            type: 'jpeg',
            quality: 60,
          })
          await testInfo.attach(`${width} px, ${colorScheme}`, { body, contentType: 'image/jpeg' })
        }
        expect.soft(await findFaults(page), `${width} px`).toEqual([])
      }
    })
  })
}

/** Until script has taken over, and the site's own fonts and all pictures are there, those below the fold too. */
async function settle(page: Page): Promise<void> {
  await takenOver(page)
  await page.evaluate(async () => {
    // A first visit shows the device's fonts.
    const faces = document.getElementById('faces')?.textContent ?? ''
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(faces.replaceAll('font-display:optional', 'font-display:block'))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    await document.fonts.load("1em 'Readex Pro'", document.body.textContent)
    for (const image of document.images) image.loading = 'eager'
    // One that never comes has its placeholder.
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))
  })
}

async function scrollDown(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('.menu-button')
  if (await menu.isVisible()) await menu.click()
  await page.locator('.main-menu [aria-controls="menu-courses"]').click()
}

async function beginLoading(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await page.locator('.skeleton').waitFor()
}
