import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { launchBrowser } from '../site/chromium'
import { barePage } from './bare-page'
import { startMeasuredSite } from './content'
import { startPeers } from './peers'

/** A server to measure, and its name in the table. */
export type Side = { name: string; address: string }

/** A phone of average size. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true }

/**
 * Starts the site and its bare pages. Adds the same pages by Next.js and Astro if `PEERS` is `yes`, and another site with the
 * same paths if `RIVAL` is its address, such as `http://localhost:4321`. Visits each page once (`visitOnce`).
 */
export async function startSides(paths: string[]): Promise<{ sides: Side[]; stop: () => Promise<void> }> {
  const site = await startMeasuredSite()
  const bare = await startBareServer(site.address, paths)
  const { RIVAL: rival, PEERS } = process.env
  const peers = PEERS === 'yes' ? await startPeers(site.address) : undefined
  const sides = [
    { name: 'ours', address: site.address },
    { name: 'bare', address: bare.address },
    ...(peers?.sides ?? []),
    ...(rival ? [{ name: 'rival', address: rival }] : []),
  ]
  const stop = async () => {
    await peers?.stop()
    bare.close()
    await site.stop()
  }
  await visitOnce(sides.flatMap(({ address }) => paths.map((path) => address + path)))
  return { sides, stop }
}

/** Visits each page, because our server makes pictures for phones at the first request, and compresses better at the second. */
export async function visitOnce(urls: string[]): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const url of urls) {
      const page = await browser.newPage(phone)
      const status = (await page.goto(url, { waitUntil: 'networkidle' }))?.status()
      if (status !== 200) throw new Error(`${url} answered ${status}`)
      await (await fetch(url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
      await page.close()
    }
  } finally {
    await browser.close()
  }
}

type Answer = { type: string; body: Buffer; encoding?: string }

/**
 * Serves the bare pages of some paths of a site, and the same pictures and drawings as the site, from memory. Returns the address
 * of the server without a slash at its end.
 */
async function startBareServer(site: string, paths: string[]) {
  const pages = new Map<string, Answer>()
  for (const path of paths) {
    const html = barePage(await (await fetch(site + path)).text())
    pages.set(path, { type: 'text/html; charset=utf-8', body: brotliCompressSync(html), encoding: 'br' })
  }
  const files = new Map<string, Promise<Answer>>()
  const server = createServer(async ({ url = '/', headers }, response) => {
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

/** Fetches a picture or drawing. Compresses drawings, which are text, because the site does so too. */
async function fetchFile(url: string, accept: string): Promise<Answer> {
  const answer = await fetch(url, { headers: { accept } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  const body = Buffer.from(await answer.arrayBuffer())
  return type.startsWith('image/svg') ? { type, body: brotliCompressSync(body), encoding: 'br' } : { type, body }
}
