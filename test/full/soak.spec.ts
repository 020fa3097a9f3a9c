import { createRandom, walkAtRandom } from '../browser/random-walk'
import { expect, once, test } from '../site/fixtures'

const { SOAK_MINUTES = '1', SOAK_SEED = '1' } = process.env
const milliseconds = Number(SOAK_MINUTES) * 60_000

// A trace of thousands of steps would take memory.
test.use({ trace: 'off' })

test(
  `a random walk through the site (seed ${SOAK_SEED}) meets no error, and the heap grows by less than a tenth`,
  once,
  async ({ playwright, launchOptions, serve }) => {
    test.setTimeout(milliseconds + 1_200_000)
    const { address } = await serve()
    // V8's optimising compilers use half a megabyte in a thousand steps and free it later, which would look like a leak.
    const args = [...(launchOptions.args ?? []), '--js-flags=--no-opt --no-maglev --no-sparkplug']
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage()
    // Only ends hanging steps.
    page.setDefaultTimeout(300_000)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on(
      'console',
      (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
    )
    const walk = await walkAtRandom(page, `${address}/`, milliseconds, createRandom(Number(SOAK_SEED)), 200)
    await browser.close()
    if (process.env.FIGURES) console.info(walk)
    expect(errors).toEqual([])
    expect(walk.growth).toBeLessThan(0.1)
  },
)
