import { createServer } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { onTestFinished } from 'vitest'
import { defaultProduct, operationAt } from '#contract/operations'
import type { HomeData } from '#contract/schemas'
import { currentBuild } from '../../../scripts/builds'
import { type BuildOptions, startApp } from '../../support/app'
import { freePort } from '../../support/free-port'
import { operationRows } from './operation-rows'

export type OtherAnswer = { status?: number; type?: string; text: string; headers?: Record<string, string> }
export type Respond = (path: string, payload: string) => OtherAnswer | undefined

/** A separate API that answers with `respond`, and hangs on `undefined`; closed after the test. `open` lists the calls in flight. */
export async function otherApi(respond: Respond) {
  const asked: string[] = []
  const open = new Set<string>()
  const server = createServer((request, response) => {
    void textOf(request).then((payload) => {
      const call = `${request.method} ${request.url} ${payload}`.trim()
      asked.push(call)
      open.add(call)
      response.on('close', () => open.delete(call))
      const answer = api.respond(request.url ?? '', payload)
      if (!answer) return
      const { status = 200, type = 'application/json', text, headers = {} } = answer
      response.writeHead(status, { 'content-type': type, ...headers }).end(text)
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const port = await freePort()
  await listen(port)
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(stop)
  const api = { url: `http://127.0.0.1:${port}`, asked, open, respond, stop, restart: () => listen(port) }
  return api
}

/** The site with the pages of a separate API, with pictures of its own. */
export async function siteOver(
  respond: Respond,
  { config, ...options }: BuildOptions = {},
  variable: 'baseUrl' | 'upstream' = 'baseUrl',
) {
  const api = await otherApi(respond)
  const settings = { [variable]: api.url, imageBase: '/images/', ...config }
  return { api, ...(await startApp({ distDir: currentBuild(), ...options, config: settings })) }
}

/** The answer of a server that follows the contract. */
export function envelope(data: unknown, more: Partial<OtherAnswer> = {}): OtherAnswer {
  return { text: JSON.stringify({ data }), ...more }
}

/** The answers that an API following the contract gives for the content. */
export function answersOf(content: HomeData, product = defaultProduct): Respond {
  const rows = operationRows(content, product)
  return (path, payload) => {
    const asked: unknown = JSON.parse(payload || '{}')
    const name = operationAt(path)
    const row = name && rows[name].find((each) => isDeepStrictEqual(each.payload ?? {}, asked))
    return row ? envelope(row.data) : fails(404)
  }
}

export const fails = (status = 500): OtherAnswer => ({ status, text: '{}' })
