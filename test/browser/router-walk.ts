import type { Page } from 'playwright-core'

/** The state of a page after a navigation by the router. */
export type Found = {
  path: string
  lang: string
  dir: string
  title: string
  heading: string
  banners: number
  /** The button texts of each alert on the page, and of those shown while it was loading. */
  alerts: string[]
  alertsBefore: string[]
  /** Words that only a bug would show. */
  rubbish: string[]
}

/**
 * Navigates to one page after another with the router and inspects each, starting each time from `between`, a page that needs no
 * answer. Runs inside the page, so that a hundred navigations take seconds.
 */
export async function walkByRouter(
  page: Page,
  paths: readonly string[],
  between: { path: string; heading: string },
): Promise<Found[]> {
  await started(page)
  return page.evaluate(
    async ({ addresses, rest }) => {
      const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
      const alerts = () =>
        all('[role="alert"]').map((alert) =>
          Array.from(
            (alert.closest('.stale-notice') ?? alert).querySelectorAll('button'),
            (button) => button.textContent,
          ).join(),
        )
      const headingOf = () => document.querySelector('main[aria-busy="false"]:not(.is-awaiting) h1')?.textContent ?? ''
      const go = async (path: string) => {
        history.pushState({ key: `${path} ${performance.now()}`, idx: 1 }, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
        const before: string[] = []
        // On a busy machine an alert can come and go between two frames.
        const observer = new MutationObserver(() => before.push(...alerts()))
        observer.observe(document.body, { childList: true, subtree: true })
        // Only ends a hanging test.
        const end = performance.now() + 120_000
        while (headingOf() === '' || (headingOf() === rest.heading) !== (path === rest.path)) {
          if (performance.now() > end)
            throw new Error(`${path} never came: ${document.querySelector('main')?.outerHTML}`)
          await new Promise(requestAnimationFrame)
        }
        observer.disconnect()
        return before
      }
      const found = []
      for (const path of addresses) {
        await go(rest.path)
        if (alerts().length > 0) throw new Error(`${rest.path} has an alert before ${path}`)
        const alertsBefore = [...new Set(await go(path))]
        const { lang, dir } = document.documentElement
        const text = all('.site-header, main, footer')
          .map((part) => part.textContent)
          .join()
        found.push({
          path,
          lang,
          dir,
          title: document.title,
          heading: headingOf(),
          banners: all('.site-header').length,
          alerts: alerts(),
          alertsBefore,
          rubbish: text.match(/undefined|\bnull\b|NaN|\[object.{0,20}/g) ?? [],
        })
      }
      return found
    },
    { addresses: [...paths], rest: between },
  )
}

/** Navigates with the router to a page that nothing may link to. */
export async function goTo(page: Page, path: string): Promise<void> {
  await started(page)
  await page.evaluate((to) => {
    history.pushState({ key: to, idx: 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** Waits until the page has hydrated and run its deferred start, whatever the API does. */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('after-start')),
  )
}

/** Makes the page's timers of up to five seconds forty times faster: retry delays, placeholders and staleness; call timeouts stay. */
export async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = setTimeout
    const quick = (callback: () => void, milliseconds = 0, ...given: unknown[]) =>
      wait(callback, milliseconds > 5_000 ? milliseconds : milliseconds / 40, ...given)
    Object.assign(window, { setTimeout: quick })
  })
}
