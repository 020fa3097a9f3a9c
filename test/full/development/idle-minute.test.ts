import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startDevelopment } from '../../scripts/start-development'
import { freePort } from '../../support/free-port'

test('an idle minute of npm run dev prints nothing and calls nothing', async () => {
  const port = await freePort()
  const { output, clientPort } = await startDevelopment(port)
  const journal = async () => (await (await fetch(`http://127.0.0.1:${port}/__requests`)).json()).calls
  expect((await fetch(`http://localhost:${clientPort}/ar/courses`)).status).toBe(200)
  const [printed, called] = [output(), await journal()]
  await setTimeout(60_000)
  expect(output().split('\n')).toEqual([
    ...printed.split('\n').slice(0, -1),
    expect.stringContaining('GET /__requests'),
    '',
  ])
  expect(await journal()).toEqual(called)
})
