import { expect, failing, test } from '../site/fixtures'
import { follow, open, takenOver } from '../site/page'

test('the mark, the footer and the title change with a transition of 250 ms, which begins readable', async ({
  page,
  language,
}) => {
  const { t, paths } = language
  await page.addInitScript(() => {
    const animate = Element.prototype.animate
    Element.prototype.animate = function (this: Element, frames, options) {
      const animation = animate.call(this, frames, options)
      const opacity = getComputedStyle(this).opacity
      if (this.localName === 'main')
        console.info(`transition ${animation.effect?.getTiming().duration} from ${opacity}`)
      return animation
    }
  })
  const transitions: string[] = []
  page.on('console', (message) => message.text().startsWith('transition') && transitions.push(message.text()))
  await open(page, paths.ourMission())
  expect(transitions).toEqual([])
  const menu = page.getByRole('navigation', { name: t('nav.main') })
  await menu.getByRole('link', { name: t('nav.contactUs'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('contact.title') })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  expect(await page.title()).toContain(t('head.contactUs.title'))
  await expect(page.getByRole('status').first()).toHaveText(await page.title())
  await expect(menu.locator('[aria-current="page"]')).toHaveText([t('nav.contactUs')])
  expect(transitions).toEqual(['transition 250 from 0.5'])
  await page.goBack()
  await expect(page.getByRole('contentinfo')).toHaveCount(1)
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('there is no transition', async ({ page, language: { t, paths } }) => {
    await open(page, paths.ourMission())
    await follow(page, 'main', t('list.ourCourses'))
    await expect(page.getByRole('heading', { level: 1, name: t('list.ourCourses') })).toBeVisible()
    expect(await page.getByRole('main').evaluate((main) => main.getAnimations().length)).toBe(0)
  })
})

test('a hash leads to its place, a new page begins at the top', async ({ page, language: { t, paths } }) => {
  await page.setViewportSize({ width: 800, height: 500 })
  const place = () => page.evaluate(() => document.getElementById('team')?.getBoundingClientRect().top ?? -1)
  const scroll = () => page.evaluate(() => window.scrollY)

  await open(page, `${paths.whoWeAre()}#team`)
  await expect.poll(place).toBeLessThan(250)
  expect(await place()).toBeGreaterThan(40)

  await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
  await follow(page, 'contentinfo', t('nav.ourMission'))
  await expect(page.getByRole('heading', { level: 1, name: t('mission.title') })).toBeVisible()
  expect(await scroll()).toBe(0)

  // A link to a hash on another page, as a text could contain it.
  const link = page.getByRole('main').getByRole('link', { name: t('about.whoWeAre'), exact: true })
  await page.evaluate((to) => history.replaceState(history.state, '', to), `${paths.ourMission()}#nowhere`)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: t('about.whoWeAre') })).toBeVisible()
  await expect.poll(scroll).toBe(0)
})

test('Back restores the scroll position, also across the language switch', async ({ page, language }) => {
  const { locale, t, paths } = language
  const scroll = expect.poll(() => page.evaluate(() => window.scrollY))
  // The page can be scrolled before its script loads.
  await page.route('**/*.js', async (route) => {
    await page.waitForFunction(() => window.scrollY === 700)
    await route.continue()
  })
  await page.goto(paths.courses(), { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
  await takenOver(page)
  // Later requests must pass; they would wait for a scroll position that the page has left.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const course = page.getByRole('article').nth(2).getByRole('link').first()
  // Dispatches the click, because a real one would scroll.
  await course.dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 2, name: t('share.title') })).toBeVisible()
  await page.goBack()
  await scroll.toBe(700)

  await page.locator('.language-switch a:not([aria-current])').click()
  await expect(page.locator('html')).not.toHaveAttribute('lang', locale)
  await course.dispatchEvent('click')
  await scroll.toBe(0)
  await page.goBack()
  await scroll.toBe(700)
})

test('a tapped page shows its heading first, and never its footer', async ({ page, language: { paths } }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, paths.courses())
  for (const link of ['main h2 a', 'main a.neighbour']) {
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.innerText()
    await page.evaluate((former) => {
      const seen: { hasRest: boolean; footer: number }[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        if (document.querySelector('h1')?.innerText === former) return
        const { top = 0 } = document.querySelector('.site-footer')?.getBoundingClientRect() ?? {}
        seen.push({ hasRest: document.querySelector('.share, .prose') !== null, footer: top })
      }).observe(document, { subtree: true, childList: true, characterData: true })
    }, before)
    await page.locator(link).first().click()
    await expect(heading).not.toHaveText(before)
    await expect(page.locator('.share')).toBeVisible()
    await expect(page.locator('.detail .prose')).toBeVisible()
    const seen = await page.evaluate(() => Reflect.get(window, 'seen') as { hasRest: boolean; footer: number }[])
    expect(seen[0]?.hasRest).toBe(false)
    expect(seen.filter(({ footer }) => footer < 780)).toEqual([])
  }
})

test('a page whose code does not load can be retried', failing, async ({ page, language: { t, paths } }) => {
  await open(page, paths.blogs())
  await page.route('**/assets/ContactPage-*', (route) => route.abort('connectionreset'))
  await follow(page, 'contentinfo', t('nav.contactUs'))
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading', { level: 1, name: t('error.failed.title') })).toBeVisible()
  await expect(page).toHaveURL(paths.contactUs())
  await page.unroute('**/assets/ContactPage-*')
  await alert.getByRole('button', { name: t('action.tryAgain') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('contact.title') })).toBeVisible()
})
