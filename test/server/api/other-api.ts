import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { onTestFinished } from 'vitest'
import type { HomeData } from '#contract/entities'
import { defaultProduct, operationAt } from '#contract/operations'
import { currentBuild } from '../../../scripts/site-build'
import { type BuildOptions, startApp } from '../../support/app'
import { freePort } from '../../support/free-port'
import { startHttpServer } from '../../support/http-server'
import { operationRows } from './operation-rows'

export type OtherAnswer = {
  status?: number
  type?: string
  text: string | Uint8Array
  headers?: Record<string, string>
}
export type Respond = (path: string, payload: string) => OtherAnswer | undefined

/** Starts an API that answers with `respond`, or hangs if that returns `undefined`. `open` lists the calls in flight. */
export async function otherApi(respond: Respond) {
  const asked: string[] = []
  const open = new Set<string>()
  const listen = (port: number) =>
    startHttpServer(async (request, response) => {
      const payload = await text(request)
      const call = `${request.method} ${request.url} ${payload}`.trim()
      asked.push(call)
      open.add(call)
      response.on('close', () => open.delete(call))
      const answer = api.respond(request.url ?? '', payload)
      if (!answer) return
      const { status = 200, type = 'application/json', headers = {} } = answer
      response.writeHead(status, { 'content-type': type, ...headers }).end(answer.text)
    }, port)
  let server = await listen(await freePort())
  const { url, port } = server
  const stop = () => server.stop()
  onTestFinished(stop)
  const restart = async () => {
    server = await listen(port)
  }
  const api = { url, asked, open, respond, stop, restart }
  return api
}

/** Starts the site with content from a separate API, and with its own pictures. */
export async function siteOver(
  respond: Respond,
  { config, ...options }: BuildOptions = {},
  variable: 'baseUrl' | 'upstream' = 'baseUrl',
) {
  const api = await otherApi(respond)
  const settings = { [variable]: api.url, imageBase: '/images/', ...config }
  return { api, ...(await startApp({ distDir: currentBuild(), ...options, config: settings })) }
}

/** Makes a response of an API that follows the contract. */
export function envelope(data: unknown, more: Partial<OtherAnswer> = {}): OtherAnswer {
  return { text: JSON.stringify({ data }), ...more }
}

/** Makes the responses of an API that follows the contract and has the content. */
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
