import lighthouse from 'lighthouse'
import { launchBrowser } from '../../site/chromium'
import { expect, once, test } from '../../site/fixtures'
import { freePort } from '../../support/free-port'
import { readContent } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'

// Limits the pages, because each page takes 15 s.
const some = /^(?:home|course)$/
const pages = sitePages(await readContent()).filter(
  ({ name, status }) => status === 200 && (process.env.SEO === 'full' || some.test(name)),
)

test('Lighthouse finds no SEO error in a page', once, async ({ baseURL }) => {
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  const errors: string[] = []
  try {
    for (const { path } of pages) {
      const result = await lighthouse(baseURL + path, {
        port,
        logLevel: 'error',
        onlyCategories: ['seo'],
        disableFullPageScreenshot: true,
      })
      const { score } = result?.lhr.categories.seo ?? {}
      const failed = Object.values(result?.lhr.audits ?? {}).filter((audit) => audit.score !== null && audit.score < 1)
      if (score !== 1) errors.push(`${path}: ${score}: ${failed.map(({ id }) => id)}`)
    }
  } finally {
    await browser.close()
  }
  expect(errors).toEqual([])
})
