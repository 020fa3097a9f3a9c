import { failing, once, test } from '../site/fixtures'
import { languages } from '../site/page'
import { statePage } from '../site/state-page'
import { readContent } from '../support/shipped-content'
import { firstOf, sitePagesInTurn } from '../support/site-pages'

// `test/full/every-page.spec.ts` tests each page in both languages and at every width.
for (const stated of sitePagesInTurn(await readContent()))
  test(`${stated.name}: ${stated.locale}`, { tag: [once.tag, failing.tag] }, async ({ page, complaints, browser }) => {
    const language = firstOf(languages, ({ locale }) => locale === stated.locale)
    await statePage({ page, complaints, browser, language, ...stated })
  })
