import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inFirst } from '../../contract-check/drifting-server'
import { serve } from '../../contract-check/run'
import { run } from '../../scripts/run-command'
import { violations } from '../../site/accessibility'
import { launchBrowser } from '../../site/chromium'
import { emptyFolder } from '../../support/folders'

test.each(['light', 'dark'] as const)('axe finds nothing in a report and its history, %s', async (colorScheme) => {
  const to = await emptyFolder()
  const { url } = await serve({
    ...inFirst('courses', { count: 'many', tags: 7, en_body: '<marquee>x</marquee>' }),
    respond: ({ route }, response) => route === 'get-event' && Boolean(response.socket?.destroy()),
  })
  const { code } = await run('contract', [url, '--html', join(to, 'report.html'), '--history', to])
  expect(code).toBe(1)
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  for (const name of ['report.html', 'index.html']) {
    const html = await readFile(join(to, name), 'utf8')
    expect(html).toContain('answer.type')
    for (const width of [360, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      await page.setContent(html)
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  }
})
