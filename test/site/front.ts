import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { startHttpServer } from '../support/http-server'

export type Front = Awaited<ReturnType<typeof startFront>>

/** Headers that describe the site's original response, and would be untrue for the changed one. */
const untrue = ['content-encoding', 'content-length', 'etag', 'transfer-encoding', 'connection']

/** Starts a proxy in front of the site that can hold, replace and change responses, including responses to the service worker. */
export async function startFront(site: string) {
  let held: string | undefined
  let released = Promise.resolve()
  const front = {
    address: '',
    /** The paths of all requests so far. */
    asked: [] as string[],
    /** The site's address. If it is `undefined`, every connection is cut. */
    site: site as string | undefined,
    /** Returns the response to a path. For `undefined`, the site answers. */
    instead: (_path: string): ResponseInit | undefined => undefined,
    /** Changes the text of the site's responses. */
    rewrite: undefined as ((text: string, path: string) => string) | undefined,
    /** A script that every page runs before its own scripts. The page's policy allows it. */
    script: '',
    /** Holds requests whose path begins with `path`, until the returned function is called. */
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
  }
  const { url, stop } = await startHttpServer(async (request, response) => {
    const { url: path = '/', method = 'GET' } = request
    front.asked.push(path)
    try {
      const payload = await buffer(request)
      if (held !== undefined && path.startsWith(held)) await released
      const instead = front.site && front.instead(path)
      if (instead)
        return void response.writeHead(instead.status ?? 200, instead.headers as Record<string, string>).end()
      const type = request.headers['content-type']
      const sent = type === undefined ? {} : { headers: { 'content-type': type }, body: new Uint8Array(payload) }
      const answer = await fetch(`${front.site}${path}`, { method, redirect: 'manual', ...sent })
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => !untrue.includes(name)))
      const body = Buffer.from(await answer.arrayBuffer())
      if (!/html|css|json|javascript/.test(headers['content-type'] ?? ''))
        return void response.writeHead(answer.status, headers).end(body)
      const { 'content-security-policy': policy, ...others } = headers
      const hash = createHash('sha256').update(front.script).digest('base64')
      // Allows the added script. A rewritten page gets no policy, because the policy has the hashes of the original inline parts.
      const own = { 'content-security-policy': policy?.replace('script-src', `script-src 'sha256-${hash}'`) }
      response.writeHead(answer.status, { ...others, ...(policy && !front.rewrite && own) })
      const text = (front.rewrite ?? String)(String(body), path)
      response.end(text.replace('<head>', (head) => head + (front.script && `<script>${front.script}</script>`)))
    } catch {
      // Cuts the connection if the site has stopped or the client has gone.
      request.socket.destroy()
    }
  })
  return Object.assign(front, { address: url, stop })
}
