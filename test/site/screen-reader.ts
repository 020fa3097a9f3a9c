import { createRequire } from 'node:module'
import type { virtual as Virtual } from '@guidepup/virtual-screen-reader'
import type { Locator, Page } from '@playwright/test'
import { drawn } from './page'

const script = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js')

/** The values that the page's script keeps on `window`. */
type InPage = { virtual: typeof Virtual; alerts: string[] }

/**
 * A virtual screen reader. It follows the focus and the live regions of the open document, and reads on from the focus with its own
 * cursor. Each method returns the phrases that a listener hears.
 */
export class ScreenReader {
  readonly #page: Page
  readonly #loading: string

  /** `loading` is the phrase that announces a slow page. */
  constructor(page: Page, loading: string) {
    this.#page = page
    this.#loading = loading
  }

  /** Starts in the open document, or in a part of it. The content security policy allows scripts of the site's own origin. */
  async start(part: Locator = this.#page.locator('body')): Promise<void> {
    const url = '/virtual-screen-reader.js'
    await this.#page.route(`**${url}`, (route) => route.fulfill({ path: script, contentType: 'text/javascript' }))
    await part.evaluate(async (container, from) => {
      const { virtual } = (await import(from)) as { virtual: typeof Virtual }
      const alerts: string[] = []
      // Browsers announce an alert that is added together with its text. The virtual screen reader 0.33 does not.
      new MutationObserver((records) => {
        for (const added of records.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (!(added instanceof HTMLElement)) continue
          const found = [added, ...added.querySelectorAll<HTMLElement>('*')].filter((each) => each.role === 'alert')
          alerts.push(...found.map(({ innerText }) => `assertive: ${innerText.replaceAll(/\s+/g, ' ')}`))
        }
      }).observe(document.body, { childList: true, subtree: true })
      Object.assign(window, { virtual, alerts })
      await virtual.start({ container })
    }, url)
    await this.heard()
  }

  /** The phrases since the last call. Leaves out repeated phrases, and that a page is slow unless that is expected. */
  async heard({ isSlow = false } = {}): Promise<string[]> {
    await drawn(this.#page)
    const phrases = await this.#page.evaluate(async () => {
      const { virtual, alerts } = window as unknown as InPage
      const spoken = [...alerts.splice(0), ...(await virtual.spokenPhraseLog())]
      await virtual.clearSpokenPhraseLog()
      return spoken
    })
    // A live region that is emptied says nothing.
    const unheard = ['polite: ', ...(isSlow ? [] : [this.#loading])]
    return phrases.filter((phrase, index) => phrase !== phrases[index - 1] && !unheard.includes(phrase))
  }

  /** Presses a key where the cursor is, and says the element again if that has changed it. */
  async press(key: string): Promise<string[]> {
    await this.#page.evaluate((pressed) => (window as unknown as InPage).virtual.press(pressed), key)
    return this.heard()
  }

  /** Reads on from the cursor. */
  async read(count: number): Promise<string[]> {
    await this.#page.evaluate(async (times) => {
      const { virtual } = window as unknown as InPage
      for (let time = 0; time < times; time++) await virtual.next()
    }, count)
    return this.heard()
  }
}
