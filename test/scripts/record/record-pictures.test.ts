import { mkdtemp, open, readdir } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { emptyFolder } from '../../support/folders'
import { type Item, pictureOf, send } from '../contract/drifting-server'
import { type Finished, run, serve } from '../contract/run'

function record(url: string, out: string, ...more: string[]): Promise<Finished> {
  return run('record', [url, '--out', out, ...more])
}

/** A host of pictures that keeps the headers of each request. */
async function pictureHost() {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer(async ({ headers }, response) => {
    asked.push(headers)
    send(response, 'image/png', await pictureOf('a.png'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

it.each(['evil.js', 'page.html', 'drawing.svg', 'noend'])('records no picture named %s', async (name) => {
  const { url } = await serve({
    content: ({ news }) => Object.assign(news[0] as Item, { image: name }),
    image: (asked, response) => {
      if (asked !== name) return false
      void pictureOf('a.gif').then((bytes) => send(response, 'image/gif', bytes))
      return true
    },
  })
  const out = await emptyFolder()
  const { code, stderr } = await record(url, out)
  expect(code).toBe(1)
  expect(stderr).toContain('a name that ends in none of .png, .jpg, .jpeg, .webp, .gif, .avif')
  expect(await readdir(out)).toEqual([])
  await record(url, out, '--lenient')
  expect(await readdir(join(out, 'images'))).not.toContain(name)
})

describe('a picture at another host', () => {
  const withAddress = (host: string) => ({
    content: ({ news }: { news: Item[] }) => Object.assign(news[0] as Item, { image: `http://${host}/a/other.png` }),
  })

  it('is not asked for unless --picture-host names the host', async () => {
    const other = await pictureHost()
    const { url } = await serve(withAddress(other.host))
    const out = await emptyFolder()
    const { code, stderr } = await record(url, out)
    expect(code).toBe(1)
    expect(stderr).toContain(`an address at ${other.host}, which --picture-host does not name`)
    expect(other.asked).toEqual([])
    expect(await record(url, out, '--picture-host', other.host)).toMatchObject({ code: 0 })
    expect(await readdir(join(out, 'images'))).toContain('other.png')
  })

  it('is not asked for by a redirect either, and never gets the headers of --header', async () => {
    const other = await pictureHost()
    const { url } = await serve({
      image: (name, response) => {
        if (name === 'x.webp') response.writeHead(302, { location: `http://${other.host}/moved.png` }).end()
        return name === 'x.webp'
      },
    })
    const out = await emptyFolder()
    const secret = ['--header', 'x-api-key: secret', '--header', 'authorization: Bearer secret']
    expect((await record(url, out, ...secret)).stderr).toContain(`an address at ${other.host}`)
    expect(other.asked).toEqual([])
    expect(await record(url, out, ...secret, '--picture-host', other.host)).toMatchObject({ code: 0 })
    expect(other.asked.length).toBeGreaterThan(0)
    expect(JSON.stringify(other.asked)).not.toContain('secret')
  })

  it('behind redirects without an end is told, once', async () => {
    let count = 0
    const { url } = await serve({
      image: (name, response) => {
        const isMoved = name.startsWith('x.webp')
        if (isMoved) response.writeHead(302, { location: `/images/x.webp?${++count}` }).end()
        return isMoved
      },
    })
    expect((await record(url, await emptyFolder())).stderr).toContain('it redirects in a loop')
    expect(count).toBeLessThanOrEqual(21)
  })

  it.each(['http://a.example', 'a b', 'a.example/x', ''])('--picture-host takes no "%s"', async (host) => {
    const out = await emptyFolder()
    expect(await record('http://127.0.0.1:9', out, '--picture-host', host)).toMatchObject({ code: 64 })
  })
})

it('has fixtures and pictures on the disk before they take the place of the old ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-sync-'))
  const handle = await open(folder)
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  onTestFinished(() => sync.mockRestore())
  await handle.close()
  const { url } = await serve()
  const out = await emptyFolder()
  expect(await record(url, out)).toMatchObject({ code: 0 })
  const pictures = await readdir(join(out, 'images'))
  expect(pictures.length).toBeGreaterThan(0)
  expect(sync).toHaveBeenCalledTimes(pictures.length + 7)
})
