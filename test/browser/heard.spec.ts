import type { Page } from '@playwright/test'
import { test as base, expect, failing } from '../site/fixtures'
import { hold, languageLink, open, replacePictures, withoutItems } from '../site/page'
import { goTo } from '../site/router-walk'
import { ScreenReader } from '../site/screen-reader'
import { readContent } from '../support/shipped-content'
import { firstOf, missingSlug } from '../support/site-pages'

const content = await readContent()

/** Notes what a listener does and hears. */
class Transcript {
  readonly #lines: string[] = []
  /** Notes an action and the phrases that follow it. */
  add(action: string, phrases: string[]): void {
    this.#lines.push(action, ...phrases.map((phrase) => `  ${phrase}`))
  }
  toString(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

type Fixtures = { reader: ScreenReader; transcript: Transcript }

const test = base.extend<Fixtures>({
  // How long a page loads depends on the machine.
  reader: ({ page, language: { t } }, use) => use(new ScreenReader(page, `polite: ${t('status.loading')}`)),
  /** The transcript is compared with the reviewed one in `test/browser/heard.spec.ts-snapshots`. */
  transcript: async ({ language: { locale } }, use, { title }) => {
    const transcript = new Transcript()
    await use(transcript)
    expect(String(transcript)).toMatchSnapshot([locale, `${title.replaceAll(' ', '-')}.txt`])
  },
})

// A carousel then moves only when its buttons are pressed, and starts paused.
test.use({ reducedMotion: 'reduce' })

test.beforeEach(({ page }) => replacePictures(page))

const course = firstOf(content.courses, ({ date, registration_link }) => !date && registration_link)

const enter = async (page: Page, locator = page.locator(':focus')) => {
  await locator.focus()
  await page.keyboard.press('Enter')
}

test('a link to another page', async ({ page, language: { t, paths }, reader, transcript }) => {
  await open(page, paths.contactUs())
  await reader.start()
  await enter(page, page.getByRole('banner').getByRole('link', { name: t('nav.ourMission'), exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('mission.title'))
  transcript.add('Follows the link to the mission in the menu', await reader.heard())
  transcript.add('Reads on', await reader.read(8))
})

test('more items of a list', async ({ page, language: { t, paths }, reader, transcript }) => {
  await open(page, paths.courses())
  await reader.start()
  await enter(page, page.getByRole('link', { name: t('action.loadMore') }))
  await expect(page.locator('.card-link').nth(7)).toBeFocused()
  transcript.add('Follows the link "Load more"', await reader.heard())
  transcript.add('Reads on', await reader.read(4))
})

test('a page that fails', failing, async ({ page, language: { t, paths }, reader, transcript }) => {
  await withoutItems(page)
  await open(page, paths.contactUs())
  const release = await hold(page, '**/api/get-course')
  await reader.start()
  await goTo(page, paths.course(course.slug))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('status.loading'))
  transcript.add('Follows a link to a course, and waits', await reader.heard({ isSlow: true }))
  release((route) => route.fulfill({ status: 500 }))
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(t('error.failed.text'))
  transcript.add('The server fails', await reader.heard())
  transcript.add('Reads on', await reader.read(8))
  await enter(page, alert.getByRole('button'))
  await expect(alert).toContainText(t('error.failed.again'))
  transcript.add('Presses the button, and the server fails again', await reader.heard())
  await page.unroute('**/api/get-course')
  await enter(page)
  await expect(page.locator('.detail')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  transcript.add('Presses the button again, and the server answers', await reader.heard())
  transcript.add('Reads on', await reader.read(6))
})

test('the other language', async ({ page, language: { locale, paths, titleOf }, reader, transcript }) => {
  const other = locale === 'en' ? 'ar' : 'en'
  await open(page, paths.course(course.slug))
  await reader.start()
  await enter(page, languageLink(page, other))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(course[`${other}_title`] ?? '')
  await expect(page.getByRole('status').last()).toContainText(course[`${other}_title`] ?? titleOf(course))
  transcript.add('Follows the link to the other language', await reader.heard())
  transcript.add('Reads on', await reader.read(16))
})

test('pausing the intro slides', async ({ page, language: { t, paths }, reader, transcript }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, paths.home())
  await reader.start()
  const intro = page.getByRole('region', { name: t('home.hero.label') })
  await intro.getByRole('button', { name: t('carousel.pause') }).focus()
  transcript.add('Moves the focus to the button', await reader.heard())
  transcript.add('Presses it', await reader.press('Enter'))
  transcript.add('Presses it again', await reader.press('Enter'))
  await intro.getByRole('button', { name: t('home.slogan2.title') }).focus()
  transcript.add('Moves the focus to the button of the second slide', await reader.heard())
  await page.keyboard.press('Enter')
  await expect(intro.getByRole('link', { name: t('home.slogan2.action') })).toBeVisible()
  transcript.add('Presses it', await reader.heard())
  await reader.start(page.locator('#hero-slides'))
  transcript.add('Reads the slides', await reader.read(6))
})

test('the menu in a narrow window', async ({ page, language: { t, paths }, reader, transcript }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, paths.contactUs())
  await reader.start()
  await page.getByRole('button', { name: t('nav.menu') }).focus()
  transcript.add('Moves the focus to the button', await reader.heard())
  transcript.add('Presses it', await reader.press('Enter'))
  transcript.add('Reads on', await reader.read(9))
  await page.getByRole('button', { name: t('nav.courses'), exact: true }).focus()
  await reader.heard()
  transcript.add('Presses the button of the courses', await reader.press('Enter'))
  transcript.add('Reads on', await reader.read(5))
  await page.getByRole('button', { name: t('nav.menu') }).focus()
  await page.getByRole('button', { name: t('nav.courses'), exact: true }).focus()
  await reader.heard()
  transcript.add('Presses Escape', await reader.press('Escape'))
  transcript.add('Presses Escape again', await reader.press('Escape'))
})

test('a search without a result', async ({ page, language: { t, paths }, reader, transcript }) => {
  await open(page, paths.blogs())
  await reader.start()
  const field = page.getByRole('searchbox')
  await field.focus()
  transcript.add('Moves the focus to the field', await reader.heard())
  await page.keyboard.type('zzzz')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: t('list.noResultsTitle') })).toBeVisible()
  await expect(field).toBeFocused()
  transcript.add('Searches for "zzzz"', await reader.heard())
  await reader.start(page.locator('.page-body'))
  transcript.add('Reads the page below its heading', await reader.read(16))
  await enter(page, page.getByRole('main').getByRole('link', { name: t('list.clearSearch') }))
  await expect(field).toBeFocused()
  await expect(page.getByRole('article')).toHaveCount(7)
  transcript.add('Clears the search', await reader.heard())
})

