import { test as base, perWorker } from '../site/fixtures'
import { type Server, startGeneratedSite } from '../site/start-site'
import { statePage } from '../site/state-page'
import { generateContent } from '../support/generated-content'
import { readContent } from '../support/shipped-content'
import { firstOf, sitePages } from '../support/site-pages'

// The rules for every page hold for any content: with the longest and the shortest texts, and with another product.
const options = { seed: 11, size: 18, product: 'palmyra' }

const test = base.extend<object, { generatedSite: Server }>({
  generatedSite: perWorker(() => startGeneratedSite(options)),
})

const generated = sitePages(generateContent(options), options.product)
const shipped = sitePages(await readContent())

for (const { name } of shipped.filter(({ locale }) => locale === 'en')) {
  const find = (pages: typeof shipped, own: string) =>
    firstOf(pages, (each) => each.name === name && each.locale === own)

  test(`shipped: ${name}`, async ({ page, complaints, browser, language }) => {
    const found = find(shipped, language.locale)
    await statePage({ page, complaints, browser, language, ...found, isThorough: true })
  })

  test(`generated: ${name}`, async ({ page, complaints, browser, language, generatedSite: { address } }) => {
    const found = find(generated, language.locale)
    await statePage({ page, complaints, browser, language, site: address, ...found, isThorough: true })
  })
}
