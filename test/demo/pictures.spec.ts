import { join, resolve } from 'node:path'
import { test as base, expect, perWorker } from '../site/fixtures'
import { startServer } from '../site/start-site'
import { root } from '../support/app'
import { demoStops } from './stops'

/* `npm run demo`: takes the pictures of docs/demo.md. */

const folder = resolve(root, process.env.DEMO_PICTURES || 'demo-pictures')

/** A server with the real pictures, because those of other tests have one colour. */
const test = base.extend({
  scenarioSite: perWorker(() =>
    startServer({ SCENARIOS: 'yes', IMAGES_DIR: join(root, 'images'), CACHE_DIR: '.cache' }),
  ),
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name, path, status } of demoStops())
  test(`${name} ${path}`, async ({ page, scenarioSite }) => {
    for (const [device, width, height] of [
      ['phone', 390, 844],
      ['computer', 1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      const answer = await page.goto(scenarioSite.address + path)
      expect(answer?.status()).toBe(status)
      await page.locator('h1').first().waitFor()
      await page.evaluate(async () => {
        // A lazy picture out of view would never load.
        for (const image of document.images) image.loading = 'eager'
        // Ignores the error of a picture that never loads, because a placeholder replaces it.
        await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))
      })
      await page.screenshot({ path: join(folder, `${name}-${device}.jpg`), type: 'jpeg', quality: 80 })
    }
  })
