import { expect, test } from '../site/fixtures'
import { hold, open, takenOver } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const first = firstOf((await readContent()).courses)

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('links name page and title, and load nothing', async ({ page, baseURL, language: { t, paths, titleOf } }) => {
    const foreign: string[] = []
    page.on('request', (request) => !request.url().startsWith(`${baseURL}/`) && foreign.push(request.url()))
    await page.goto(paths.course(first.slug))
    const share = page.getByRole('region', { name: t('share.title') })
    const shared = await page.locator('link[rel="canonical"]').getAttribute('href')
    const hrefs = await share
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(hrefs.map((href) => Object.fromEntries(new URL(href).searchParams))).toEqual([
      { text: `${titleOf(first)}\n${shared}` },
      { url: shared, text: titleOf(first) },
      { u: shared },
    ])
    await expect(share.getByRole('button')).toHaveCount(0)
    expect(foreign).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 360, height: 740 } })

  test('the link is copied, and the confirmation does not move the button', async ({ page, baseURL, language }) => {
    const { t, paths } = language
    await page.clock.install()
    await open(page, `${paths.course(first.slug)}?from=mail#x`)
    const button = page.getByRole('button', { name: t('share.copy') })
    const row = () =>
      button.evaluate((own) => own.getBoundingClientRect().top - (own.closest('ul')?.getBoundingClientRect().top ?? 0))
    const before = await row()
    await button.click()
    await expect(page.getByRole('status').filter({ hasText: t('share.copied') })).toBeVisible()
    expect(await row()).toBe(before)
    // Goes again, so that a second copy is told too.
    await page.clock.runFor(10_000)
    await expect(page.locator('.share-status')).toBeEmpty()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(baseURL + paths.course(first.slug))
    await expect(page.getByRole('button', { name: t('share.share'), exact: true })).toHaveCount(0)
  })
})

test('the share sheet, and the address without a clipboard', async ({
  page,
  baseURL,
  language: { t, paths, titleOf },
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => void document.body.setAttribute('data-shared', JSON.stringify(data)),
    })
  })
  await open(page, paths.course(first.slug))
  const url = baseURL + paths.course(first.slug)
  await page.getByRole('button', { name: t('share.share'), exact: true }).click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', JSON.stringify({ title: titleOf(first), url }))
  await page.getByRole('button', { name: t('share.copy') }).click()
  await expect(page.getByRole('status').filter({ hasText: url })).toBeVisible()
})

test('the share button has its place before the script loads', async ({ page, language: { t, paths } }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: async () => undefined })
  })
  const release = await hold(page, '**/assets/*.js')
  await page.goto(paths.course(first.slug), { waitUntil: 'commit' })
  const share = page.getByRole('region', { name: t('share.title') })
  await expect(share.getByRole('button', { name: t('share.share'), exact: true })).toBeVisible()
  const places = () =>
    share.locator('li > :first-child').evaluateAll((items) => {
      const list = items[0]?.closest('ul')?.getBoundingClientRect()
      return items.map((item) => {
        const { x, y, width } = item.getBoundingClientRect()
        return [x - (list?.x ?? 0), y - (list?.y ?? 0), width]
      })
    })
  const before = await places()
  release()
  await takenOver(page)
  expect(await places()).toEqual(before)
})
