import { expect, test } from '../site/fixtures'
import { hold, open, shownOf, takenOver } from '../site/page'
import { readContent } from '../support/shipped-content'

const content = await readContent()

test.use({ reducedMotion: 'reduce' })

test('sections in order, a ticker with the news, hero indicators', async ({ page, language: { t, paths } }) => {
  await open(page, paths.home())
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

  const ticker = page.getByRole('region', { name: t('nav.news'), exact: true })
  const hrefs = await ticker.locator('li a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(content.news.slice(0, 24).map(({ slug }) => paths.newsItem(slug)))

  const hero = page.getByRole('region', { name: t('home.hero.label') })
  await expect(hero.getByRole('button', { name: t('carousel.play') })).toHaveCount(1)
  const name = t('carousel.indicator', { place: 4, total: 5, title: t('home.slogan4.title') })
  const indicator = hero.getByRole('button', { name, exact: true })
  await indicator.click()
  await expect(indicator).toHaveAttribute('aria-current', 'true')
  await expect(hero.locator('.hero-indicator[aria-current="true"]')).toHaveCount(1)
  const link = hero.getByRole('link', { name: t('home.slogan4.action'), exact: true })
  await expect.poll(() => link.evaluate((element) => element.closest('[inert]') === null)).toBe(true)
  await link.click()
  await expect(page).toHaveURL(paths.programmingCompetitions())
})

test('its sliders show four items or one, and advance by one', async ({ page, language: { t, paths } }) => {
  await open(page, paths.home())
  const slider = page.getByRole('region', { name: t('list.ourEvents') })
  const items = slider.locator('li:has(article)')
  const shown = expect.poll(() => shownOf(items))
  for (const [width, count] of [
    [1280, 4],
    [993, 4],
    [992, 1],
    [360, 1],
  ] as const)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await slider.scrollIntoViewIfNeeded()
      await shown.toEqual(Array.from({ length: count }, (_, index) => index))
      await slider.getByRole('button', { name: t('carousel.next') }).click()
      await shown.toEqual(Array.from({ length: count }, (_, index) => index + 1))
      await slider.getByRole('button', { name: t('carousel.previous') }).click()
      await shown.toEqual(Array.from({ length: count }, (_, index) => index))
    })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 }, isMobile: true })

  test('it fetches pictures only of slides that were shown', async ({ page, language: { t, paths } }) => {
    const fetched = new Set<string>()
    page.on('request', (request) => {
      const name = /\/images\/([^?]+)/.exec(request.url())?.[1]
      if (name) fetched.add(name)
    })
    await open(page, paths.home())
    const expected: (string | undefined)[] = []
    for (const [name, items] of [
      [t('list.ourCourses'), content.courses],
      [t('list.ourEvents'), content.events],
      [t('list.ourBlogs'), content.blogs],
    ] as const) {
      const slider = page.getByRole('region', { name })
      const isThere = (index: number) => {
        const picture = slider.locator('.picture img').nth(index)
        return expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true)
      }
      await slider.scrollIntoViewIfNeeded()
      await isThere(0)
      await slider.getByRole('button', { name: t('carousel.next') }).click()
      await isThere(1)
      expected.push(items[0]?.image, items[1]?.image)
    }
    expect([...fetched].sort()).toEqual(expected.sort())
  })
})

for (const presses of [1, 2])
  test(`${presses} presses before the script loads move a row and a menu`, async ({ page, language: { t, paths } }) => {
    const release = await hold(page, '**/assets/*.js')
    await page.goto(paths.home())
    const slider = page.getByRole('region', { name: t('list.ourEvents') })
    const next = slider.getByRole('button', { name: t('carousel.next') })
    const menu = page.getByRole('banner').getByRole('button', { name: t('nav.courses'), exact: true })
    const isOpen = String(presses % 2 === 1)
    for (let press = 0; press < presses; press++) await next.click()
    for (let press = 0; press < presses; press++) await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', isOpen)
    release()
    await takenOver(page)
    await expect(menu).toHaveAttribute('aria-expanded', isOpen)
    const items = slider.locator('li:has(article)')
    await expect.poll(() => shownOf(items)).toEqual([0, 1, 2, 3].map((index) => index + presses))
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', String(isOpen === 'false'))
  })

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('Pause pressed twice before the script loads pauses nothing', async ({ page, language: { t, paths } }) => {
    const release = await hold(page, '**/assets/*.js')
    await page.goto(paths.home())
    const hero = page.getByRole('region', { name: t('home.hero.label') })
    const pause = hero.locator('.pause-button')
    for (let press = 0; press < 2; press++) await pause.click()
    release()
    await takenOver(page)
    await expect(pause).toHaveAccessibleName(t('carousel.pause'))
  })
})
