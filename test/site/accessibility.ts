import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { locales } from '#contract/locales'
import { shippedSite } from '../support/shipped-content'
import { drawn } from './page'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns axe's findings, each with rule, element and reason. Includes `target-size`, which is off by default. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluates the script, because the content security policy blocks foreign script elements.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  await drawn(page)
  const found = await page.evaluate(
    (values) =>
      (window as unknown as { axe: typeof axe }).axe.run({
        runOnly: { type: 'tag', values },
        rules: { 'target-size': { enabled: true } },
        resultTypes: ['violations'],
      }),
    tags,
  )
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

const control = /^\s*- '?(?:button|link|textbox|searchbox|combobox|checkbox|slider|tab|menuitem)\b(?: "(.*?)")?/gm

/** Names that are the same in both languages: external sites, the languages' own names, phone numbers, an email address. */
const sameInBoth = new Set<string>([
  ...(shippedSite.footer_links ?? []).map(({ en_name = '' }) => en_name),
  ...Object.values(locales).map(({ name, short }) => (name === short ? name : `${short} (${name})`)),
])
const isNumberOrMail = /^(?:[+\d\s]+|\S+@\S+)$/

/** Returns the accessible names of controls, except names that are the same in both languages or marked as the other language. */
export async function controlNames(page: Page): Promise<string[]> {
  const snapshot = await page.locator('body').ariaSnapshot()
  const marked = (await page.locator('main [lang]').allInnerTexts()).filter((text) => text !== '')
  return Array.from(snapshot.matchAll(control), ([, name = '']) => name.trim())
    .filter((name) => !sameInBoth.has(name) && !isNumberOrMail.test(name))
    .filter((name) => !marked.some((text) => name.includes(text)))
}

/** Finds elements in carousels that the keyboard reaches although they are outside the visible part. */
export function reachableOutOfSight(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('[aria-roledescription]:is(section, div) :is(a, button)')).flatMap(
      (control) => {
        const carousel = control.closest('section[aria-roledescription], div[aria-roledescription]')
        const [box, frame] = [control.getBoundingClientRect(), carousel?.getBoundingClientRect()]
        if (!frame || box.width === 0 || control.closest('[inert]')) return []
        const isOut = box.left >= frame.right - 1 || box.right <= frame.left + 1
        return isOut ? [control.textContent ?? ''] : []
      },
    ),
  )
}

/** Records scrolling, starting animations and changes of appearance. The returned function returns the records. */
export async function watchMovement(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const nameOf = (target: EventTarget | null) =>
      target instanceof Element ? `${target.localName}.${target.className}` : 'document'
    for (const event of ['scroll', 'animationstart', 'transitionrun'])
      addEventListener(event, ({ target }) => moved.push(`${event} of ${nameOf(target)}`), { capture: true })
    new MutationObserver((records) => {
      for (const { target, type, attributeName } of records) moved.push(`${attributeName ?? type} of ${nameOf(target)}`)
    }).observe(document.body, {
      attributes: true,
      attributeFilter: ['class', 'style', 'inert', 'hidden', 'aria-current', 'aria-hidden'],
      childList: true,
      subtree: true,
    })
  })
  return () =>
    page.evaluate(() => {
      const running = document.getAnimations().map(({ effect }) => `animation of ${effect?.getTiming().duration} ms`)
      return [...(Reflect.get(window, 'moved') as string[]), ...running]
    })
}
