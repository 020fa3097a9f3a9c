import { homeChangesPath } from '#contract/home-changes'
import { operations } from '#contract/operations'
import { expect, test } from '../site/fixtures'
import { hold, open, shownOf, takenOver } from '../site/page'
import { networkReturns } from '../site/router-walk'
import { readContent } from '../support/shipped-content'

const content = await readContent()

test.use({ reducedMotion: 'reduce' })

test('sections in order, a ticker with the news, hero indicators', async ({ page, language: { t, paths } }) => {
  await open(page, paths.home())
  const main = page.getByRole('main')
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
  await expect(main).toMatchAriaSnapshot(expected.map((name) => `- region ${JSON.stringify(name)}`).join('\n'))

  const ticker = page.getByRole('region', { name: t('nav.news'), exact: true })
  await expect(ticker.getByRole('heading', { level: 2, name: t('nav.news') })).toBeVisible()
  const hrefs = await ticker.locator('li a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(content.news.slice(0, 24).map(({ slug }) => paths.newsItem(slug)))

  const hero = page.getByRole('region', { name: t('home.hero.label') })
  await expect(hero.getByRole('button', { name: t('carousel.play') })).toHaveCount(1)
  const name = t('carousel.indicator', { position: 4, total: 5, title: t('home.slogan4.title') })
  const indicator = hero.getByRole('button', { name, exact: true })
  await indicator.click()
  await expect(indicator).toHaveAttribute('aria-current', 'true')
  await expect(hero.locator('.hero-indicator[aria-current="true"]')).toHaveCount(1)
  await expect.poll(() => shownOf(hero.locator('.hero-slide'))).toEqual([3])
  await hero.getByRole('link', { name: t('home.slogan4.action'), exact: true }).click()
  await expect(page).toHaveURL(paths.programmingCompetitions())
})

test('the button of each slide has one place, and its drawing is there before it shows', async ({ page, language }) => {
  await open(page, language.paths.home())
  const drawings = page.locator('.hero-art')
  const areLoaded = () =>
    drawings.evaluateAll((all: HTMLImageElement[]) =>
      all.map(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    )
  await expect.poll(areLoaded).toEqual(Array(5).fill(true))
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const places = await page.locator('.hero-action').evaluateAll((buttons) =>
      buttons.map((button) => {
        const [slide, own] = [button.closest('.hero-slide'), button].map((each) => each?.getBoundingClientRect())
        return Math.round((own?.top ?? 0) - (slide?.top ?? 0))
      }),
    )
    expect(new Set(places).size, `${width} px: ${places}`).toBe(1)
  }
})

test('what is taught leads to its courses', async ({ page, language: { t, paths } }) => {
  await page.goto(paths.home())
  for (const [subject, slug] of [
    ['python', 'python'],
    ['pythonForAi', 'python'],
    ['machineLearning', 'machine-learning'],
    ['deepLearning', 'deep-learning'],
  ] as const) {
    const name = t(`home.teach.${subject}.title`)
    const link = page.locator('.teaching').getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', paths.courseCategory(slug))
  }
})

test('its sliders show four items or one, and advance by one', async ({ page, language: { t, paths } }) => {
  await open(page, paths.home())
  const slider = page.getByRole('region', { name: t('list.ourEvents') })
  const shown = expect.poll(() => shownOf(slider.locator('li:has(article)')))
  for (const width of [1280, 993, 992, 360]) {
    const start = width > 992 ? [0, 1, 2, 3] : [0]
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await slider.scrollIntoViewIfNeeded()
      await shown.toEqual(start)
      await slider.getByRole('button', { name: t('carousel.next') }).click()
      await shown.toEqual(start.map((index) => index + 1))
      await slider.getByRole('button', { name: t('carousel.previous') }).click()
      await shown.toEqual(start)
    })
  }
})

