import { failing, test } from '../site/fixtures'
import { statePage } from '../site/state-page'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'

// Loads each page once with script and once without, and checks the rules for every page.
const pages = sitePages(await readContent())

for (const { name } of pages.filter(({ locale }) => locale === 'en'))
  test(name, failing, async ({ page, complaints, browser, language }) => {
    const found = pages.find((each) => each.name === name && each.locale === language.locale)
    if (found) await statePage({ page, complaints, browser, language, ...found })
  })
