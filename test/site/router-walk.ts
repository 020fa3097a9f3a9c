import type { Page } from 'playwright-core'

/** The state of a page after a navigation by the router. */
export type Found = Awaited<ReturnType<typeof walkByRouter>>[number]

/**
 * Navigates to one page after another with the router and inspects each. Each navigation starts from `between`, a page that needs
 * no API call. Runs inside the page, so that a hundred navigations take only seconds.
 */
export async function walkByRouter(page: Page, paths: string[], between: { path: string; heading: string }) {
  await started(page)
  return page.evaluate(
    async ({ paths, between }) => {
      const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
      /** The texts of each alert's buttons, without the one that closes it. */
      const alertsNow = () =>
        all('[role="alert"]').map((alert) =>
          Array.from(
            (alert.closest('.stale-notice') ?? alert).querySelectorAll('button:not([aria-label])'),
            (button) => button.textContent,
          ).join(),
        )
      const headingOf = () => document.querySelector('main[aria-busy="false"]:not(.is-awaiting) h1')?.textContent ?? ''
      /** Returns the alerts that were shown while the page was loading. */
      const go = async (path: string) => {
        const before = new Set<string>()
        history.pushState({ key: `${path} ${performance.now()}`, idx: 1 }, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
        // On a busy machine an alert can come and go between two frames.
        const observer = new MutationObserver(() => {
          for (const alert of alertsNow()) before.add(alert)
        })
        observer.observe(document.body, { childList: true, subtree: true })
        while (headingOf() === '' || (headingOf() === between.heading) !== (path === between.path))
          await new Promise(requestAnimationFrame)
        observer.disconnect()
        return [...before]
      }
      const found = []
      for (const path of paths) {
        await go(between.path)
        if (alertsNow().length > 0) throw new Error(`${between.path} has an alert before ${path}`)
        const alertsBefore = await go(path)
        const { lang, dir } = document.documentElement
        const [heading, alerts, banners] = [headingOf(), alertsNow(), all('.site-header').length]
        for (const { style } of all('.related, .site-footer')) style.contentVisibility = 'visible'
        // Finds words that only a bug would show.
        const rubbish = document.body.innerText.match(/undefined|\bnull\b|NaN|\[object.{0,20}/g) ?? []
        found.push({ path, lang, dir, heading, alerts, alertsBefore, banners, rubbish })
      }
      return found
    },
    { paths, between },
  )
}

/** Navigates with the router to a page, even if no link leads to it. */
export async function goTo(page: Page, path: string): Promise<void> {
  await started(page)
  await page.evaluate((to) => {
    history.pushState({ key: to, idx: 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** Waits until a page of the server has run its deferred start, which asks for late styles, whatever the API does. */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('after-start')),
  )
  await page.locator('link[href*="/skeletons"]').waitFor({ state: 'attached' })
}

/** Tells a page that the network has returned, once the page listens for that. */
export async function networkReturns(page: Page): Promise<void> {
  await started(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Makes timers of up to 5 s forty times faster, such as retry delays and placeholders. The timeouts of calls stay. */
export async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = setTimeout
    const quick = (callback: () => void, milliseconds = 0, ...given: unknown[]) =>
      wait(callback, milliseconds > 5_000 ? milliseconds : milliseconds / 40, ...given)
    Object.assign(window, { setTimeout: quick })
  })
}
