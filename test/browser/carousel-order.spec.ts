import type { Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import { open } from '../site/page'

const slider = {
  name: 'slider of courses',
  region: '.slider >> nth=0',
  window: '.slider-viewport',
  item: '.slider-item',
}
const carousels = [
  { name: 'ticker', region: '.ticker', window: '.ticker-list', item: '.ticker-item' },
  slider,
  { name: 'hero', region: '.hero-carousel', window: '.hero-track', item: '.hero-slide' },
]

test.use({ viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' })

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a finger and the buttons go through the carousels in reading order', async ({ page, language }) => {
    const { locale, t, paths } = language
    const forward = locale === 'ar' ? 1 : -1
    await open(page, paths.home())
    for (const carousel of carousels)
      await test.step(carousel.name, async () => {
        const region = page.locator(carousel.region)
        await region.scrollIntoViewIfNeeded()
        const shown = expect.poll(() => shownIn(page, carousel), { intervals: [50] })
        await shown.toBe(0)
        await swipe(page, carousel, forward)
        await shown.toBe(1)
        await swipe(page, carousel, -forward)
        await shown.toBe(0)

        // The hero has indicators instead of the two buttons.
        const [next, previous] = (['next', 'previous'] as const).map((way, index) =>
          carousel.name === 'hero'
            ? region.locator('.hero-indicator').nth(1 - index)
            : region.getByRole('button', { name: new RegExp(t(`carousel.${way}`)) }),
        )
        await next?.tap()
        await shown.toBe(1)
        const [one, other] = [await next?.boundingBox(), await previous?.boundingBox()]
        // The next button comes after the previous button in reading order.
        expect(((one?.x ?? 0) - (other?.x ?? 0)) * -forward).toBeGreaterThan(0)
        await previous?.tap()
        await shown.toBe(0)
        // Swiper handles only the mouse: it would interfere in the middle of a swipe.
        await expect(page.locator('.slider-initialized')).toHaveCount(0)
      })
  })
})

test('a mouse drags a slider in reading order', async ({ page, language }) => {
  const forward = language.locale === 'ar' ? 1 : -1
  await open(page, language.paths.home())
  const region = page.locator(slider.region)
  await region.scrollIntoViewIfNeeded()
  const box = await region.locator(slider.window).boundingBox()
  if (!box) throw new Error('the slider has no window')
  // Drags over more than half a card, because a shorter drag counts only if it is fast.
  const at = { x: box.x + box.width / 2 - forward * 110, y: box.y + 100 }
  await page.mouse.move(at.x, at.y)
  await region.locator('.slider-initialized').waitFor()
  await page.mouse.down()
  await page.mouse.move(at.x + forward * 40, at.y, { steps: 4 })
  await page.mouse.move(at.x + forward * 220, at.y, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => shownIn(page, slider)).toBe(1)
})

/** The index of the item in the middle of the carousel's visible part; -1 if there is none. */
function shownIn(page: Page, { region, window, item }: typeof slider): Promise<number> {
  return page.locator(region).evaluate(
    (carousel, { window, item }) => {
      const frame = carousel.querySelector(window)?.getBoundingClientRect()
      const middle = frame ? frame.left + frame.width / 2 : 0
      return Array.from(carousel.querySelectorAll(item)).findIndex((each) => {
        const { left, right } = each.getBoundingClientRect()
        const isCentred = left < middle && right > middle && Math.abs((left + right) / 2 - middle) < 20
        // The carousel must have noticed it too, because its buttons continue from there.
        return isCentred && each.closest('[inert]') === null
      })
    },
    { window, item },
  )
}

/** Swipes over most of the carousel's visible part: right if `way` is 1, left if -1. */
async function swipe(page: Page, { region, window }: typeof slider, way: number): Promise<void> {
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
      // Sets explicit timestamps: uneven timing on a busy machine would make the swipe skip an item.
      timestamp: began + seconds,
    })
  await touch('touchStart', 0, 0)
  for (let step = 1; step <= 8; step++) await touch('touchMove', step / 8, step * 0.03)
  await touch('touchMove', 1, 0.4)
  await touch('touchEnd', 1, 0.41)
  await devtools.detach()
}
