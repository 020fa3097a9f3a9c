import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { Drift } from '../../../contract-check/report'
import { inFields, send } from '../../contract-check/drifting-server'
import { reportOf, serve } from '../../contract-check/run'
import { run } from '../../scripts/run-command'
import { startBuiltServer } from '../../support/built-server'
import { emptyFolder } from '../../support/folders'
import { freePort } from '../../support/free-port'
import { findNginx, runNginx } from '../../support/nginx'
import { requireProgram } from '../requirements'

/* Four APIs that differ. The check finds what was planted and nothing else, and makes the calls that `--list` tells. */

/** Checks an API. Returns its drift and warnings as "operation rule", the exit code, and the number of calls by `--list`. */
async function check(url: string) {
  const planned = await run('contract', [url, '--list'])
  const { code, report } = await reportOf(url)
  const told = (found: Drift[]) => [...new Set(found.map(({ operations, rule }) => `${operations} ${rule}`))].sort()
  const [drifts, warnings] = [told(report.drifts), told(report.warnings)]
  return { code, verdict: report.verdict, drifts, warnings, planned: planned.stdout.trim().split('\n').length }
}

const clean = { code: 0, verdict: 'holds', drifts: [], warnings: [] }

test('this server', async () => {
  const { url, stop } = await startBuiltServer()
  onTestFinished(() => void stop())
  expect(await check(url)).toMatchObject(clean)
})

test('a strict API that refuses by problem documents, with one warning', async () => {
  const { url, requests } = await serve({
    ...inFields('get-blog', { en_title: 'Another title' }),
    respond: ({ data }, response, request) => {
      const isForm = /form/.test(request.headers['content-type'] ?? '')
      if (data !== undefined && !isForm) return false
      const status = isForm ? 415 : 404
      const problem = { type: 'about:blank', title: 'Refused', status }
      return send(response, 'application/problem+json', JSON.stringify(problem), status)
    },
  })
  const { planned, ...found } = await check(url)
  expect(found).toEqual({ code: 1, verdict: 'drift', drifts: ['blog item.differs'], warnings: [] })
  expect(requests).toHaveLength(1 + planned)
})

test('an API behind limit_req of nginx, which answers 503 above 50 calls per second', async ({ skip }) => {
  const program = (await findNginx()) ?? ''
  requireProgram('nginx', program !== '', skip)
  const { url, requests } = await serve()
  const port = await freePort()
  const limited = `limit_req_zone $binary_remote_addr zone=api:1m rate=50r/s;
server {
  listen 127.0.0.1:${port};
  location / { limit_req zone=api burst=10 nodelay; proxy_pass ${url}; }
}`
  const nginx = await runNginx(program, await emptyFolder(), port, limited)
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  })
  const { planned, ...found } = await check(`http://127.0.0.1:${port}`)
  expect(found).toEqual(clean)
  // Calls that nginx refused did not reach the server, so the server got each call once.
  expect(requests).toHaveLength(1 + planned)
})

test('an API that is down half the time, with one warning', async () => {
  // Every call fails the first time, each in one of two ways.
  const failed = new Set<string>()
  const { url, requests } = await serve({
    ...inFields('get-event', { event_type: 'no_such_type' }),
    respond: ({ route, payload }, response, request) => {
      const call = JSON.stringify([route, payload, request.headers['content-type']])
      if (failed.has(call)) return false
      failed.add(call)
      if (failed.size % 2) return send(response, 'text/html', '<h1>Bad Gateway</h1>', 502)
      response.socket?.destroy()
      return true
    },
  })
  const { planned, ...found } = await check(url)
  expect(found).toEqual({ code: 1, verdict: 'drift', drifts: ['event answer.value'], warnings: [] })
  // Each failed call was repeated once. `--list` called only homeData.
  expect(requests).toHaveLength(1 + planned + failed.size)
})
