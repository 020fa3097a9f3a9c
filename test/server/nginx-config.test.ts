import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverOptions } from '../../server/app'
import { root } from '../support/app'

const shipped = readFile(join(root, 'deploy/nginx.conf'), 'utf8')

const match = async (pattern: RegExp) => pattern.exec(await shipped)?.[1] ?? ''

test('passes over an instance that is gone, closing or silent, for every method', async () => {
  const rules = (await match(/proxy_next_upstream ([^;]+);/)).split(' ')
  expect(rules).toEqual(expect.arrayContaining(['error', 'timeout', 'http_503', 'non_idempotent']))
  expect(Number(await match(/\n {2}proxy_read_timeout (\d+)s;/))).toBeLessThan(3)
})

test('asks both instances even if both have failed', async () => {
  const servers = Array.from((await shipped).matchAll(/^ +server ([\d.:]+) ([^;]+);$/gm), ([, ...parts]) => parts)
  expect(servers).toStrictEqual([
    ['127.0.0.1:3001', 'fail_timeout=10s'],
    ['127.0.0.1:3002', 'fail_timeout=10s'],
    ['127.0.0.1:3001', 'backup max_fails=0'],
    ['127.0.0.1:3002', 'backup max_fails=0'],
  ])
})

test('closes idle connections before the instances do', async () => {
  const seconds = Number(await match(/keepalive_timeout (\d+)s;\n\}/))
  expect(seconds * 1_000).toBeLessThan(serverOptions.keepAliveTimeout)
})

test('sends no name that a client made up', async () => {
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
