import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { eventually, languages, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()

const carousels = [
  { name: 'ticker', region: '.ticker', window: '.ticker-list', item: '.ticker-item' },
  { name: 'slider of courses', region: '.slider >> nth=0', window: '.slider-viewport', item: '.slider-item' },
  { name: 'hero', region: '.hero-carousel', window: '.hero-track', item: '.hero-slide' },
]

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  const forward = locale === 'ar' ? 1 : -1

  test.each(carousels)('a finger and the buttons go through the $name in reading order', async (carousel) => {
    const { page } = await open({ viewport: { width: 360, height: 780 }, hasTouch: true, reducedMotion: 'reduce' })
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    const region = page.locator(carousel.region)
    await region.scrollIntoViewIfNeeded()
    const shown = () => shownIn(page, carousel)
    await eventually(shown).toBe(0)
    await swipe(page, carousel, forward)
    await eventually(shown).toBe(1)
    await swipe(page, carousel, -forward)
    await eventually(shown).toBe(0)

    // The hero has indicators in place of the two buttons.
    const [next, previous] =
      carousel.name === 'hero'
        ? [region.locator('.hero-indicator').nth(1), region.locator('.hero-indicator').nth(0)]
        : (['next', 'previous'] as const).map((way) =>
            region.getByRole('button', { name: new RegExp(t(`carousel.${way}`)) }),
          )
    await next?.click()
    await eventually(shown).toBe(1)
    const [one, other] = [await next?.boundingBox(), await previous?.boundingBox()]
    // What leads on stands where reading goes on.
    expect(((one?.x ?? 0) - (other?.x ?? 0)) * -forward).toBeGreaterThan(0)
    await previous?.click()
    await eventually(shown).toBe(0)
  })

  test('a mouse drags a slider in reading order', async () => {
    const slider = carousels[1] as (typeof carousels)[number]
    const { page } = await open({ viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' })
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    await page.locator(slider.region).scrollIntoViewIfNeeded()
    const box = await page.locator(slider.region).locator(slider.window).boundingBox()
    if (!box) throw new Error('the slider has no window')
    // Over more than half a card: less counts only when it is quick.
    const at = { x: box.x + box.width / 2 - forward * 110, y: box.y + 100 }
    await page.mouse.move(at.x, at.y)
    await page.locator(slider.region).locator('.slider-initialized').waitFor()
    await page.mouse.down()
    await page.mouse.move(at.x + forward * 40, at.y, { steps: 4 })
    await page.mouse.move(at.x + forward * 220, at.y, { steps: 8 })
    await page.mouse.up()
    await eventually(() => shownIn(page, slider)).toBe(1)
  })
})

/** The place of the item in the middle of the carousel's window; -1 while none is. */
function shownIn(page: Page, { region, window, item }: (typeof carousels)[number]): Promise<number> {
  return page.locator(region).evaluate(
    (carousel, { window, item }) => {
      const frame = carousel.querySelector(window)?.getBoundingClientRect()
      const middle = frame ? frame.left + frame.width / 2 : 0
      return Array.from(carousel.querySelectorAll(item)).findIndex((each) => {
        const { left, right } = each.getBoundingClientRect()
        const isCentred = left < middle && right > middle && Math.abs((left + right) / 2 - middle) < 20
        // The carousel itself knows it too, from where its buttons go on.
        return isCentred && each.closest('[inert]') === null
      })
    },
    { window, item },
  )
}

/** A finger's stroke over most of the carousel's window: to the right when `way` is 1, to the left when -1. */
async function swipe(page: Page, { region, window }: (typeof carousels)[number], way: number): Promise<void> {
  const box = await page.locator(region).locator(window).boundingBox()
  if (!box) throw new Error(`${region} has no window`)
  const devtools = await page.context().newCDPSession(page)
  const y = Math.round(Math.max(box.y, 80) + 20)
  const from = Math.round(box.x + box.width * (way < 0 ? 0.85 : 0.15))
  const began = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number, seconds: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: Math.round(from + way * box.width * 0.7 * share), y }],
      // Times of their own: a busy machine would make the stroke uneven, and it would go on past the next item.
      timestamp: began + seconds,
    })
  await touch('touchStart', 0, 0)
  for (let step = 1; step <= 8; step++) await touch('touchMove', step / 8, step * 0.03)
  await touch('touchMove', 1, 0.4)
  await touch('touchEnd', 1, 0.41)
  await devtools.detach()
}
