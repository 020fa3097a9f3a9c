import { otherLocale } from '#contract/locales'
import { expect, failing, test } from '../site/fixtures'
import { drawn, follow, hold, open, switchTo, takenOver } from '../site/page'

for (const motion of ['no-preference', 'reduce'] as const)
  test(`the mark, the footer and the title change; motion: ${motion}`, async ({ page, language: { t, paths } }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await page.addInitScript(() => {
      // A swipe on a phone, which the browser itself animates.
      Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', { get: () => true })
      const animate = Element.prototype.animate
      Element.prototype.animate = function (this: Element, frames, options) {
        const animation = animate.call(this, frames, options)
        const duration = animation.effect?.getTiming().duration
        if (this.localName === 'main')
          console.info(`transition of ${duration} ms from ${getComputedStyle(this).opacity}`)
        return animation
      }
    })
    const transitions: string[] = []
    page.on('console', (message) => message.text().startsWith('transition') && transitions.push(message.text()))
    await open(page, paths.ourMission())
    await follow(page, 'banner', t('nav.contactUs'))
    await expect(page.getByRole('heading', { level: 1, name: t('contact.title') })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    expect(await page.title()).toContain(t('head.contactUs.title'))
    await expect(page.getByRole('status').last()).toHaveText(await page.title())
    await expect(page.getByRole('banner').locator('[aria-current="page"]')).toHaveText([t('nav.contactUs')])
    const own = motion === 'reduce' ? [] : ['transition of 250 ms from 0.5']
    expect(transitions).toEqual(own)
    await page.goBack()
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    await expect(page.getByRole('status').last()).toHaveText(await page.title())
    expect(transitions).toEqual(own)
  })

test('a hash leads to its place, a new page begins at the top', async ({ page, language: { t, paths } }) => {
  await page.setViewportSize({ width: 800, height: 500 })
  await open(page, `${paths.whoWeAre()}#team`)
  await expect.poll(async () => (await page.locator('#team').boundingBox())?.y).toBeLessThan(250)
  expect((await page.locator('#team').boundingBox())?.y).toBeGreaterThan(40)

  await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
  await drawn(page)
  // A plain link in a text, from which the reader comes back to where it stands (remix-run/react-router#11459).
  await page.evaluate(() => location.assign('#main'))
  const scroll = expect.poll(() => page.evaluate(() => window.scrollY))
  await scroll.toBeLessThan(200)
  await page.goBack()
  await scroll.toBe(200)
  await page.goForward()
  await scroll.toBeLessThan(200)
  await page.goBack()
  await scroll.toBe(200)

  await follow(page, 'contentinfo', t('nav.ourMission'))
  await expect(page.getByRole('heading', { level: 1, name: t('mission.title') })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('Back restores the scroll position, also across the language switch', async ({ page, language }) => {
  const { locale, t, paths } = language
  const scroll = expect.poll(() => page.evaluate(() => window.scrollY))
  // The page can be scrolled before its script loads.
  const release = await hold(page, '**/*.js')
  await page.goto(paths.courses())
  await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
  release()
  await takenOver(page)
  const course = page.getByRole('article').nth(2).getByRole('link').first()
  // Dispatches the click, because a real click would scroll.
  await course.dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 2, name: t('share.title') })).toBeVisible()
  await page.goBack()
  await scroll.toBe(700)

  await switchTo(page, otherLocale(locale))
  await course.dispatchEvent('click')
  await scroll.toBe(0)
  await page.goBack()
  await scroll.toBe(700)
})

test('a double click follows one link, and nothing that comes in its place', async ({ page, language }) => {
  const { t, paths } = language
  await open(page, paths.courses())
  const more = page.getByRole('link', { name: t('action.loadMore') })
  await more.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await more.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  const click = async (clickCount: number) => {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await expect(page.getByRole('article')).toHaveCount(14)
  }
  await click(1)
  // On a card
  await click(2)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { id: 'plain', href: '/healthz' })
    link.style.cssText = 'position: fixed; inset: 0; z-index: 99'
    document.body.append(link)
  })
  await click(3)
  await page.locator('#plain').evaluate((link) => link.remove())
  await follow(page, 'contentinfo', t('nav.ourMission'))
  await expect(page).toHaveURL(paths.ourMission())
  await page.goBack()
  await expect(page).toHaveURL(`${paths.courses()}?show=14`)
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
        // On a slow machine a skeleton comes first.
        if (document.querySelector('.skeleton') || document.querySelector('h1')?.innerText === former) return
        const { top = 0 } = document.querySelector('.site-footer')?.getBoundingClientRect() ?? {}
        seen.push({ hasRest: document.querySelector('.neighbours, .prose') !== null, footer: top })
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
  // The page's document would be loaded in place of its code.
  for (const address of ['**/assets/ContactPage-*', `**${paths.contactUs()}`])
    await page.route(address, (route) => route.abort('connectionreset'))
  await follow(page, 'contentinfo', t('nav.contactUs'))
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading', { level: 1, name: t('error.failed.title') })).toBeVisible()
  await expect(page).toHaveURL(paths.contactUs())
  await page.unrouteAll()
  await alert.getByRole('button', { name: t('action.tryAgain') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('contact.title') })).toBeVisible()
})
