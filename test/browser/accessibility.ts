import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { externalLinks } from '../../client/content/institute'
import { drawn } from '../site/page'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe's findings: rule, element and reason. Includes `target-size`, which is off by default. */
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

const roles = new Set(['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'slider', 'tab', 'menuitem'])

/** Names that are the same in both languages: external sites, phone numbers, an email address. */
const sameInBoth = new Set<string>(Object.values(externalLinks).flatMap((links) => Object.keys(links)))
const isNumberOrMail = /^(?:[+\d\s]+|\S+@\S+)$/

/** The accessible names of all controls, except those that are the same in both languages or marked as being in the other. */
export async function controlNames(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const marked = (await page.locator('main [lang]').allInnerTexts()).filter((text) => text !== '')
  return nodes
    .filter(({ ignored, role }) => !ignored && roles.has(String(role?.value)))
    .map(({ name }) => String(name?.value ?? '').trim())
    .filter((name) => !sameInBoth.has(name) && !isNumberOrMail.test(name))
    .filter((name) => !marked.some((text) => name.includes(text)))
}

/** Elements in carousels that the keyboard reaches although they are outside the visible part. */
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

type Watched = Window & { moved: string[]; places: () => string[]; before: string[] }

/** Records scrolling, starting animations and changes of appearance; the returned function gives them. */
export async function watchMovement(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const watched = window as unknown as Watched
    const nameOf = (target: EventTarget | null) =>
      target instanceof Element ? `${target.localName}.${target.className}` : 'document'
    watched.moved = []
    for (const event of ['scroll', 'animationstart', 'transitionrun'])
      addEventListener(event, ({ target }) => watched.moved.push(`${event} of ${nameOf(target)}`), { capture: true })
    new MutationObserver((records) => {
      for (const { target, type, attributeName } of records)
        watched.moved.push(`${attributeName ?? type} of ${nameOf(target)}`)
    }).observe(document.body, {
      attributes: true,
      attributeFilter: ['class', 'style', 'inert', 'hidden', 'aria-current', 'aria-hidden'],
      childList: true,
      subtree: true,
    })
    watched.places = () =>
      Array.from(document.body.querySelectorAll('*'), (element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return `${nameOf(element)} at ${[x, y, width, height].map(Math.round)}`
      })
    watched.before = watched.places()
  })
  return () =>
    page.evaluate(() => {
      const { moved, places, before } = window as unknown as Watched
      const after = places()
      const running = document
        .getAnimations()
        .map((animation) => `animation of ${animation.effect?.getComputedTiming().duration} ms`)
      return [...moved, ...running, ...before.filter((place, index) => place !== after[index])]
    })
}
