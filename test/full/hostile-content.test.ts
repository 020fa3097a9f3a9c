import { expect, onTestFinished, test } from 'vitest'
import { markOf, startHostileApi } from '../../scripts/hostile/api'
import { payloads } from '../../scripts/hostile/payloads'
import { bothWays, subjectsOf, visitHostilePages } from '../../scripts/hostile/visits'
import { launchBrowser } from '../browser/chromium'
import { startServer } from '../browser/setup'

test('over 500 payloads in the fields of an API run nothing, rendered by the server and navigated to', async () => {
  expect(payloads.length).toBeGreaterThan(500)
  const api = await startHostileApi()
  onTestFinished(api.close)
  const server = await startServer({ BASE_URL: api.url })
  onTestFinished(server.stop)
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  // To a parser of whole documents what follows a frameset is no content, so a page would be empty that is navigated to.
  const frames = payloads.findIndex((payload) => payload.includes('<frameset'))
  const subjects = [{ path: `/courses/p${frames}`, mark: markOf(frames) }, ...subjectsOf({ step: 64, turns: true })]
  const harms = await visitHostilePages(browser, server.address, subjects, {
    // Each page one way here, and of the items a sixty-fourth; all of them and both ways in `npm run hostile-content`.
    waysOf: (index) => bothWays.filter((_, place) => place === (index === 0 ? 1 : Math.floor(index / 8) % 2)),
  })
  expect(harms.map(({ subject, way, what }) => `${subject.path}, ${way}: ${what}`)).toStrictEqual([])
})

test('a page that is open to all of it is found out', async () => {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const html = `<main>№1.<img src=x onerror=alert(1)><a href="java\tscript:alert(1)">x</a><script>alert(2)</script></main>`
  const subjects = [{ path: '', mark: '№1.' }]
  const harms = await visitHostilePages(browser, `data:text/html;charset=utf-8,${encodeURIComponent(html)}`, subjects, {
    pages: 1,
    waysOf: () => ['rendered'],
  })
  const found = harms.map(({ what }) => what).join('\n')
  for (const part of ['EXECUTED alert 2', 'a handler: onerror', 'an address: href', 'a script: <script>'])
    expect(found).toContain(part)
})
