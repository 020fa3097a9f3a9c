import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'

const distDir = currentBuild()

describe.each(Object.values(locales))('the manifest in $locale', ({ lang, dir, locale }) => {
  const site = sharedApp({ distDir })
  const home = locale === 'en' ? '/' : '/ar'

  test('is linked from its pages and makes the site installable', async () => {
    const page = await site.request.get(home)
    const links = tagsOf(page.text, 'link').filter(({ rel }) => rel === 'manifest')
    expect(links.map(({ href }) => href)).toEqual([`/manifest.${locale}.webmanifest`])
    const answer = await site.request.get(links[0]?.href ?? '').buffer(true)
    expect([answer.status, answer.type]).toEqual([200, 'application/manifest+json'])
    const manifest = JSON.parse(answer.text ?? String(answer.body)) as Record<string, unknown> & {
      icons: { src: string; sizes: string }[]
      shortcuts: { url: string }[]
    }
    expect(manifest).toMatchObject({ lang, dir, start_url: home, scope: '/', display: 'standalone' })
    for (const { src, sizes } of manifest.icons) {
      const icon = await site.request.get(src).buffer(true)
      const { width, height, format } = await sharp(icon.body as Buffer).metadata()
      expect([src, format, `${width}x${height}`]).toEqual([src, 'png', sizes])
    }
    for (const { url } of manifest.shortcuts) expect((await site.request.get(url)).status, url).toBe(200)
  })
})

const product = 'palmyra'
const content = generateContent({ size: 2, product })

test('the worker and the app shell are revalidated each time', async () => {
  const { request } = await startApp({ distDir, content, config: { baseUrl: 'https://api.example.org', product } })
  const worker = await request.get('/sw.js')
  expect([worker.status, worker.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(worker.headers['content-type']).toMatch(/^text\/javascript/)
  const bare = await request.get('/shell.html')
  expect([bare.status, bare.headers['cache-control'], bare.headers['x-robots-tag']]).toEqual([
    200,
    'no-cache',
    'noindex',
  ])
  expect(tagsOf(bare.text, 'meta')).toEqual(
    expect.arrayContaining([
      { name: 'baseUrl', content: 'https://api.example.org' },
      { name: 'product', content: product },
    ]),
  )
  expect((await request.get('/icons/none.png')).status).toBe(404)
})

test('SERVICE_WORKER=off serves a worker that unregisters itself', async () => {
  const { request } = await startApp({ distDir, config: { hasServiceWorker: false } })
  expect((await request.get('/sw.js')).text).toContain('unregister')
})
