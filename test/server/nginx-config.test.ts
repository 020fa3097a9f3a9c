import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverOptions } from '../../server/app'
import { root } from '../helper'
import { configureFor } from '../nginx'

const shipped = readFile(join(root, 'deploy/nginx.conf'), 'utf8')

test('the nginx configuration skips an instance that is down or closing, for every method', async () => {
  const text = await shipped
  const [, rules = ''] = /proxy_next_upstream ([^;]+);/.exec(text) ?? []
  expect(rules.split(' ')).toEqual(expect.arrayContaining(['error', 'timeout', 'http_503', 'non_idempotent']))
  // A 503 of both instances belongs to one page; with any other `max_fails` nginx answers everything with 502 for two seconds
  // (measured).
  expect(text.match(/server 127\.0\.0\.1:\d+ max_fails=0;/g)).toHaveLength(2)
  // nginx's keep-alive connections must end before the instances' own (server/app.ts: five seconds).
  expect(Number(/keepalive_timeout (\d+)s;\n\}/.exec(text)?.[1])).toBeLessThan(5)
  for (const header of ['X-Forwarded-For', 'X-Request-Id', 'Host'])
    expect(text).toContain(`proxy_set_header ${header} `)
  expect(text).toMatch(/location = \/metrics \{\s+return 404;/)
})

test('the nginx cache distinguishes payloads: none that its key could lack is cached', async () => {
  const text = await shipped
  expect(text.replace(/#.*/g, '')).not.toMatch(/\$(?:http_)?host\b/)
  expect(text).toContain('return 301 https://$server_name$request_uri;')
  expect(text).toMatch(/proxy_set_header Host \$server_name;/)
  for (const header of ['X-Forwarded-For', 'X-Request-Id']) expect(text).toContain(`proxy_set_header ${header} `)
})

test('limits what one address takes up', async () => {
  expect(Number(await match(/limit_conn ugarit_visitors (\d+);/))).toBeLessThanOrEqual(256)
  expect(Number(await match(/http2_max_concurrent_streams (\d+);/))).toBeLessThanOrEqual(64)
  expect(await match(/limit_conn_status (\d+);/)).toBe('429')
})

test('caches no payload that its key may lack', async () => {
  const text = await shipped
  const parts = ['request_method', 'ugarit_path$ugarit_query', 'content_type', 'request_body']
  const key = await match(/proxy_cache_key "([^"]*)"/)
  expect(parts.filter((part) => !key.includes(`$${part}`))).toStrictEqual([])
  const sizeOf = (name: string) => Number(new RegExp(`${name} (\\d+)k;`).exec(text)?.[1])
  expect(sizeOf('client_body_buffer_size')).toBeGreaterThanOrEqual(sizeOf('client_max_body_size'))
})

test('the tested configuration is the shipped one, with other ports and no certificate', async () => {
  const tried = configureFor(await shipped, 9_000, [9_001, 9_002])
  expect(tried).toMatch(/server 127\.0\.0\.1:9001[\s\S]*server 127\.0\.0\.1:9002[\s\S]*listen 127\.0\.0\.1:9000;/)
  expect(tried).not.toMatch(/ssl_certificate|listen 80|443/)
  expect(() => configureFor('', { port: 1, instances: [2, 3] })).toThrow('deploy/nginx.conf lacks')
})
