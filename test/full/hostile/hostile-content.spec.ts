import { expect, once, test } from '../../site/fixtures'
import { markOf, startHostileApi } from './api'
import { payloads } from './payloads'
import { bothWays, subjectsOf, visitHostilePages } from './visits'

/** `HOSTILE=full` tests every payload in every field of every kind of page, in both languages, rendered and navigated. */
const isFull = process.env.HOSTILE === 'full'

// A trace of thousands of pages would take memory.
test.use({ trace: 'off' })

test(
  'over 500 payloads in the fields of an API execute nothing, rendered by the server or navigated to',
  once,
  async ({ browser, serve }) => {
    test.setTimeout(isFull ? 10_800_000 : 1_200_000)
    expect(payloads.length).toBeGreaterThan(500)
    const api = await startHostileApi()
    const server = await serve({ BASE_URL: api.url })
    // An HTML parser drops content after a frameset, which could leave a navigated page empty.
    const frames = payloads.findIndex((payload) => payload.includes('<frameset'))
    const subjects = [
      { path: `/courses/p${frames}`, mark: markOf(frames) },
      ...subjectsOf({ step: isFull ? 1 : 64, turns: !isFull }),
    ]
    const harms = await visitHostilePages(browser, server.address, subjects, {
      // Opens each page in only one way; of the items only every 64th is tested.
      waysOf: (index) =>
        bothWays.filter((_, place) => isFull || place === (index === 0 ? 1 : Math.floor(index / 8) % 2)),
    })
    await api.stop()
    expect(harms).toEqual([])
  },
)

test('all vulnerabilities of an unsafe page are detected', once, async ({ browser }) => {
  const html = `<main>№1.<img src=x onerror=alert(1)><a href="java\tscript:alert(1)">x</a><script>alert(2)</script></main>`
  const subjects = [{ path: '', mark: '№1.' }]
  const harms = await visitHostilePages(browser, `data:text/html;charset=utf-8,${encodeURIComponent(html)}`, subjects, {
    pages: 1,
    waysOf: () => ['rendered'],
  })
  for (const part of ['EXECUTED alert 2', 'a handler: onerror', 'an address: href', 'a script: <script>'])
    expect(harms.join('\n')).toContain(part)
})