test('a missing page', failing, async ({ page, language: { paths }, reader, transcript }) => {
  await open(page, paths.course(missingSlug))
  await reader.start(page.getByRole('main'))
  transcript.add('Opens the page', [await page.title()])
  transcript.add('Reads on', await reader.read(21))
})

test('the registration for a course', async ({ page, language: { paths }, reader, transcript }) => {
  await open(page, paths.course(course.slug))
  await reader.start(page.locator('.detail-card'))
  transcript.add('Reads the card beside the text', await reader.read(24))
})

test('a list that cannot be refreshed', failing, async ({ page, language: { t, paths }, reader, transcript }) => {
  await open(page, paths.courses())
  await page.route('**/api/get-courses-by-category', (route) => route.abort())
  await reader.start()
  await enter(page, page.getByRole('link', { name: t('action.loadMore') }))
  await page.getByRole('alert').getByText(t('error.stale')).waitFor()
  transcript.add('Follows the link "Load more", and the network fails', await reader.heard())
  await page.getByRole('button', { name: t('action.tryAgain') }).focus()
  transcript.add('Moves the focus to the button', await reader.heard())
})

test('a page without network', failing, async ({ page, context, language: { t, paths }, reader, transcript }) => {
  await withoutItems(page)
  await open(page, paths.contactUs())
  await reader.start()
  await context.setOffline(true)
  await goTo(page, paths.course(course.slug))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('error.offline.title'))
  transcript.add('Follows a link to a course', await reader.heard())
  transcript.add('Reads on', await reader.read(6))
  await context.setOffline(false)
  await expect(page.locator('.detail')).toBeVisible()
  transcript.add('The network returns, and the browser loads the page', [await page.title()])
})
