import { test as base, expect } from '@playwright/test'
import { failing } from '../site/fixtures'
import { type Front, startFront } from '../site/front'
import { type Language, languageOf, languages } from '../site/page'
import { firstOf } from '../support/site-pages'
import { type Engine, engines } from './engines'
import { exportBases } from './exports'
import { collector, eventually, openTab, type Tab } from './tab'

export { expect } from '@playwright/test'

type Fixtures = {
  language: Language
  /** The prefix of the site's paths: empty, or the base of a static export. */
  base: string
  /** The address of the site: its own server, or a file server with a static export. */
  site: string
  front: Front
  tab: Tab
}

/** True for a project that tests a static export instead of the site's own server. */
const isExport = ({ name }: { name: string }) => name.includes(' export ')

/** The engine of a project, whose name ends with the language, and with " export" before it. */
const nameOfEngine = ({ name }: { name: string }) => name.replace(/(?: export)? \w+$/, '')

/** Firefox logs these messages if a page is left while the service worker or a font is fetching something. This is no error. */
const pageLeft = [
  /A ServiceWorker intercepted the request and encountered an unexpected error\./,
  // The status is NS_BINDING_ABORTED.
  /downloadable font: download failed .* status=2152398850 /,
]

/** Each journey has its own proxy in front of the site, and so its own origin and storage. It fails if the browser complains. */
export const test = base.extend<Fixtures, { engine: Engine; engineTab: Tab }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that one needs
  language: async ({}, use, { project }) => use(firstOf(languages, ({ locale }) => project.name.endsWith(locale))),
  base: ({ language: { locale } }, use, { project }) => use(isExport(project) ? exportBases[locale] : ''),
  site: ({ language: { locale } }, use, { project }) =>
    use(String(isExport(project) ? process.env[`EXPORT_${locale}`] : process.env.SITE)),
  front: async ({ base, site }, use) => {
    const front = await startFront(site)
    front.address += base
    front.script = collector
    await use(front)
    await front.stop()
  },
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, { project }) => use(firstOf(engines, ({ name }) => nameOfEngine(project) === name)),
    { scope: 'worker' },
  ],
  engineTab: [
    async ({ engine }, use) => {
      const tab = await openTab(engine)
      await use(tab)
      await tab.quit()
    },
    { scope: 'worker' },
  ],
  tab: async ({ engineTab: tab, front: _ }, use, { tags }) => {
    await tab.size(1280, 800)
    await use(tab)
    const complaints = await tab.complaints()
    // Ignores Chromium's reports of requests that fail on purpose.
    const isOfNetwork = (text: string) => tags.includes(failing.tag) && text.startsWith('Failed to load resource')
    const isOfLeaving = (text: string) => pageLeft.some((message) => message.test(text))
    expect(complaints.filter((text) => !isOfNetwork(text) && !isOfLeaving(text))).toEqual([])
    await tab.leave()
  },
})

/** Opens a page and waits until it has hydrated. Only then does the page store the home data (spec section 3). */
export async function open(tab: Tab, address: string): Promise<void> {
  await tab.open(address)
  await eventually(() => tab.run(() => Object.keys(localStorage).some((key) => /(?:^|\/)lang$/.test(key)))).toBe(true)
}

/** Waits until the service worker has cached the files of the first visit. */
export function workerReady(tab: Tab): Promise<void> {
  return eventually(() => tab.run(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)).toBe(
    'activated',
  )
}

/**
 * Waits for a page that has loaded, with its only `h1`, language and direction, and with its fonts. Firefox reports a font as failed if the
 * page is left while it loads.
 */
export async function arrived(tab: Tab, title: string, { locale }: Language): Promise<void> {
  const read = () =>
    tab.run(() => {
      const found = document.querySelectorAll('main:not([aria-busy="true"]) h1')
      const titles = Array.from(found, ({ textContent }) => textContent?.replace(/\s+/g, ' '))
      const { lang, dir } = document.documentElement
      return { titles, lang, dir, fonts: document.fonts.status }
    })
  await eventually(read).toEqual({ titles: [title], ...languageOf(locale), fonts: 'loaded' })
}