test('a mouse that drags a slider before its slides in view are known does not undo a press', async ({
  page,
  language,
}) => {
  const { t, paths } = language
  // Holds the reports of the slides in view, as a slow device does.
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    let isHeld = false
    addEventListener('hold-observers', () => {
      isHeld = true
    })
    addEventListener('release-observers', () => {
      isHeld = false
      for (const report of held) report()
    })
    const { IntersectionObserver } = globalThis
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          if (isHeld) held.push(() => callback(entries, observer))
          else callback(entries, observer)
        }, options)
      }
    }
  })
  await open(page, paths.home())
  const slider = page.getByRole('region', { name: t('list.ourEvents') })
  const shown = expect.poll(() => shownOf(slider.locator('li:has(article)')))
  await slider.scrollIntoViewIfNeeded()
  await shown.toEqual([0, 1, 2, 3])
  await page.evaluate(() => dispatchEvent(new Event('hold-observers')))
  const row = slider.locator('.slider-viewport')
  await slider.getByRole('button', { name: t('carousel.next') }).press('Enter')
  await expect.poll(() => row.evaluate(({ scrollLeft }) => scrollLeft)).not.toBe(0)
  await row.hover()
  await page.mouse.down()
  const { x = 0, y = 0, width = 0, height = 0 } = (await row.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2 + 10, y + height / 2)
  await expect(slider.locator('.slider-initialized')).toHaveCount(1)
  await page.mouse.up()
  await page.evaluate(() => dispatchEvent(new Event('release-observers')))
  await shown.toEqual([1, 2, 3, 4])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 }, isMobile: true })

  test('the footer is laid out only near the screen', async ({ page, language: { paths } }) => {
    await open(page, paths.home())
    const footer = page.getByRole('contentinfo')
    const isLaidOut = expect.poll(() =>
      footer.locator('h2').evaluateAll(([first]) => first?.checkVisibility({ contentVisibilityAuto: true })),
    )
    await isLaidOut.toBe(false)
    await footer.scrollIntoViewIfNeeded()
    await isLaidOut.toBe(true)
  })

  test('it fetches pictures only of slides that were shown', async ({ page, language: { t, paths } }) => {
    const fetched = new Set<string | undefined>()
    page.on('request', (request) => fetched.add(/\/images\/([^?]+)/.exec(request.url())?.[1]))
    await open(page, paths.home())
    const slider = page.getByRole('region', { name: t('list.ourCourses') })
    await slider.scrollIntoViewIfNeeded()
    const images = content.courses.map(({ image }) => image)
    const expectFetched = expect.poll(() => images.filter((image) => fetched.has(image)))
    await expectFetched.toEqual(images.slice(0, 1))
    await slider.getByRole('button', { name: t('carousel.next') }).click()
    await expectFetched.toEqual(images.slice(0, 2))
  })
})

test('what is below the first screen is hydrated at the first interaction', async ({
  page,
  language: { t, paths },
}) => {
  await open(page, paths.home())
  const items = page.getByRole('region', { name: t('list.ourEvents') }).locator('li:has(article)')
  expect(await shownOf(items)).toHaveLength(await items.count())
  await page.keyboard.press('Shift')
  await expect.poll(() => shownOf(items)).toEqual([0, 1, 2, 3])
})

test('a section that is not hydrated handles the first press', async ({ page, language: { t, paths } }) => {
  await open(page, paths.home())
  const slider = page.getByRole('region', { name: t('list.ourEvents') })
  // Clicks without the pointer, as assistive technology does.
  await slider.getByRole('button', { name: t('carousel.next') }).evaluate((button: HTMLElement) => button.click())
  await expect.poll(() => shownOf(slider.locator('li:has(article)'))).toEqual([1, 2, 3, 4])
  await open(page, paths.home())
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const link = page.getByRole('contentinfo').locator(`a[href="${paths.ourMission()}"]`)
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(page).toHaveURL(paths.ourMission())
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true)
})

test('newer content replaces a section that is not hydrated', async ({ page, language: { t, paths } }) => {
  await open(page, paths.home())
  const [first, ...rest] = content.events
  const changed = { ...content, events: [{ ...first, en_title: 'Changed', ar_title: 'Changed' }, ...rest] }
  await page.route(`**${operations.homeData.path}`, (route) => route.fulfill({ json: { data: [changed] } }))
  await page.route(`**${homeChangesPath('*')}`, (route) => route.fulfill({ json: { data: null } }))
  await networkReturns(page)
  const slider = page.getByRole('region', { name: t('list.ourEvents') })
  await expect(slider.getByRole('heading', { level: 3 }).first()).toHaveText('Changed')
  await expect.poll(() => shownOf(slider.locator('li:has(article)'))).toEqual([0, 1, 2, 3])
})

for (const presses of [1, 2])
  test(`${presses} presses before the script loads move a row, a menu and a pause`, async ({ page, language }) => {
    const { t, paths } = language
    const release = await hold(page, '**/assets/*.js')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(paths.home())
    const slider = page.getByRole('region', { name: t('list.ourEvents') })
    const next = slider.getByRole('button', { name: t('carousel.next') })
    const pause = page.getByRole('region', { name: t('home.hero.label') }).locator('.pause-button')
    const menu = page.getByRole('banner').getByRole('button', { name: t('nav.courses'), exact: true })
    const isOpen = String(presses % 2 === 1)
    for (const button of [pause, next, menu]) for (let press = 0; press < presses; press++) await button.click()
    await expect(menu).toHaveAttribute('aria-expanded', isOpen)
    release()
    await takenOver(page)
    await expect(menu).toHaveAttribute('aria-expanded', isOpen)
    await expect(pause).toHaveAccessibleName(t(presses === 1 ? 'carousel.play' : 'carousel.pause'))
    const items = slider.locator('li:has(article)')
    await expect.poll(() => shownOf(items)).toEqual([0, 1, 2, 3].map((index) => index + presses))
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', String(isOpen === 'false'))
  })
