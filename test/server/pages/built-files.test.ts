import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'
import { secondBuild } from '../../support/second-build'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

let second: Awaited<ReturnType<typeof secondBuild>>
let beside: string
beforeAll(async () => {
  second = await secondBuild()
  beside = dirname(second.distDir)
  await symlink(currentBuild(), join(beside, '0123456789abcdef'), 'junction')
  // Neither is a file of a build: the first folder is not named like a build, the second file is not below an assets folder.
  for (const path of ['other/client/assets/other.js', '0123456789abcde0/client/other.js']) {
    await mkdir(dirname(join(beside, path)), { recursive: true })
    await writeFile(join(beside, path), 'other')
  }
})
afterAll(() => second.remove())

const site = sharedApp(() => ({ distDir: second.distDir }))

test('a page of the previous build still gets all its files, compressed too', async () => {
  const folder = join(currentBuild(), 'client/assets')
  const names = (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name))
  const own = await readdir(join(second.distDir, 'client/assets'))
  expect(names.filter((name) => !own.includes(name))).toEqual(names)
  for (const name of names) {
    for (const encoding of ['identity', 'gzip']) {
      const answer = await site.app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } })
      expect([name, answer.statusCode]).toEqual([name, 200])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.vary).toMatch(/\baccept-encoding\b/i)
      expect(answer.headers['content-type']).toBe(types[extname(name)])
      const isCompressed = answer.headers['content-encoding'] === 'gzip'
      expect(isCompressed).toBe(encoding === 'gzip' && !/\.(?:webp|woff2)$/.test(name))
      expect(answer.rawPayload.equals(await readFile(join(folder, name + (isCompressed ? '.gz' : ''))))).toBe(true)
    }
  }
})

test('its pages name only files of its own build', async () => {
  const { body } = await site.app.inject('/blogs')
  const named = Array.from(body.matchAll(/\/assets\/([\w.-]+\.(?:js|css))/g), ([, name]) => name)
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !name?.includes('-SECOND00.'))).toEqual([])
})

test.each([
  ...['none.js', 'other.js', '..%2fother.js', '..%2f..%2f..%2fother%2fclient%2fassets%2fother.js'],
  ...['..%5cother.js', '%00.js'],
])('/assets/%s is not found', async (name) => {
  expect((await site.app.inject(`/assets/${name}`)).statusCode).toBe(404)
})

test('pages work without the folder of builds', async () => {
  await rm(beside, { recursive: true })
  expect((await site.app.inject('/assets/none.js')).statusCode).toBe(404)
  expect((await site.app.inject('/blogs')).statusCode).toBe(200)
})

test.each(Object.values(locales))(
  'the manifest in $locale makes the site installable',
  async ({ lang, dir, locale }) => {
    const { request } = await startApp({ distDir: currentBuild() })
    const home = locale === 'en' ? '/' : '/ar'
    const links = tagsOf((await request.get(home)).text, 'link').filter(({ rel }) => rel === 'manifest')
    expect(links.map(({ href }) => href)).toEqual([`/manifest.${locale}.webmanifest`])
    const answer = await request.get(links[0]?.href ?? '').buffer(true)
    expect([answer.status, answer.type]).toEqual([200, 'application/manifest+json'])
    const manifest = JSON.parse(answer.text ?? String(answer.body))
    expect(manifest).toMatchObject({ lang, dir, start_url: home, scope: '/', display: 'standalone' })
    for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
      const { width, height, format } = await sharp((await request.get(src).buffer(true)).body as Buffer).metadata()
      expect([src, format, `${width}x${height}`]).toEqual([src, 'png', sizes])
    }
    for (const { url } of manifest.shortcuts) expect((await request.get(url)).status, url).toBe(200)
  },
)

test('the worker and the app shell are revalidated each time', async () => {
  const product = 'palmyra'
  const content = generateContent({ size: 2, product })
  const config = { baseUrl: 'https://api.example.org', product }
  const { request } = await startApp({ distDir: currentBuild(), content, config })
  const worker = await request.get('/sw.js').expect(200).expect('cache-control', 'no-cache')
  expect(worker.type).toBe('text/javascript')
  const { headers, text } = await request.get('/shell.html').expect(200)
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
  for (const [name, content] of Object.entries(config)) expect(tagsOf(text, 'meta')).toContainEqual({ name, content })
  expect((await request.get('/icons/none.png')).status).toBe(404)
})

test('SERVICE_WORKER=off serves a worker that unregisters itself', async () => {
  const { request } = await startApp({ distDir: currentBuild(), config: { hasServiceWorker: false } })
  expect((await request.get('/sw.js')).text).toContain('unregister')
})
