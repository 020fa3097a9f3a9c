import { test as base, perWorker } from '../site/fixtures'
import { type Server, startGeneratedSite } from '../site/start-site'
import { statePage } from '../site/state-page'
import { generateContent } from '../support/generated-content'
import { sitePages } from '../support/site-pages'

// The rules for every page hold for any content: with the longest and the shortest texts, and with another product.
const options = { seed: 11, size: 18, product: 'palmyra' }

const test = base.extend<object, { site: Server }>({ site: perWorker(() => startGeneratedSite(options)) })

const pages = sitePages(generateContent(options), options.product)

for (const { name } of pages.filter(({ locale }) => locale === 'en'))
  test(`generated: ${name}`, async ({ page, complaints, browser, language, site }) => {
    const found = pages.find((each) => each.name === name && each.locale === language.locale)
    if (found) await statePage({ page, complaints, browser, language, site: site.address, ...found })
  })
