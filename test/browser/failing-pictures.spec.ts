import type { Page, Route } from '@playwright/test'
import { operations } from '#contract/operations'
import { expect, failing, test } from '../site/fixtures'
import { open, takenOver, watchShifts } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { goTo } from './router-walk'

const content = await readContent()
const { courses } = content
const course = firstOf(courses).slug

const faults: Record<string, (route: Route) => Promise<unknown>> = {
  missing: (route) => route.fulfill({ status: 404, body: '' }),
  broken: (route) => route.fulfill({ contentType: 'image/webp', body: 'no picture' }),
  'cut off': (route) => route.abort('connectionreset'),
  // Takes longer than the test runs.
  slow: () => new Promise(() => undefined),
}

for (const [fault, fail] of Object.entries(faults))
  test(
    `pictures that are ${fault} leave their boxes, and the layout does not shift`,
    failing,
    async ({ page, language: { paths } }) => {
      const shift = await watchShifts(page)
      await page.route('**/images/**', fail)
      for (const path of [paths.home(), paths.blogs(), paths.course(course)]) {
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        // While pictures are loading, the page hydrates on the visitor's first touch.
        await page.locator('main').dispatchEvent('pointerdown')
        await takenOver(page)
        const box = page.locator('.picture').first()
        const size = await box.boundingBox()
        expect((size?.width ?? 0) * (size?.height ?? 0), path).toBeGreaterThan(1_000)
        if (fault !== 'slow') await expect(box.locator('img')).toHaveCount(0)
        expect(await box.boundingBox()).toEqual(size)
        expect(await shift(), path).toBeLessThan(0.001)
      }
    },
  )

test(
  'pictures that failed are requested again once the network is back',
  failing,
  async ({ page, context, language }) => {
    const { paths } = language
    await page.route('**/images/**', (route) => route.abort('internetdisconnected'))
    await open(page, paths.course(course))
    const picture = page.locator('.detail .picture img')
    await expect(picture).toHaveCount(0)
    await context.setOffline(true)
    await page.unroute('**/images/**')
    await context.setOffline(false)
    await expect(picture).toHaveJSProperty('complete', true)
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  },
)

test('pictures that failed are requested again when the page recovers', failing, async ({ page, language }) => {
  const { t, paths, titleOf } = language
  const calls = `**${operations.course.path}`
  await page.route('**/images/**', (route) => route.abort('connectionrefused'))
  await open(page, paths.courses())
  await page.route(calls, (route) => route.abort('connectionrefused'))
  await page.locator(`a.card-link[href="${paths.course(course)}"]`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(firstOf(courses)))
  const notice = page.locator('.stale-notice')
  await expect(notice).toBeVisible()
  const picture = page.locator('.detail .picture img')
  await expect(picture).toHaveCount(0)
  await page.unroute('**/images/**')
  await page.unroute(calls)
  await notice.getByRole('button', { name: t('action.tryAgain') }).click()
  await expect
    .poll(() => picture.evaluateAll(([image]) => (image as HTMLImageElement)?.naturalWidth))
    .toBeGreaterThan(0)
})

test('a picture on a host that is not trusted leaves its box, and no request goes there', async ({
  page,
  language: { paths },
}) => {
  const image = 'https://stranger.example/a.webp'
  const foreign = courses.map((each) => ({ ...each, image }))
  await page.route(`**${operations.homeData.path}`, (route) =>
    route.fulfill({ json: { data: [{ ...content, courses: foreign }] } }),
  )
  await page.route(`**${operations.course.path}`, (route) => route.fulfill({ json: { data: foreign[0] } }))
  await open(page, paths.whoWeAre())
  await goTo(page, paths.course(course))
  await expect(page.locator('.detail .picture')).toBeVisible()
  await expect(page.locator('img[src*="stranger"]')).toHaveCount(0)
})

test('every card has the same size with and without its picture', failing, async ({ page, language: { paths } }) => {
  // The page's own script would react to the removed pictures.
  await page.route('**/assets/*.js', (route) => route.abort())
  const pictures = page.locator('.picture img')
  for (const path of [paths.home(), paths.courses(), paths.blogs(), paths.course(course)]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const sizes = async () => {
      const found = []
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        // Each width may load another picture. `decode` would reject when the picture changes.
        const isLoaded = () => pictures.evaluateAll(([image]) => !image || (image as HTMLImageElement).complete)
        await expect.poll(isLoaded).toBe(true)
        found.push(...(await boxesOf(page)).map((box) => [width, ...box]))
      }
      return found
    }
    const withPictures = await sizes()
    await pictures.evaluateAll((images) => images.map((image) => image.remove()))
    expect(withPictures.length, path).toBeGreaterThan(3)
    expect(await sizes(), path).toEqual(withPictures)
  }
})

/** Sizes of a page's picture boxes and cards. */
function boxesOf(page: Page): Promise<number[][]> {
  return page.locator('.card, .picture').evaluateAll((all) =>
    all.map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return [Math.round(width), Math.round(height)]
    }),
  )
}
