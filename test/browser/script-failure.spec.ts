import type { Page } from 'playwright-core'
import { expect, test } from '../site/fixtures'
import { follow, open, takenOver, withoutItems } from '../site/page'

/** The errors that the tests cause on purpose. */
test.use({ tolerated: /AbortSignal\.timeout is not a function|IntersectionObserver is not defined/ })

/** Makes the site's code fail from now on, like an old browser that lacks an interface. */
async function breakScript(page: Page): Promise<void> {
  await page.evaluate(() => void Reflect.deleteProperty(AbortSignal, 'timeout'))
}

/** Lists the documents that the page loads from now on, and every error page that it shows meanwhile. */
async function watch(page: Page): Promise<{ documents: string[]; alerts: () => Promise<unknown> }> {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  const look = () =>
    new MutationObserver(() => {
      const alert = document.querySelector('[role="alert"]')?.textContent
      if (alert) sessionStorage.setItem('alert', alert)
    }).observe(document, { subtree: true, childList: true })
  await page.addInitScript(look)
  await page.evaluate(look)
  return { documents, alerts: () => page.evaluate(() => sessionStorage.getItem('alert')) }
}

test('a tap that fails in the script loads the page as a document', async ({ page, language: { t, paths } }) => {
  await open(page, paths.contactUs())
  const { documents, alerts } = await watch(page)
  await breakScript(page)
  await follow(page, 'banner', t('nav.blogs'))
  await expect(page.getByRole('heading', { level: 1, name: t('list.ourBlogs') })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(7)
  await expect.poll(() => documents).toEqual([paths.blogs()])
  // The next page of such a document has a script again.
  await page.getByRole('article').getByRole('link').first().click()
  await takenOver(page)
  expect(await alerts()).toBeNull()
})

test('more of a list comes as a document if the script fails', async ({ page, language: { t, paths } }) => {
  // Otherwise the home data would show more of the list.
  await withoutItems(page)
  await open(page, paths.courses())
  const { documents, alerts } = await watch(page)
  await breakScript(page)
  await page.getByRole('link', { name: t('action.loadMore') }).click()
  await expect(page.getByRole('article')).toHaveCount(14)
  await expect.poll(() => documents).toEqual([paths.courses()])
  expect(await alerts()).toBeNull()
})

test('a page that cannot be hydrated stays as the server sent it', async ({ page, language: { t, paths } }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'IntersectionObserver')
    sessionStorage.setItem('documents', `${Number(sessionStorage.getItem('documents')) + 1}`)
  })
  await page.goto(paths.contactUs())
  const { documents, alerts } = await watch(page)
  // The last document has read that it is the second one.
  const loaded = () =>
    page
      .evaluate(() => [Number(sessionStorage.getItem('documents')), sessionStorage.getItem('plain') === null])
      // The page may be loading its next document.
      .catch(() => undefined)
  await page.goto(paths.home())
  await expect.poll(loaded).toEqual([3, true])
  await page.reload()
  await expect.poll(loaded).toEqual([5, true])
  await expect(page.getByRole('heading', { level: 1, name: t('home.hero.heading') })).toBeVisible()
  await page
    .getByRole('navigation', { name: t('nav.main') })
    .getByRole('button', { name: t('nav.courses') })
    .click()
  await page
    .getByRole('link', { name: t('nav.allCourses') })
    .first()
    .click()
  await expect(page.getByRole('article')).toHaveCount(7)
  expect(documents).toEqual([...Array.from({ length: 4 }, paths.home), paths.courses()])
  expect(await alerts()).toBeNull()
})
