import { test as base, perWorker } from '../site/fixtures'
import { type Server, startGeneratedSite } from '../site/start-site'
import { statePage } from '../site/state-page'
import { generateContent } from '../support/generated-content'
import { readContent } from '../support/shipped-content'
import { firstOf, sitePages } from '../support/site-pages'

// The rules for every page hold for any content, such as very long and very short texts, and for another product.
const options = { seed: 11, size: 18, product: 'palmyra' }

const test = base.extend<object, { generatedSite: Server }>({
  generatedSite: perWorker(() => startGeneratedSite(options)),
})

const contents = {
  shipped: sitePages(await readContent()),
  generated: sitePages(generateContent(options), options.product),
}
for (const [kind, pages] of Object.entries(contents))
  for (const { name } of pages.filter(({ locale }) => locale === 'en'))
    test(`${kind}: ${name}`, async ({ page, complaints, browser, language, generatedSite }) => {
      const found = firstOf(pages, (each) => each.name === name && each.locale === language.locale)
      const site = kind === 'generated' ? generatedSite.address : ''
      await statePage({ page, complaints, browser, language, site, ...found, isThorough: true })
    })
