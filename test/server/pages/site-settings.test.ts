import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SiteSettings } from '#contract/entities'
import { locales } from '#contract/locales'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { publishedPaths } from '../../../server/publish/publish'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { elementText, tagsOf } from '../../support/html'
import { shippedSite } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'
import { answersOf, siteOver } from '../api/other-api'
import { publicationOf } from '../publish/publications'

const product = 'acme'
const distDir = currentBuild()
const content = generateContent({ seed: 41, size: 4, product })

/** The settings of another institute, in Arabic and English. */
const other: SiteSettings = {
  en_name: 'Damascus School of Data',
  ar_name: 'مدرسة دمشق للبيانات',
  en_short_name: 'Data school',
  ar_short_name: 'البيانات',
  en_product: 'Acme',
  ar_product: 'أكمي',
  en_city: 'Damascus, Syria',
  ar_city: 'دمشق، سوريا',
  ar_hours: 'كل يوم',
  email: 'hello@school.example',
  phones: [{ number: '+963 11 222 3344', en_purpose: 'Reception' }],
  whatsapp: '+963 933 222 111',
  contact_form: 'https://forms.example.org/school',
  map: 'https://maps.example.org/school',
  social: [{ en_name: 'Instagram', link: 'https://instagram.com/school' }],
  footer_links: [{ group: 'podcasts', ar_name: 'بودكاست', link: 'https://podcast.example.org' }],
}

/** Names and numbers of the shipped institute, in any part of what the server sends. */
const shipped = /ugarit|أوغاريت|245 ?6780|944 ?123 ?456|openstreetmap|d2l\.ai/i

describe('the settings of another institute', () => {
  const site = sharedApp({ content, site: other, distDir, config: { product } })

  test.each(sitePages(content, product))('$path has its name, and nothing of the shipped institute', async (page) => {
    const { payload } = await site.app.inject(page.path)
    expect(payload).toContain(page.locale === 'en' ? other.en_name : other.ar_name)
    expect(shipped.exec(payload)?.[0]).toBeUndefined()
  })

  const beside = [
    ...publishedPaths(publicationOf(content, { product })),
    '/openapi.json',
    '/docs',
    '/shell.html',
    '/sw.js',
  ]
  const manifests = Object.keys(locales).map((locale) => `/manifest.${locale}.webmanifest`)
  test.each([...beside, ...manifests])('%s has nothing of the shipped institute', async (path) => {
    const { statusCode, payload } = await site.app.inject(path)
    expect(statusCode).toBe(200)
    expect(shipped.exec(payload)?.[0]).toBeUndefined()
  })

  test.each(Object.values(locales))('all files of $locale give the institute its name', async ({ locale }) => {
    const paths = createPaths({ locale, product })
    const name = other[`${locale}_name`] ?? ''
    const texts = [
      paths.home(),
      paths.newsFeed(),
      paths.blogFeed(),
      paths.calendar(),
      `/manifest.${locale}.webmanifest`,
    ]
    for (const path of texts)
      expect([path, (await site.app.inject(path)).payload]).toEqual([path, expect.stringContaining(name)])
    const { payload } = await site.app.inject(paths.home())
    expect(tagsOf(payload, 'meta')).toContainEqual({ property: 'og:site_name', content: name })
    const manifest: unknown = (await site.app.inject(`/manifest.${locale}.webmanifest`)).json()
    expect(manifest).toMatchObject({ name, short_name: other[`${locale}_short_name`] })
    const shareImage = await site.app.inject(`/cards${paths.contactUs()}.jpg`)
    expect([shareImage.statusCode, shareImage.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('the contact page has each way to reach it, and structured data repeats them', async () => {
    const { payload } = await site.app.inject('/contact-us')
    const links = tagsOf(payload, 'a').map(({ href }) => href)
    const ways = ['mailto:hello@school.example', 'tel:+963112223344', 'https://wa.me/963933222111', other.map]
    for (const way of [...ways, other.contact_form, other.social?.[0]?.link]) expect(links).toContain(way)
    for (const text of ['Damascus, Syria', 'Reception', 'كل يوم', 'Instagram']) expect(payload).toContain(text)
    expect(payload).toContain('"telephone":["+963 11 222 3344"]')
  })

  test('the API document names the contact', async () => {
    const { info } = (await site.app.inject('/openapi.json')).json() as { info: { contact: object } }
    expect(info.contact).toMatchObject({ name: other.en_name, email: other.email })
  })
})

describe('without settings', () => {
  test('pages name the product, and have no contacts of another institute', async () => {
    const { store, config, app } = await startApp({ content, distDir, config: { product } })
    await rm(join(config.fixturesDir, 'site.json'))
    store.watch({ info: () => undefined, warn: () => undefined })
    await expect.poll(() => store.content().site).toEqual({ en_name: 'Acme' })
    for (const { path } of sitePages(content, product)) {
      const { payload } = await app.inject(path)
      expect(payload).toContain('Acme')
      expect([path, shipped.exec(payload)?.[0]]).toEqual([path, undefined])
    }
    expect(
      tagsOf((await app.inject('/contact-us')).payload, 'a')
        .map(({ href }) => href)
        .join(),
    ).not.toMatch(/tel:|mailto:|wa\.me/)
  })
})

test('saved settings show on pages, in the app shell and in the manifest without a restart', async () => {
  const { store, config, app } = await startApp({ content, distDir, config: { product } })
  const read = async () => [
    elementText((await app.inject('/blogs')).payload, 'title'),
    elementText((await app.inject('/shell.html')).payload, 'title'),
    ((await app.inject('/manifest.en.webmanifest')).json() as { name: string }).name,
  ]
  expect((await read()).join()).toContain(String(shippedSite.en_name))
  store.watch({ info: () => undefined, warn: () => undefined })
  await writeFile(join(config.fixturesDir, 'site.json'), JSON.stringify(other))
  await expect.poll(read).toEqual([expect.stringContaining('Damascus School'), other.en_name, other.en_name])
})

test('pages over another API have the settings of this site, also after a change', async () => {
  const remote = await siteOver(answersOf(content, product), { content, site: other, config: { product } })
  const contact = async () => (await remote.app.inject('/contact-us')).payload
  expect(await contact()).toContain('tel:+963112223344')
  remote.store.watch({ info: () => undefined, warn: () => undefined })
  const changed = { ...other, phones: [{ number: '+963 11 999 8877' }] }
  await writeFile(join(remote.config.fixturesDir, 'site.json'), JSON.stringify(changed))
  await expect.poll(contact).toContain('tel:+963119998877')
})
