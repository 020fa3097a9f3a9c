import type { Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import { open } from '../site/page'

const slider = { region: '.slider >> nth=0', window: '.slider-viewport', item: '.slider-item' }
const carousels = [
  { region: '.ticker', window: '.ticker-list', item: '.ticker-item' },
  slider,
  { region: '.hero-carousel', window: '.hero-track', item: '.hero-slide' },
]

test.use({ viewport: { width: 360, height: 780 }, reducedMotion: 'reduce', hasTouch: true })

for (const carousel of carousels)
  test(`a finger and the buttons go through ${carousel.region} in reading order`, async ({ page, language }) => {
    const { locale, t, paths } = language
    const forward = locale === 'ar' ? 1 : -1
    await open(page, paths.home())
    const region = page.locator(carousel.region)
    await region.scrollIntoViewIfNeeded()
    const shown = expect.poll(() => shownIn(page, carousel), { intervals: [50] })
    await shown.toBe(0)
    await swipe(page, carousel, forward)
    await shown.toBe(1)
    await swipe(page, carousel, -forward)
    await shown.toBe(0)

    // The hero has indicators instead of the two buttons.
    const hero = region.locator('.hero-indicator')
    const next = region.getByRole('button', { name: t('carousel.next') }).or(hero.nth(1))
    const previous = region.getByRole('button', { name: t('carousel.previous') }).or(hero.nth(0))
    await next.tap()
    await shown.toBe(1)
    const [one, other] = [await next.boundingBox(), await previous.boundingBox()]
    // The next button comes after the previous button in reading order.
    expect(((one?.x ?? 0) - (other?.x ?? 0)) * -forward).toBeGreaterThan(0)
    await previous.tap()
    await shown.toBe(0)
    // Swiper is for the mouse only, because it would interfere with a swipe.
    await expect(page.locator('.slider-initialized')).toHaveCount(0)
  })

test('a mouse drags a slider in reading order; no click and no wheel loads Swiper before', async ({
  page,
  language,
}) => {
  const forward = language.locale === 'ar' ? 1 : -1
  await open(page, language.paths.home())
  const window = page.locator(slider.region).locator(slider.window)
  await window.hover()
  await expect.poll(() => shownIn(page, slider)).toBe(0)
  await page.mouse.wheel(forward * -300, 0)
  await expect.poll(() => shownIn(page, slider)).toBe(1)
  await expect(page.locator('.slider-initialized')).toHaveCount(0)
  await drag(page, forward * 220)
  await expect.poll(() => shownIn(page, slider)).toBe(2)
  await drag(page, forward * -220)
  await expect.poll(() => shownIn(page, slider)).toBe(1)
  // A drag follows no link.
  await expect(page).toHaveURL(language.paths.home())
})

for (const isDragged of [false, true])
  test(`wheel and trackpad go through a slider sideways, ${isDragged ? 'after' : 'before'} a drag`, async ({
    page,
    language,
  }) => {
    const forward = language.locale === 'ar' ? -1 : 1
    await open(page, language.paths.home())
    const window = page.locator(slider.region).locator(slider.window)
    await window.hover()
    const shown = expect.poll(() => shownIn(page, slider))
    await shown.toBe(0)
    if (isDragged) {
      await drag(page, forward * -220)
      await shown.toBe(1)
      await drag(page, forward * 220)
      await shown.toBe(0)
    }
    // Turns the wheel again where a turn that follows another one at once does not count.
    const afterWheel = (x: number, y: number) =>
      expect.poll(
        async () => {
          await page.mouse.wheel(x, y)
          return shownIn(page, slider)
        },
        { intervals: [300] },
      )
    const before = await page.evaluate(() => scrollY)
    await afterWheel(forward * 300, 0).toBeGreaterThan(0)
    await afterWheel(forward * -300, 0).toBe(0)
    await page.keyboard.down('Shift')
    await afterWheel(0, forward * 300).toBeGreaterThan(0)
    await afterWheel(0, forward * -300).toBe(0)
    await page.keyboard.up('Shift')
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.mouse.wheel(0, 120)
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before)
    expect(await shownIn(page, slider)).toBe(0)
  })

/** Drags the first slider by the mouse over a distance. More than half a card counts also if the drag is slow. */
async function drag(page: Page, distance: number): Promise<void> {
  const window = page.locator(slider.region).locator(slider.window)
  const { x = 0, y = 0, width = 0 } = (await window.boundingBox()) ?? {}
  const from = x + width / 2 - distance / 2
  await page.mouse.move(from, y + 100)
  await page.mouse.down()
  await page.mouse.move(from + distance / 10, y + 100)
  // The first drag loads Swiper.
  await page.locator('.slider-initialized').waitFor()
  await page.mouse.move(from + distance, y + 100, { steps: 12 })
  await page.mouse.up()
}

/** Returns the index of the item in the middle of the carousel's visible part, or -1 if no item is there. */
function shownIn(page: Page, { region, window, item }: typeof slider): Promise<number> {
  return page.locator(region).evaluate(
    (carousel, { window, item }) => {
      const frame = carousel.querySelector(window)?.getBoundingClientRect()
      const middle = frame ? frame.left + frame.width / 2 : 0
      return Array.from(carousel.querySelectorAll(item)).findIndex((each) => {
        const { left, right } = each.getBoundingClientRect()
        // Expects that the carousel has noticed this item, because its buttons continue from it.
        return Math.abs((left + right) / 2 - middle) < 20 && each.closest('[inert]') === null
      })
    },
    { window, item },
  )
}

/** Swipes over most of the carousel's visible part: right if `way` is 1, left if -1. */
async function swipe(page: Page, { region, window }: typeof slider, way: number): Promise<void> {
  const box = (await page.locator(region).locator(window).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  const devtools = await page.context().newCDPSession(page)
  const began = Date.now() / 1000
  for (let step = 0; step <= 9; step++) {
    const share = 0.5 + way * 0.7 * (Math.min(step, 8) / 8 - 0.5)
    await devtools.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x: Math.round(box.x + box.width * share), y: Math.round(Math.max(box.y, 80) + 20) }],
      // Sets the timestamps, because uneven timing on a busy machine would make the swipe skip an item. The swipe rests at its end.
      timestamp: began + (step === 9 ? 0.4 : step * 0.03),
    })
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: began + 0.41 })
  await devtools.detach()
}
