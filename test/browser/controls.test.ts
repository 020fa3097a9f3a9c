import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { externalLinks } from '../../client/institute'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()

/** Names that are the same in both languages: of resources elsewhere, numbers to call, an address to write to. */
const sameInBoth = new Set<string>(externalLinks.flatMap(({ links }) => links.map(({ name }) => name)))
const isNumberOrMail = /^(?:[+\d\s]+|\S+@\S+)$/

const roles = new Set(['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'slider', 'tab', 'menuitem'])

describe.each(sitePages(await readContent()))('$name in $locale', ({ path, locale }) => {
  test("names every control in the page's language, and has nothing to reach out of sight", async () => {
    const { page } = await open({ reducedMotion: 'reduce' })
    await page.goto(inject('site') + path)
    await takenOver(page)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 780 })
      const names = (await namesOf(page)).filter((name) => !sameInBoth.has(name) && !isNumberOrMail.test(name))
      expect(names.length).toBeGreaterThan(5)
      const strange = names.filter((name) => !(locale === 'ar' ? /[\u0600-\u06ff]/ : /[A-Za-z]/).test(name))
      expect([width, strange]).toEqual([width, []])
      expect([width, await reachableOutOfSight(page)]).toEqual([width, []])
    }
  })
})

/** The names of all controls as a screen reader hears them. */
async function namesOf(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const controls = nodes.filter(({ ignored, role }) => !ignored && roles.has(String(role?.value)))
  return controls.map(({ name }) => String(name?.value ?? '').trim())
}

/** What the keyboard would reach in carousels although it is outside of their window. */
function reachableOutOfSight(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // A new width is told to observers with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return Array.from(document.querySelectorAll('[aria-roledescription]:is(section, div) :is(a, button)')).flatMap(
      (control) => {
        const carousel = control.closest('section[aria-roledescription], div[aria-roledescription]')
        const [box, frame] = [control.getBoundingClientRect(), carousel?.getBoundingClientRect()]
        if (!frame || box.width === 0 || control.closest('[inert]')) return []
        const isOut = box.left >= frame.right - 1 || box.right <= frame.left + 1
        return isOut ? [control.textContent ?? ''] : []
      },
    )
  })
}
