import { expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { startApp, testConfig } from '../../support/app'
import { tagsOf } from '../../support/html'

const hostile = `/"><img src=x onerror=alert(1)>&amp;'$&$'$\`$1/`

test.each(['/courses', '/ar', '/shell.html'])('%s has the settings unchanged, with any characters', async (path) => {
  const settings = { baseUrl: 'http://127.0.0.1:9/$&/&lt;', imageBase: hostile, product: 'ugarit' }
  const { app } = await startApp({ distDir: currentBuild(), config: { ...testConfig(), ...settings, port: 0 } })
  const { body } = await app.inject(path)
  const metas = new Map(tagsOf(body, 'meta').map(({ name, content }) => [name, content]))
  expect(Object.keys(settings).map((name) => metas.get(name))).toStrictEqual(Object.values(settings))
  expect(body).not.toContain('<img src=x')
})
