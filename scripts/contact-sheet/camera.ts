import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { takenOver } from '../../test/browser/page'
import { type Finding, findFaults } from './findings'
import type { Subject } from './states'

export const widths = [360, 768, 1280] as const

export type Scheme = 'light' | 'dark'

/** One picture, as the sheet shows it: `file` beside the sheet, and what a look by machine found on it. */
export type Shot = {
  kind: Subject['kind']
  name: string
  locale: string
  path: string
  width: number
  scheme: Scheme
  file: string
  findings: Finding[]
}

export type CameraOptions = {
  browser: Browser
  site: string
  folder: string
  schemes: readonly Scheme[]
  /** True where every label has brackets. */
  isPseudo: boolean
  onShot: (shot: Shot) => void
  onFailure: (subject: Subject, error: Error) => void
}

/** Pages are narrow enough to be read at these scales, and the sheet stays small. */
const scales: Record<number, number> = { 360: 1, 768: 0.7, 1280: 0.6 }

const mostHeight = 9_000

/** Takes the pictures of all subjects, two at a time: for two cores. */
export async function takePictures(subjects: Subject[], options: CameraOptions): Promise<void> {
  const left = [...subjects]
  const worker = async () => {
    for (let subject = left.shift(); subject; subject = left.shift()) {
      const context = await options.browser.newContext({
        reducedMotion: 'reduce',
        javaScriptEnabled: !subject.isScriptless,
        // At the third visit it would answer in the place of a page that fails.
        serviceWorkers: 'block',
      })
      context.setDefaultTimeout(10_000)
      await pictureSubject(context, subject, options).catch((error: Error) => options.onFailure(subject, error))
      await context.close()
    }
  }
  await Promise.all([worker(), worker()])
}

async function pictureSubject(context: BrowserContext, subject: Subject, options: CameraOptions): Promise<void> {
  const page = await context.newPage()
  await subject.before?.(page)
  const isAnew = Boolean(subject.act ?? subject.before)
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    if (index === 0 || isAnew) {
      // Also the sign that script has taken over: it must be this load's.
      if (index > 0) await page.evaluate(() => localStorage.clear())
      await page.goto(options.site + subject.path, { waitUntil: subject.before ? 'commit' : 'load' })
      await settle(page, subject)
      if (!subject.act) await layToRest(page)
      await subject.act?.(page, width)
    }
    for (const scheme of options.schemes) {
      await page.emulateMedia({ colorScheme: scheme, media: subject.isPrinted ? 'print' : 'screen' })
      await takePicture(page, subject, width, scheme, options)
    }
    await subject.after?.(page)
  }
}

/** Until script has taken over and fonts are there; pictures below the fold come too. */
async function settle(page: Page, { isScriptless, before }: Subject): Promise<void> {
  if (before) return void (await page.locator('.skeleton').first().waitFor())
  // Without script no page's promise is ever kept; the browser's own lazy loading has to do.
  if (isScriptless) return
  await takenOver(page)
  // A first visit shows the device's fonts; here the site's own are looked at.
  const faces = await page.evaluate(() => document.getElementById('faces')?.textContent ?? '')
  await restyle(page, faces.replaceAll('font-display:optional', 'font-display:block'))
  await page.evaluate(async () => {
    for (const image of document.images) Object.assign(image, { loading: 'eager', decoding: 'sync' })
    await document.fonts.load("1em 'Readex Pro'", document.body.textContent)
  })
}

/** What stays at the foot of the window would cover words in a picture of the whole page: there it stands where it comes to rest. */
function layToRest(page: Page): Promise<void> {
  return restyle(page, '.detail-register { position: static !important }')
}

function restyle(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, css)
}

async function takePicture(page: Page, subject: Subject, width: number, scheme: Scheme, options: CameraOptions) {
  if (!subject.isScriptless && !subject.before) {
    // Another width asks for other pictures; one that never comes has its placeholder.
    await page.evaluate(() =>
      Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined))),
    )
  }
  const clip = await page.evaluate(
    (isWindow) =>
      isWindow
        ? { y: window.scrollY, height: window.innerHeight }
        : { y: 0, height: document.documentElement.scrollHeight },
    // Of a state that one brings about, the window is what counts.
    subject.act !== undefined,
  )
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    captureBeyondViewport: true,
    clip: { x: 0, y: clip.y, width, height: Math.min(clip.height, mostHeight), scale: scales[width] ?? 1 },
  })
  await devtools.detach()
  const { kind, name, locale, path } = subject
  const file = `pictures/${`${kind}-${name}`.replace(/[^a-z0-9-]+/gi, '-')}.${locale}.${width}.${scheme}.webp`
  await writeFile(join(options.folder, file), Buffer.from(data, 'base64'))
  // The bare template's few words are there before any label.
  const hasBrackets = options.isPseudo && !subject.before
  const findings = scheme === options.schemes[0] ? await findFaults(page, hasBrackets) : []
  options.onShot({ kind, name, locale, path, width, scheme, file, findings })
}
