import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { firstOf } from '../site-pages'
import { eventually, languages, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const content = await readContent()

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  test('the mark, the footer and the title go along with a navigation of 250 ms', async () => {
    const { page } = await open()
    await page.addInitScript(() => {
      const animate = Element.prototype.animate
      Element.prototype.animate = function (this: Element, frames, options) {
        if (this.localName === 'main') console.info(`transition ${(options as KeyframeAnimationOptions).duration}`)
        return animate.call(this, frames, options)
      }
    })
    const transitions: string[] = []
    page.on('console', (message) => message.text().startsWith('transition') && transitions.push(message.text()))
    await page.goto(inject('site') + paths.ourMission())
    await takenOver(page)
    expect(transitions).toEqual([])
    const menu = page.getByRole('navigation', { name: t('nav.main') })
    await menu.getByRole('link', { name: t('nav.contactUs'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: t('contact.title') }).waitFor()
    await eventually(() => page.getByRole('contentinfo').count()).toBe(0)
    expect(await page.title()).toContain(t('head.contactUs.title'))
    await eventually(() => page.getByRole('status').first().textContent()).toBe(await page.title())
    const marked = menu.locator('[aria-current="page"]')
    expect(await marked.evaluateAll((links) => links.map((link) => link.textContent))).toEqual([t('nav.contactUs')])
    expect(transitions).toEqual(['transition 250'])
    await page.goBack()
    await eventually(() => page.getByRole('contentinfo').count()).toBe(1)
  })

  test('reduced motion has no transition', async () => {
    const { page } = await open({ reducedMotion: 'reduce' })
    await page.goto(inject('site') + paths.ourMission())
    await takenOver(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: t('list.ourCourses'), exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: t('list.ourCourses') }).waitFor()
    expect(await page.getByRole('main').evaluate((main) => main.getAnimations().length)).toBe(0)
  })

  test('a hash scrolls smoothly to its place, a new page begins at the top', async () => {
    const { page } = await open({ viewport: { width: 800, height: 500 } })
    await page.addInitScript(() => {
      const scroll = Element.prototype.scrollIntoView
      Element.prototype.scrollIntoView = function (this: Element, options) {
        console.info(`scrolls ${(options as ScrollIntoViewOptions).behavior} to ${this.id}`)
        scroll.call(this, options)
      }
    })
    const scrolls: string[] = []
    page.on('console', (message) => message.text().startsWith('scrolls') && scrolls.push(message.text()))
    const place = () => page.evaluate(() => document.getElementById('team')?.getBoundingClientRect().top ?? -1)

    await page.goto(`${inject('site')}${paths.whoWeAre()}#team`)
    await takenOver(page)
    // Below the header, in the upper half.
    await eventually(place).toBeLessThan(250)
    expect(await place()).toBeGreaterThan(40)

    await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('nav.ourMission'), exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: t('mission.title') }).waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)

    // A link to a place on another page, as a page's own words could hold it.
    const link = page.getByRole('main').getByRole('link', { name: t('about.whoWeAre'), exact: true })
    await page.evaluate((to) => history.replaceState(history.state, '', to), `${paths.ourMission()}#nowhere`)
    await link.click()
    await page.getByRole('heading', { level: 1, name: t('about.whoWeAre') }).waitFor()
    await eventually(() => page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('Back returns to where one was: before script came, and across the language switch', async () => {
    const { page } = await open()
    const scroll = () => page.evaluate(() => window.scrollY)
    // The page can be scrolled as soon as it is there; its script comes later.
    await page.route('**/*.js', async (route) => {
      await page.waitForFunction(() => window.scrollY === 700)
      await route.continue()
    })
    await page.goto(inject('site') + paths.courses(), { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
    await takenOver(page)
    // What is asked for from here on passes: it would else wait for a place that the page has left.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const course = page.getByRole('article').nth(2).getByRole('link').first()
    // By a click that doesn't scroll.
    await course.dispatchEvent('click')
    await page.getByRole('heading', { level: 2, name: t('share.title') }).waitFor()
    await page.goBack()
    await eventually(scroll).toBe(700)

    await page.locator('.language-switch a:not([aria-current])').click()
    await eventually(() => page.locator('html').getAttribute('lang')).not.toBe(locale)
    await page.getByRole('article').nth(2).getByRole('link').first().dispatchEvent('click')
    await eventually(scroll).toBe(0)
    await page.goBack()
    await eventually(scroll).toBe(700)
  })

  test('unknown addresses lead home by script too, in their language', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    const item = firstOf(content.news)
    await page.goto(`${inject('site')}${paths.newsItem(item.slug)}/more`)
    expect(new URL(page.url()).pathname).toBe(paths.home())
  })
})
