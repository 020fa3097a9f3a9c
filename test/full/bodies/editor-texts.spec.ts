import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { plainText } from '#contract/markup/plain-text'
import { createPaths } from '#contract/paths'
import { startExportHost } from '../../engines/exports'
import { runShell } from '../../scripts/run-script'
import { expect, once, test } from '../../site/fixtures'
import { takenOver } from '../../site/page'
import { editorTexts } from '../../support/editor-texts'
import { generateContent, writeContent } from '../../support/generated-content'

// Bypasses the policy, because parsing a style attribute would violate it.
test.use({ bypassCSP: true })

const slugOf = (index: number) => `text-${index}`

test(
  'a body is the same served, exported and rendered by the browser, in both languages',
  once,
  async ({ page, serve }, { outputDir }) => {
    const blogs = editorTexts.map(({ html, editor }, index) => ({
      id: index,
      slug: slugOf(index),
      en_title: `${editor} ${index}`,
      ar_title: `نص ${index}`,
      en_description: 'A text',
      ar_description: 'نص',
      en_body: html,
      ar_body: html,
      image: 'a.png',
    }))
    const content = { ...generateContent({ seed: 3, size: 1 }), blogs }
    const { fixturesDir, imagesDir } = await writeContent(content, join(outputDir, 'content'))
    const env = { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: 'off' }
    const out = join(outputDir, 'exported')
    const line = `npm run -s export -- --quick --out ${out} --public-url https://www.example.org`
    expect(await runShell(line, env)).toMatchObject({ code: 0 })
    const server = await serve(env)
    const host = await startExportHost(out, '/')

    for (const locale of ['en', 'ar'] as const) {
      const paths = createPaths({ locale, product: 'ugarit' })
      await page.goto(`${host.address}${paths.blogs()}/`)
      await takenOver(page)
      const heading = page.getByRole('heading', { level: 1 })
      /** The body of a page's HTML, as the browser writes it. */
      const bodyIn = (html: string) =>
        page.evaluate((text) => {
          const body = new DOMParser().parseFromString(text, 'text/html').querySelector('.prose')
          return body?.innerHTML
        }, html)
      for (const [index, { editor, html, reads }] of editorTexts.entries()) {
        const told = `${locale} ${html}`
        const path = paths.blog(slugOf(index))
        const served = await bodyIn(await (await fetch(server.address + path)).text())
        const exported = await bodyIn(await readFile(join(out, path, 'index.html'), 'utf8'))
        // Goes on within the page, so that the browser renders the body of the export's JSON.
        await page.evaluate((next) => {
          history.pushState(null, '', next)
          dispatchEvent(new PopStateEvent('popstate'))
        }, path)
        await expect(heading).toHaveText(locale === 'en' ? `${editor} ${index}` : `نص ${index}`)
        // The heading comes before the rest of the page. A page without a visible text has no body.
        const body = page.locator('.prose')
        await expect(body, told).toHaveCount(served === undefined ? 0 : 1)
        const rendered = served === undefined ? undefined : await body.innerHTML()
        expect(exported, told).toBe(served)
        // Wide parts can be reached by keyboard once they are on the screen.
        expect(rendered?.replaceAll(' tabindex="0"', ''), told).toBe(served)
        expect(plainText(served ?? ''), told).toBe(reads)
      }
    }
    await page.close()
    await host.stop()
    await rm(outputDir, { recursive: true })
  },
)
