import type { Page, Route } from '@playwright/test'
import { bareWords, type LabelKey } from '#content/i18n'
import { otherLocale } from '#contract/locales'
import { operations } from '#contract/operations'
import { inLocale } from '#contract/paths'
import { expect, failing, test } from '../site/fixtures'
import { hold, type Language, languages, open, shownOf, switchTo, takenOver } from '../site/page'
import { goTo, hurry, networkReturns } from '../site/router-walk'
import { readContent } from '../support/shipped-content'
import { firstOf, missingSlug } from '../support/site-pages'

const content = await readContent()
const course = firstOf(content.courses)
const blog = firstOf(content.blogs)
const total = content.courses.length

/** Words that several courses have in their titles. */
const searches = { en: ['Python', 'learning'], ar: ['بايثون', 'البيانات'] }

/** Ends each translated text. It is invisible, so that tests still find elements by their words. */
const mark = '\u2060'

/**
 * Does to the page's texts as Chrome's translation: it puts other text nodes, inside of two `font` elements, in the place of the
 * page's own text nodes, now and whenever the page adds or changes a text.
 */
function translate(page: Page): Promise<void> {
  return page.evaluate((end) => {
    const excluded = 'script, style, textarea, font font, [translate="no"], .notranslate'
    const translateBelow = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts = node instanceof Text ? [node] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.parentElement || text.parentElement.closest(excluded)) continue
        const outer = document.createElement('font')
        outer.appendChild(document.createElement('font')).textContent = text.data + end
        text.replaceWith(outer)
      }
    }
    document.documentElement.lang = 'fr'
    document.documentElement.classList.add('translated-ltr')
    translateBelow(document.body)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translateBelow(node)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, mark)
}

const openBy: Record<string, (page: Page, path: string) => Promise<void>> = {
  'before hydration': async (page, path) => {
    const release = await hold(page, '**/assets/*.js')
    await page.goto(path)
    await translate(page)
    release()
    await takenOver(page)
    await expect(page.locator('font').first()).toBeAttached()
  },
  'after hydration': async (page, path) => {
    await open(page, path)
    await translate(page)
  },
}

/** The text of the site's parts, without the translation's marks. */
const pageText = (page: Page, html?: string) =>
  page.evaluate(
    ({ source, end }) => {
      const shown =
        source === undefined
          ? document
          : new DOMParser().parseFromString(source.replace(/<style.*?<\/style>/gs, ''), 'text/html')
      const parts = [...shown.querySelectorAll('.skip-link, .site-header, main, .site-footer')]
      return parts.map(({ textContent }) => textContent?.replaceAll(end, ''))
    },
    { source: html, end: mark },
  )

const withoutMarks = (text: string) => text.replaceAll(mark, '')

/** Switches the language of the page there and back. All texts must be those that the server sends in that language. */
async function switchBothWays(page: Page, { locale }: Language): Promise<void> {
  const { pathname, search, origin } = new URL(page.url())
  for (const next of [otherLocale(locale), locale]) {
    await switchTo(page, next)
    const html = await (await page.request.get(origin + inLocale(pathname, next) + search)).text()
    await expect.poll(() => pageText(page)).toEqual(await pageText(page, html))
  }
}

/** Expects the page's title to be announced. Reads it again each time, because it may still be that of the page before. */
const isAnnounced = (page: Page) =>
  expect
    .poll(async () =>
      page
        .getByRole('status')
        .filter({ hasText: await page.title() })
        .count(),
    )
    .toBe(1)

test.use({ reducedMotion: 'reduce' })

test.beforeEach(async ({ page }) => {
  // Complains of a text that React changes after it was replaced.
  await page.addInitScript(() => {
    const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...nodeValue,
      set(this: Node, text: string) {
        if (!this.isConnected) console.error(`a change that nobody sees: ${text}`)
        nodeValue?.set?.call(this, text)
      },
    })
  })
})

