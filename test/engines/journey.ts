import { test as base, expect } from '@playwright/test'
import { type Front, startFront } from '../site/front'
import { type Language, languages } from '../site/page'
import { firstOf } from '../site-pages'
import { type Engine, engines } from './engines'
import { exportOf } from './exports'
import { collector, eventually, openTab, type Tab } from './tab'

export { expect } from '@playwright/test'

type Fixtures = {
  isNetworkSound: boolean
  language: Language
  /** The prefix of the site's paths: empty, or the base path of a static export. */
  base: string
  /** The address of the site's own server, or of a file server with a static export. */
  site: string
  front: Front
  tab: Tab
}

/**
 * Firefox logs this when a page is left while the worker still fetches for it, which is no fault. Its messages for a rejected
 * promise or an error response differ.
 */
const leftEarly = 'A ServiceWorker intercepted the request and encountered an unexpected error.'

/**
 * Gives each journey a proxy in front of the site, and so an origin with an empty cache. Fails at the end if the browser reported
 * errors.
 */
export const test = base.extend<Fixtures, { engine: Engine; engineTab: Tab }>({
  isNetworkSound: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that one needs
  language: async ({}, use, { project }) => use(firstOf(languages, ({ locale }) => project.name.endsWith(locale))),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  base: async ({}, use, { project }) => use(exportOf(project.name)?.replace(/\/$/, '') ?? ''),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  site: async ({}, use, { project }) => {
    const exported = exportOf(project.name)
    await use(String(exported ? JSON.parse(process.env.EXPORTS ?? '{}')[exported] : process.env.SITE))
  },
  front: async ({ base, site }, use) => {
    const front = await startFront(site)
    front.address += base
    front.script = collector
    await use(front)
    front.close()
  },
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, { project }) => use(firstOf(engines, ({ name }) => project.name.startsWith(name))),
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
  tab: async ({ engineTab: tab, front: _, isNetworkSound }, use) => {
    await tab.size(1280, 800)
    await use(tab)
    const complaints = await tab.complaints()
    // Chromium reports each failed request, which is expected where the test makes requests fail.
    const isOfNetwork = (text: string) => !isNetworkSound && text.startsWith('Failed to load resource')
    expect(complaints.filter((text) => !isOfNetwork(text) && !text.includes(leftEarly))).toEqual([])
    await tab.leave()
  },
})

/** Waits until the page has hydrated: it then stores the home data, as section 3 of the spec asks. */
export function takenOver(tab: Tab): Promise<void> {
  return eventually(() => tab.run(() => Object.keys(localStorage).some((key) => /(?:^|\/)lang$/.test(key)))).toBe(true)
}

/** Waits until the service worker has cached all files of the first visit. */
export function workerReady(tab: Tab): Promise<void> {
  return eventually(() => tab.run(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)).toBe(
    'activated',
  )
}

/** Waits until a page has loaded: its only `h1`, in the language's direction. */
export async function arrived(tab: Tab, title: string, { locale }: Language): Promise<void> {
  const read = () =>
    tab.run(() => ({
      titles: Array.from(document.querySelectorAll('main:not([aria-busy="true"]) h1'), ({ textContent }) =>
        textContent?.replace(/\s+/g, ' '),
      ),
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
    }))
  await eventually(read).toEqual({ titles: [title], lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr' })
}
