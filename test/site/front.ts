import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startHttpServer } from '../support/http-server'

export type Front = {
  address: string
  /** The path of each request so far. */
  asked: string[]
  /** The site's address; undefined cuts every connection. */
  site: string | undefined
  /** Answers a path instead of the site. */
  instead: (path: string) => ResponseInit | undefined
  /** Changes the text of the site's answers. */
  rewrite: ((text: string, path: string) => string) | undefined
  /** A script that runs in every page before the page's own, allowed by its policy. */
  script: string | undefined
  /** Holds every request, or those whose path has this prefix, until the returned function is called. */
  hold: (path?: string) => () => void
  stop: () => Promise<void>
}

/** A proxy in front of the site that can hold, replace and change answers, also those for the service worker. */
export async function startFront(site: string): Promise<Front> {
  let held: string | undefined
  let released = Promise.resolve()
  const { url, stop } = await startHttpServer(async (request, response) => {
    const path = request.url ?? '/'
    front.asked.push(path)
    // A client that disconnects needs no answer.
    const payload = await buffer(request).catch(() => undefined)
    if (held !== undefined && path.startsWith(held)) await released
    if (front.site === undefined || !payload) return void request.socket.destroy()
    const instead = front.instead(path)
    if (instead) return void response.writeHead(instead.status ?? 200, instead.headers as Record<string, string>).end()
    try {
      const { status, headers, body } = await answerOf(front.site + path, request, payload)
      const isText = /html|css|json|javascript/.test(headers['content-type'] ?? '')
      const text = isText ? (front.rewrite ?? String)(String(body), path) : body
      // The policy has the hashes of the original inline styles and scripts.
      if (front.rewrite) delete headers['content-security-policy']
      const sent = front.script ? withScript(front.script, text, headers) : text
      response.writeHead(status, headers).end(sent)
    } catch {
      // The site has stopped.
      request.socket.destroy()
    }
  })
  const front: Front = {
    address: url,
    asked: [],
    site,
    instead: () => undefined,
    rewrite: undefined,
    script: undefined,
    hold: (path = '/') => {
      let release = () => {}
      held = path
      released = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        held = undefined
        release()
      }
    },
    stop,
  }
  return front
}

async function answerOf(address: string, { method = 'GET', headers }: IncomingMessage, payload: Buffer) {
  const type = headers['content-type']
  const answer = await fetch(address, {
    method,
    redirect: 'manual',
    ...(type !== undefined && { headers: { 'content-type': type }, body: new Uint8Array(payload) }),
  })
  const given = Object.fromEntries(answer.headers)
  // The body is no longer compressed, and a rewritten body has another ETag.
  for (const name of ['content-encoding', 'content-length', 'etag', 'transfer-encoding', 'connection'])
    Reflect.deleteProperty(given, name)
  return { status: answer.status, headers: given, body: Buffer.from(await answer.arrayBuffer()) }
}

/** Adds a script to a page, and its hash to the page's policy. */
function withScript(script: string, text: string | Buffer, headers: Record<string, string>): string | Buffer {
  const policy = headers['content-security-policy']
  const hash = createHash('sha256').update(script).digest('base64')
  if (policy) headers['content-security-policy'] = policy.replace('script-src', `script-src 'sha256-${hash}'`)
  return typeof text === 'string' ? text.replace('<head>', () => `<head><script>${script}</script>`) : text
}