for (const [time, openTranslated] of Object.entries(openBy))
  test.describe(`translated by the browser ${time}`, () => {
    test('home: menus, carousels, language', async ({ page, language }) => {
      const { t, paths } = language
      await openTranslated(page, paths.home())
      const courses = page.getByRole('banner').getByRole('button', { name: t('nav.courses') })
      for (const isOpen of ['true', 'false', 'true']) {
        await courses.click()
        await expect(courses).toHaveAttribute('aria-expanded', isOpen)
      }
      await page.keyboard.press('Escape')
      const hero = page.getByRole('region', { name: t('home.hero.label') })
      const ticker = page.getByRole('region', { name: t('nav.news') })
      for (const carousel of [hero, ticker]) {
        await carousel.getByRole('button', { name: t('carousel.play') }).click()
        await carousel.getByRole('button', { name: t('carousel.pause') }).click()
        await expect(carousel.getByRole('button', { name: t('carousel.play') })).toBeVisible()
      }
      await ticker.getByRole('button', { name: t('carousel.next') }).click()
      await expect.poll(() => shownOf(ticker.locator('li'))).toEqual([1])
      const slider = page.getByRole('region', { name: t('list.ourEvents') })
      await expect.poll(() => shownOf(slider.locator('li:has(article)'))).toEqual([0, 1, 2, 3])
      await slider.getByRole('button', { name: t('carousel.next') }).click()
      await expect.poll(() => shownOf(slider.locator('li:has(article)'))).toEqual([1, 2, 3, 4])
      await switchBothWays(page, language)
    })

    test('lists: more, categories, search, Back, language', async ({ page, language }) => {
      const { t, paths, nameOf } = language
      await openTranslated(page, paths.courses())
      const main = page.getByRole('main')
      const status = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1)
      await status(t('list.shown', { shown: 7, total }))
      await main.getByRole('link', { name: t('action.loadMore') }).click()
      await status(t('list.shown', { shown: 14, total }))
      await switchBothWays(page, language)

      const heading = page.getByRole('heading', { level: 1 })
      const headingIs = (text: string) => expect.poll(async () => withoutMarks(await heading.innerText())).toBe(text)
      const chips = main.locator('#category-links')
      for (const each of content.courses_categories.slice(0, 2)) {
        await chips.getByRole('link', { name: nameOf(each) }).click()
        await headingIs(`${t('list.ourCourses')}\u00a0- ${nameOf(each)}`)
      }
      await switchBothWays(page, language)
      await chips.getByRole('link', { name: t('nav.allCategories') }).click()
      await headingIs(t('list.ourCourses'))

      const field = page.getByRole('searchbox', { name: t('list.findInterest') })
      const search = async (words: string) => {
        await field.fill(words)
        await field.press('Enter')
      }
      const marked = page.getByRole('article').getByRole('heading').locator('mark')
      for (const words of searches[language.locale]) {
        await search(words)
        await expect(marked.filter({ hasText: words }).first()).toBeVisible()
      }
      await switchBothWays(page, language)
      await search('zzzz')
      await expect(main.locator('.empty-list')).toContainText(t('list.noResultsTitle'))
      await switchBothWays(page, language)
      await main.getByRole('link', { name: t('list.clearSearch') }).click()
      await status(t('list.shown', { shown: 7, total }))
      await expect(marked).toHaveCount(0)
      await page.goBack()
      await expect(main.locator('.empty-list')).toContainText(t('list.noResultsTitle'))
    })

    test('an item: copy, share, neighbours, related, Back, language', async ({ page, language }) => {
      const { t, paths, titleOf } = language
      await page.context().grantPermissions(['clipboard-write'])
      await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: () => Promise.resolve() }))
      await page.clock.install()
      await openTranslated(page, paths.course(course.slug))
      const heading = page.getByRole('heading', { level: 1 })
      const status = page.locator('.share-status')
      const copy = () => page.getByRole('button', { name: t('share.copy') }).click()
      await page.getByRole('button', { name: t('share.share') }).click()
      await copy()
      await expect(status).toContainText(t('share.copied'))
      await page.clock.runFor(5_000)
      await expect(status).toBeEmpty()
      await copy()
      await expect(status).toContainText(t('share.copied'))
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
      await copy()
      await expect(status).toContainText(paths.course(course.slug))
      await switchBothWays(page, language)

      await page.locator('.neighbours').getByRole('link').last().click()
      await expect(heading).not.toContainText(titleOf(course))
      await page.locator('.related a.card-link').first().click()
      await isAnnounced(page)
      await page.goBack()
      await page.goBack()
      await expect(heading).toContainText(titleOf(course))
      await page.locator('.detail-back').click()
      await expect(heading).toContainText(t('list.ourCourses'))
    })

    test('the other pages: about, mission, contact, 404', failing, async ({ page, language }) => {
      const { t, paths } = language
      await openTranslated(page, paths.whoWeAre())
      await expect(page.locator('title')).toHaveCount(1)
      await expect(page.locator('link[rel="canonical"]')).toHaveCount(1)
      await switchBothWays(page, language)
      for (const [path, title] of [
        [paths.ourMission(), t('mission.title')],
        [paths.contactUs(), t('contact.title')],
        [paths.course(missingSlug), t('error.notFound.title')],
        [paths.blogs(), t('list.ourBlogs')],
      ] as const) {
        await goTo(page, path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await isAnnounced(page)
        await expect(page.locator('link[rel="canonical"]')).toHaveCount(path === paths.course(missingSlug) ? 0 : 1)
        await switchBothWays(page, language)
      }
    })

    test('notices: failed, failed again, offline, slow, stale', failing, async ({ page, language }) => {
      const { t, paths } = language
      await hurry(page)
      const fail = (route: Route) => route.fulfill({ status: 500, json: {} })
      // If their calls fail, the blogs and the course have nothing to show.
      const home = { ...content, blogs: undefined, courses: [] }
      await page.route(`**${operations.homeData.path}`, (route) => route.fulfill({ json: { data: [home] } }))
      await openTranslated(page, paths.contactUs())
      const alert = page.getByRole('alert')
      /** Expects a text in the alert, also after a language switch, and then switches back. */
      const isTold = async (key: LabelKey) => {
        await expect(alert).toContainText(t(key))
        for (const each of [twinOf(language), language]) {
          await switchTo(page, each.locale)
          await expect(alert).toContainText(each.t(key))
        }
      }
      await page.route(`**${operations.blogs.path}`, fail)
      await goTo(page, paths.blogs())
      await isTold('error.failed.text')
      await alert.getByRole('button', { name: t('action.tryAgain') }).click()
      await isTold('error.failed.again')
      await page.unroute(`**${operations.blogs.path}`)
      await expect(page.getByRole('article')).toHaveCount(7)

      const release = await hold(page, `**${operations.course.path}`)
      await goTo(page, paths.course(course.slug))
      await expect(page.getByRole('status').filter({ hasText: t('status.loading') })).toHaveCount(1)
      await expect(alert).toContainText(bareWords[language.locale].slow)
      release()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(language.titleOf(course))
      await expect(alert).toHaveCount(0)

      await page.goBack()
      await expect(page.getByRole('article')).toHaveCount(7)
      await page.route(`**${operations.blogs.path}`, fail)
      await networkReturns(page)
      await isTold('error.stale')
      await page.unroute(`**${operations.blogs.path}`)
      await networkReturns(page)
      await expect(alert).toHaveCount(0)

      await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, value: false }))
      await page.route(`**${operations.blog.path}`, (route) => route.abort())
      await goTo(page, paths.blog(blog.slug))
      await isTold('error.offline.text')
      await page.unroute(`**${operations.blog.path}`)
      await networkReturns(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(language.titleOf(blog))
    })
  })

const twinOf = ({ locale }: Language) => firstOf(languages, (each) => each.locale === otherLocale(locale))
