import { parseArgs } from 'node:util'
import { launchBrowser } from '../test/browser/chromium'
import { startBuiltServer } from './built-server'
import { startHostileApi } from './hostile/api'
import { payloads } from './hostile/payloads'
import { subjectsOf, visitHostilePages } from './hostile/visits'

/** How many payloads are passed over for each one that is shown: `-- --step 5` takes a fifth of the time. */
const { step } = parseArgs({ options: { step: { type: 'string', default: '1' } } }).values

/** `npm run hostile-content`: every payload in every field of every kind of page, both languages, both ways; some minutes. */
const api = await startHostileApi()
const server = await startBuiltServer({ BASE_URL: api.url })
const browser = await launchBrowser()
try {
  const subjects = subjectsOf({ step: Number(step), turns: false })
  process.stdout.write(
    `${payloads.length} payloads in ${subjects.length} pages, rendered by the server and navigated to\n`,
  )
  const onVisit = (count: number) => count % 500 === 0 && process.stdout.write(`  ${count} visits\n`)
  const harms = await visitHostilePages(browser, new URL(server.url).origin, subjects, { onVisit })
  for (const { subject, way, what } of harms.slice(0, 30))
    process.stdout.write(`HARM: ${subject.path}, ${way}: ${what}\n`)
  process.stdout.write(`${harms.length} executions, traps or failures\n`)
  process.exitCode = harms.length === 0 ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
  await api.close()
}
