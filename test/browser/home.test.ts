import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { eventually, isAtRest, languages, sharedBrowser, takenOver, watchScrolls } from './visit'

const open = sharedBrowser()
const content = await readContent()

describe.each(languages)('the home page in $locale', ({ locale, t, paths }) => {
  const openHome = async (options: Parameters<typeof open>[0] = {}) => {
    const { page, complaints } = await open(options)
    await watchScrolls(page)
    await page.clock.install({ time: new Date('2027-01-01T10:00:00Z') })
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    await page.mouse.move(1, 790)
    // From here on time passes only as the test lets it.
    await page.clock.pauseAt(new Date('2027-01-01T11:00:00Z'))
    await settled(page)
    return { page, complaints }
  }
  const hero = (page: Page) => page.getByRole('region', { name: t('home.hero.label') })
  const ticker = (page: Page) => page.getByRole('region', { name: t('nav.news'), exact: true })
  /** Which of the hero's indicators is the current one, from 1. */
  const slide = (page: Page) =>
    hero(page)
      .getByRole('button', { name: new RegExp(t('carousel.indicator', { place: '\\d', total: 5, title: '' })) })
      .evaluateAll((buttons) => buttons.findIndex((button) => button.getAttribute('aria-current') === 'true') + 1)

  test('has its sections in the order of the spec', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.home())
    const names = await page
      .getByRole('main')
      .getByRole('region')
      .evaluateAll((regions) =>
        regions.map((region) => {
          const label = document.getElementById(region.getAttribute('aria-labelledby') ?? '')
          return region.getAttribute('aria-label') ?? label?.textContent
        }),
      )
    const expected = [
      t('home.hero.label'),
      t('nav.news'),
      t('list.ourCourses'),
      t('about.whoWeAre'),
      t('list.ourEvents'),
      t('mission.title'),
      t('list.ourBlogs'),
      t('home.contact.title'),
    ]
    expect(names.filter((name) => expected.includes(name ?? ''))).toEqual(expected)
  })

  test('the hero goes on every 3 s, round and round, until it is paused', async () => {
    const { page, complaints } = await openHome()
    const start = await slide(page)
    // Wherever the clock stands in the slide's time, the next one comes within 3 s, and each further one after 3 s.
    await page.clock.runFor(3_000)
    await eventually(() => slide(page)).toBe((start % 5) + 1)
    for (let step = 1; step <= 5; step++) {
      await settled(page)
      await page.clock.runFor(3_000)
      await eventually(() => slide(page)).toBe(((start + step) % 5) + 1)
    }
    await settled(page)
    const shown = await slide(page)
    await hero(page)
      .getByRole('button', { name: t('carousel.pause') })
      .click()
    await page.clock.runFor(30_000)
    expect(await slide(page)).toBe(shown)
    await page.reload()
    // The server knows nothing of the choice: script has taken the page over once its button says so.
    await eventually(async () => {
      await page.clock.runFor(1_000)
      return hero(page)
        .getByRole('button', { name: t('carousel.play') })
        .count()
    }).toBe(1)
    const paused = await slide(page)
    await page.clock.runFor(9_000)
    expect(await slide(page)).toBe(paused)
    expect(complaints).toEqual([])
  })

  test('the hero waits under the mouse, and stands still when less motion is asked for', async () => {
    const { page } = await openHome()
    await hero(page).hover()
    const shown = await slide(page)
    await page.clock.runFor(12_000)
    expect(await slide(page)).toBe(shown)

    const { page: still } = await openHome({ reducedMotion: 'reduce' })
    await still.clock.runFor(12_000)
    expect(await slide(still)).toBe(1)
    expect(
      await hero(still)
        .getByRole('button', { name: t('carousel.play') })
        .count(),
    ).toBe(1)
  })

  test('its indicators show the slide that they name', async () => {
    const { page } = await openHome({ reducedMotion: 'reduce' })
    const name = t('carousel.indicator', { place: 4, total: 5, title: t('home.slogan4.title') })
    await hero(page).getByRole('button', { name, exact: true }).click()
    await eventually(() => slide(page)).toBe(4)
    const link = hero(page).getByRole('link', { name: t('home.slogan4.action'), exact: true })
    await eventually(() => link.evaluate((element) => element.closest('[inert]') === null)).toBe(true)
    await link.click()
    await page.waitForURL((url) => url.pathname === paths.programmingCompetitions())
  })

  test('the ticker shows the next headline after 5 s, each a link to its item', async () => {
    const { page } = await openHome()
    const links = ticker(page).getByRole('listitem').getByRole('link')
    const hrefs = await ticker(page)
      .locator('li a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual(content.news.slice(0, 24).map(({ slug }) => paths.newsItem(slug)))
    const current = () => ticker(page).locator('li:not([inert]) a').getAttribute('href')
    const before = hrefs.indexOf(await current())
    expect(before).toBeGreaterThanOrEqual(0)
    await page.clock.runFor(5_000)
    await eventually(current).toBe(hrefs[before + 1])
    await ticker(page)
      .getByRole('button', { name: t('carousel.next') })
      .click()
    await eventually(current).toBe(hrefs[before + 2])
    await ticker(page)
      .getByRole('button', { name: t('carousel.pause') })
      .click()
    await page.clock.runFor(20_000)
    expect(await current()).toBe(hrefs[before + 2])
    expect(await links.count()).toBeGreaterThan(0)
  })

  test.each([
    [1280, 4],
    [993, 4],
    [992, 1],
    [360, 1],
  ])('at %i px its sliders show %i items, and go on by one', async (width, count) => {
    const { page, complaints } = await open({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    const slider = page.getByRole('region', { name: t('list.ourEvents') })
    const items = slider.locator('li:has(article)')
    const shown = () =>
      items.evaluateAll((all) => all.flatMap((item, index) => (item.closest('[inert]') ? [] : [index])))
    await slider.scrollIntoViewIfNeeded()
    await eventually(shown).toEqual(Array.from({ length: count }, (_, index) => index))
    await slider.getByRole('button', { name: t('carousel.next') }).click()
    await eventually(shown).toEqual(Array.from({ length: count }, (_, index) => index + 1))
    const [first] = await items
      .nth(1)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(first).toBe(paths.event(content.events[1]?.slug ?? ''))
    // The next one comes from where one reads on to.
    const [left, right] = await Promise.all([items.nth(1).boundingBox(), items.nth(2).boundingBox()])
    expect(Math.sign((right?.x ?? 0) - (left?.x ?? 0))).toBe(locale === 'en' ? 1 : -1)
    expect(complaints).toEqual([])
  })

  test('a phone fetches no picture of a slide that nobody has gone to', async () => {
    const { page } = await open({ viewport: { width: 412, height: 823 }, isMobile: true, reducedMotion: 'reduce' })
    const fetched = new Set<string>()
    page.on('request', (request) => {
      const name = /\/images\/([^?]+)/.exec(request.url())?.[1]
      if (name) fetched.add(name)
    })
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    const expected: (string | undefined)[] = []
    for (const [name, items] of [
      [t('list.ourCourses'), content.courses],
      [t('list.ourEvents'), content.events],
      [t('list.ourBlogs'), content.blogs],
    ] as const) {
      const slider = page.getByRole('region', { name })
      const isThere = (index: number) =>
        slider
          .locator('.picture img')
          .nth(index)
          .evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
      await slider.scrollIntoViewIfNeeded()
      await eventually(() => isThere(0)).toBe(true)
      await slider.getByRole('button', { name: t('carousel.next') }).click()
      await eventually(() => isThere(1)).toBe(true)
      expected.push(items[0]?.image, items[1]?.image)
    }
    expect([...fetched].sort()).toEqual(expected.sort())
  })
})

/** Waits until the hero's track rests on the slide that is shown: before, its end of scrolling may tell of the one it came from. */
async function settled(page: Page): Promise<void> {
  await eventually(() => isAtRest(page, '.hero-track', '.hero-slide:not([inert])')).toBe(true)
}
