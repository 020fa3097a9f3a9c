import { parseArgs } from 'node:util'
import { launchBrowser } from '../test/browser/chromium'
import { createRandom, walkAtRandom } from '../test/browser/random-walk'
import { startServer } from '../test/browser/setup'

/** `npm run soak -- --minutes 30 --seed 1`: a random walk through the built site; fails when the heap grows by a tenth. */
const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? 30)
const seed = Number(values.seed ?? 1)

const server = await startServer({})
// What V8 compiles of functions that get warm is half a megabyte in a thousand steps, then thrown away: no growth of ours.
const browser = await launchBrowser(['--js-flags=--no-opt --no-maglev --no-sparkplug'])
const errors: string[] = []
try {
  const page = await browser.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const walk = await walkAtRandom(page, `${server.address}/`, minutes * 60_000, createRandom(seed), 200)
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  console.log(
    `${walk.steps} steps in ${minutes} minutes (seed ${seed}): heap ${megabytes(walk.heapBefore)} to ${megabytes(walk.heapAfter)}, ` +
      `${(walk.growth * 100).toFixed(1)} %; ${errors.length} errors`,
  )
  for (const error of errors.slice(0, 10)) console.log(error)
  process.exitCode = walk.growth < 0.1 && errors.length === 0 ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
}
