import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadMessages } from '#content/i18n'
import { locales } from '#contract/locales'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp, startApp } from '../../support/app'
import { tagsOf } from '../../support/html'
import { secondBuild } from '../../support/second-build'

let second: Awaited<ReturnType<typeof secondBuild>>
let beside: string
beforeAll(async () => {
  second = await secondBuild()
  beside = dirname(second.distDir)
  await symlink(currentBuild(), join(beside, '0123456789abcdef'), 'junction')
  // These are no files of a build. The first folder has no name of a build, and the second file is not below an assets folder.
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
  expect(names.filter((name) => own.includes(name))).toEqual([])
  for (const name of names) {
    for (const encoding of ['identity', 'gzip']) {
      const answer = await site.app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } })
      expect([name, answer.statusCode]).toEqual([name, 200])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.vary).toMatch(/\baccept-encoding\b/i)
      if (name.endsWith('.js')) expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
      const isCompressed = answer.headers['content-encoding'] === 'gzip'
      expect(isCompressed).toBe(encoding === 'gzip' && !/\.(?:webp|woff2)$/.test(name))
      expect(answer.rawPayload.equals(await readFile(join(folder, name + (isCompressed ? '.gz' : ''))))).toBe(true)
    }
  }
})

test.each(['none.js', 'other.js', '..%2fother.js'])('/assets/%s is not found', async (name) => {
  expect((await site.app.inject(`/assets/${name}`)).statusCode).toBe(404)
})

test('browsers and search engines that show no SVG icon find one', async () => {
  const { statusCode, headers, rawPayload } = await site.app.inject('/favicon.ico')
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/vnd.microsoft.icon',
    'public, max-age=86400',
  ])
  // The picture is after the head of the file.
  expect(await sharp(rawPayload.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 })
})

test('its pages name only files of its own build, and work without the folder of builds', async () => {
  await rm(beside, { recursive: true })
  const { body } = await site.app.inject('/blogs')
  const named = Array.from(body.matchAll(/\/assets\/([\w.-]+\.(?:js|css))/g), ([, name]) => name)
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !name?.includes('-SECOND00.'))).toEqual([])
})

test.each(Object.values(locales))('the manifest in $locale is installable', async ({ lang, dir, locale }) => {
  const { request } = await startApp({ distDir: currentBuild() })
  const home = locale === 'en' ? '/' : '/ar'
  const href = `/manifest.${locale}.webmanifest`
  expect(tagsOf((await request.get(home)).text, 'link')).toContainEqual({ rel: 'manifest', href })
  const { body } = await request.get(href).expect('content-type', 'application/manifest+json')
  const { icons, shortcuts, ...manifest } = body
  expect(manifest).toMatchObject({ lang, dir, start_url: home, scope: '/', display: 'standalone' })
  for (const { src, sizes } of icons) {
    const { width, height, format } = await sharp((await request.get(src).buffer(true)).body as Buffer).metadata()
    expect([src, format, `${width}x${height}`]).toEqual([src, 'png', sizes])
  }
  // The words are those of the pages.
  const t = await loadMessages(locale)
  const names = [t('nav.courses'), t('nav.blogs'), t('nav.contactUs')]
  expect(shortcuts.map(({ name }: { name: string }) => name)).toEqual(names)
  expect(manifest.description).toBe(t('head.home.description'))
  for (const { url } of shortcuts) await request.get(url).expect(200)
})

// `page-content.test.ts` tests that the shell has the settings.
test.each([true, false])('worker and app shell are revalidated each time; SERVICE_WORKER on: %s', async (isOn) => {
  const { request } = await startApp({ distDir: currentBuild(), config: { hasServiceWorker: isOn } })
  for (const [path, type] of Object.entries({ '/sw.js': 'text/javascript', '/shell.html': 'text/html' })) {
    const answer = await request.get(path).expect(200).expect('x-robots-tag', 'noindex')
    expect([answer.type, answer.headers['cache-control']]).toEqual([type, 'no-cache'])
    // If the worker is switched off, it unregisters itself.
    if (path === '/sw.js') expect(answer.text.includes('unregister()')).toBe(!isOn)
  }
})
