import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { barePage } from './bare-page'

export type BareServer = { address: string; close: () => void }

type Answer = { type: string; body: Buffer; encoding?: string }

/**
 * The bare pages of some paths of a site, and its pictures and drawings as the site itself sends them, all from memory. Gives the
 * server's address without a slash at its end.
 */
export async function startBareServer(site: string, paths: string[]): Promise<BareServer> {
  const pages = new Map<string, Answer>()
  for (const path of paths) {
    const html = barePage(await (await fetch(site + path)).text())
    pages.set(path, { type: 'text/html; charset=utf-8', body: brotliCompressSync(html), encoding: 'br' })
  }
  const files = new Map<string, Promise<Answer>>()
  const server: Server = createServer(async ({ url = '/', headers }, response) => {
    try {
      const { type, body, encoding } = pages.get(url) ?? (await fileAt(url, String(headers.accept)))
      response.writeHead(200, {
        'content-type': type,
        'content-length': body.length,
        'cache-control': 'no-cache',
        ...(encoding && { 'content-encoding': encoding }),
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  const fileAt = (url: string, accept: string) => {
    const key = `${url} ${accept}`
    const file = files.get(key) ?? fetchFile(site + url, accept)
    files.set(key, file)
    return file
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Drawings are text, and travel compressed here as there. */
async function fetchFile(url: string, accept: string): Promise<Answer> {
  const answer = await fetch(url, { headers: { accept } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  const body = Buffer.from(await answer.arrayBuffer())
  return type.startsWith('image/svg') ? { type, body: brotliCompressSync(body), encoding: 'br' } : { type, body }
}
