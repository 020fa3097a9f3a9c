import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newsFlag, operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import { shared } from '../helper'

/** Prism, a mock server that knows nothing of this repository, on our document: what it understands, others will. */
describe.each([
  ['the examples', []],
  ['data that it invents', ['--dynamic']],
])('Prism on /openapi.json, answering %s', (_, options) => {
  const api = shared()
  let address = ''
  let stop: () => Promise<void> = async () => undefined

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ugarit-prism-'))
    const file = join(folder, 'openapi.json')
    await writeFile(file, (await api.request.get('/openapi.json').expect(200)).text)
    const prism = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'))
    const child = spawn(process.execPath, [prism, 'mock', file, '--port', '0', '--host', '127.0.0.1', ...options], {
      env: { ...process.env, NO_UPDATE_NOTIFIER: '1' },
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    stop = async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    }
    address = await new Promise((resolve, reject) => {
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk
          const listening = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)
          if (listening?.[1]) resolve(listening[1])
        })
      }
      child.once('exit', () => reject(new Error(`Prism ended: ${output}`)))
    })
  })
  afterAll(() => stop())

  const { answers } = createSchemas('ugarit')
  const payloads: Record<string, Record<string, unknown>> = {
    events: { event_type: 'free_workshop' },
    news: { [newsFlag('ugarit')]: true },
  }

  test.each(operationNames)('%s is answered in the contract’s shape, JSON and form', async (name) => {
    const { method, path } = operations[name]
    const payload = payloads[name] ?? { slug: 'python' }
    const calls: RequestInit[] =
      method === 'GET'
        ? [{}]
        : [
            { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) },
            { method, body: new URLSearchParams(Object.entries(payload).map(([key, value]) => [key, String(value)])) },
          ]
    for (const call of calls) {
      const response = await fetch(address + path, call)
      const { data } = (await response.json()) as { data: unknown }
      expect([response.status, createCheck(answers[name])(data)]).toStrictEqual([200, []])
    }
  })

  test('a payload that does not fit is refused from the document alone', async () => {
    const body = JSON.stringify({ event_type: 'party' })
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const { status } = await fetch(`${address}/api/get-events`, call)
    expect(status).toBeGreaterThanOrEqual(400)
  })
})
