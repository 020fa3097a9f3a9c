import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { externalLinks } from '../../client/institute'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { violations } from './axe-violations'
import { drawn, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()

/** Names that are the same in both languages: of resources elsewhere, numbers to call, an address to write to. */
const sameInBoth = new Set<string>(externalLinks.flatMap(({ links }) => links.map(({ name }) => name)))
const isNumberOrMail = /^(?:[+\d\s]+|\S+@\S+)$/

const roles = new Set(['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'slider', 'tab', 'menuitem'])

// The width between them with FULL=1: with it the whole run of tests would come near its ten minutes.
const widths = process.env.FULL ? [320, 768, 1280] : [320, 1280]

describe.each(sitePages(await readContent()))('$name in $locale', ({ path, locale }) => {
  let page: Page
  beforeAll(async () => {
    // Less motion, also so that nothing is judged half faded.
    page = (await open({ keeps: true, reducedMotion: 'reduce' })).page
    await page.clock.install({ time: new Date('2027-01-01T10:00:00Z') })
    await page.goto(inject('site') + path)
    await takenOver(page)
    await page.clock.runFor(1_000)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.clock.runFor(1_000)
  })
  afterAll(() => page?.context().close())

  test.each(widths)('has no violation and names every control in its language at %i px', async (width) => {
    await page.setViewportSize({ width, height: 780 })
    expect(await violations(page)).toEqual([])
    const names = (await namesOf(page)).filter((name) => !sameInBoth.has(name) && !isNumberOrMail.test(name))
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !(locale === 'ar' ? /[\u0600-\u06ff]/ : /[A-Za-z]/).test(name))).toEqual([])
    expect(await reachableOutOfSight(page)).toEqual([])
  })

  test('moves nothing within 12 s where less motion is asked for', async () => {
    await watchMovement(page)
    await page.clock.runFor(12_000)
    expect(await movements(page)).toEqual([])
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
async function reachableOutOfSight(page: Page): Promise<string[]> {
  await drawn(page)
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

/** From now on the page notes what scrolls, what begins to be animated, and what changes its look. */
function watchMovement(page: Page): Promise<void> {
  return page.evaluate(() => {
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
}

function movements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { moved, places, before } = window as unknown as Watched
    const after = places()
    const running = document
      .getAnimations()
      .map((animation) => `animation of ${animation.effect?.getComputedTiming().duration} ms`)
    return [...moved, ...running, ...before.filter((place, index) => place !== after[index])]
  })
}
