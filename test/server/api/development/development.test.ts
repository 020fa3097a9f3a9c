import { expect, test } from 'vitest'
import { startApp } from '../../../support/app'

// `tsx watch` kills a server that does not end within 5 s of a change of its sources.
test('an open stream of content events ends when the server closes', async () => {
  const { app, url } = await startApp({ config: { isDevelopment: true, scenarios: [] } })
  const { body } = await fetch(`${url}/__content`)
  const closed = app.close()
  expect(await new Response(body).text()).toMatch(/^data: \{"version":1,.*\}\n\n$/)
  await closed
})
