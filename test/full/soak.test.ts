import { expect, onTestFinished, test } from 'vitest'
import { createRandom, walkAtRandom } from '../browser/random-walk'
import { launchBrowser } from '../site/chromium'
import { startServer } from '../site/start-site'

const { SOAK_MINUTES = '1', SOAK_SEED = '1' } = process.env
const milliseconds = Number(SOAK_MINUTES) * 60_000

test(`a random walk through the site (seed ${SOAK_SEED}) meets no error, and the heap grows by less than a tenth`, {
  timeout: milliseconds + 1_200_000,
}, async () => {
  const server = await startServer({})
  onTestFinished(server.stop)
  // V8's optimising compilers use half a megabyte in a thousand steps and free it later, which would look like a leak.
  const browser = await launchBrowser(['--js-flags=--no-opt --no-maglev --no-sparkplug'])
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  // Only ends hanging steps.
  page.setDefaultTimeout(300_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on(
    'console',
    (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
  )
  const walk = await walkAtRandom(page, `${server.address}/`, milliseconds, createRandom(Number(SOAK_SEED)), 200)
  if (process.env.FIGURES) console.info(walk)
  expect(errors).toStrictEqual([])
  expect(walk.growth).toBeLessThan(0.1)
})
