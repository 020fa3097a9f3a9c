import { expect, test } from '../site/fixtures'
import { hold, open, takenOver } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const first = firstOf((await readContent()).courses)

test('the link is copied, and the confirmation does not move the button', async ({ page, baseURL, language }) => {
  const { t, paths } = language
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.install()
  await open(page, `${paths.course(first.slug)}?from=mail#x`)
  const button = page.getByRole('button', { name: t('share.copy') })
  await button.scrollIntoViewIfNeeded()
  const before = await button.boundingBox()
  await button.click()
  await expect(page.getByRole('status').filter({ hasText: t('share.copied') })).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
  // The message must disappear, so that a second copy is announced too.
  await page.clock.runFor(10_000)
  await expect(page.locator('.share-status')).toBeEmpty()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(baseURL + paths.course(first.slug))
  await expect(page.getByRole('button', { name: t('share.share'), exact: true })).toHaveCount(0)
})

test('a share sheet in a place kept for it, an address without a clipboard', async ({ page, baseURL, language }) => {
  const { t, paths, titleOf } = language
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (data: ShareData) => void document.body.setAttribute('data-shared', JSON.stringify(data)),
    })
  })
  const release = await hold(page, '**/assets/*.js')
  await page.goto(paths.course(first.slug))
  const share = page.getByRole('button', { name: t('share.share'), exact: true })
  const copy = page.getByRole('button', { name: t('share.copy') })
  await share.scrollIntoViewIfNeeded()
  const boxes = async () => [await share.boundingBox(), await copy.boundingBox()]
  const before = await boxes()
  release()
  await takenOver(page)
  expect(await boxes()).toEqual(before)
  const url = baseURL + paths.course(first.slug)
  await share.click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', JSON.stringify({ title: titleOf(first), url }))
  const told = page.getByRole('status').filter({ hasText: url })
  for (const name of ['AbortError', 'NotAllowedError']) {
    // As after Cancel, and as in the browser of an app that cannot share (diplodoc-platform/components#759).
    await page.evaluate((error) => {
      const value = async () => Promise.reject(new DOMException('no', error))
      Object.defineProperty(Navigator.prototype, 'share', { value, configurable: true })
      Reflect.deleteProperty(navigator, 'share')
    }, name)
    await share.click()
    await expect(told).toHaveCount(name === 'AbortError' ? 0 : 1)
  }
  await page.reload()
  await expect(told).toHaveCount(0)
  await copy.click()
  await expect(told).toBeVisible()
})
