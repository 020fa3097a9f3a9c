import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../support/app'
import { runServer } from '../../support/built-server'
import { emptyFolder } from '../../support/folders'

test('without sharp, pictures are served as they are, there are no share images, and the log says why', async () => {
  const folder = await emptyFolder()
  for (const part of ['client', 'server'])
    await cp(join(root, 'dist', part), join(folder, part), { recursive: true, dereference: true })
  const server = runServer([join(folder, 'server/main.js')], { NODE_ENV: 'production', LOG_LEVEL: 'warn' })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const { url } = await server.listening

  const [picture = ''] = /[^/]*(?=\?w=\d)/.exec(await (await fetch(url)).text()) ?? []
  const original = await readFile(join(root, 'images', picture))
  for (const address of [`images/${picture}`, `images/${picture}?w=320`]) {
    const answer = await fetch(url + address, { headers: { accept: 'image/avif' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(Buffer.from(await answer.arrayBuffer()).equals(original)).toBe(true)
  }
  expect((await fetch(`${url}images/${picture}?w=321`)).status).toBe(400)
  expect((await fetch(`${url}images/none.webp?w=320`)).status).toBe(404)
  const [card = ''] = /cards\/[^"]+/.exec(await (await fetch(`${url}courses`)).text()) ?? []
  const refused = await fetch(url + card)
  expect([refused.status, await refused.json()]).toEqual([
    404,
    expect.objectContaining({ detail: 'Share images are drawn by sharp, which is not installed.' }),
  ])

  server.child.kill('SIGTERM')
  const { code, stdout, stderr } = await server.exit
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  expect([code, stderr, lines]).toEqual([0, '', [expect.stringContaining('because sharp is not installed')]])
})
