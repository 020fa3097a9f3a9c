import { expect, test } from 'vitest'
import { operations } from '#contract/operations'
import { segment } from '#contract/paths'
import { currentBuild } from '../../../scripts/builds'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'
import { envelope, otherApi } from '../api/other-api'

const cdn = 'https://cdn.example.org'
const foreign = 'https://stranger.example/a.webp'

test('a page asks only hosts that its policy allows for pictures, and JSON-LD names no other', async () => {
  const home = generateContent({ seed: 31, size: 6 })
  const api = await otherApi((path, payload) => {
    const courses = home.courses.map((course, index) => ({ ...course, image: images[index] ?? 'plain.png' }))
    const { slug } = JSON.parse(payload || '{}') as { slug?: string }
    return path === operations.course.path
      ? envelope(courses.find((course) => course.slug === slug))
      : envelope([{ ...home, courses }])
  })
  const images = [foreign, `${cdn}/a.webp`, `${api.url}/up/a.webp`]
  const { request } = await startApp({
    distDir: currentBuild(),
    config: { baseUrl: api.url, imageBase: `${api.url}/images/`, imageHosts: [cdn] },
  })
  const shown: (string | undefined)[] = []
  for (const { slug } of home.courses.slice(0, 3)) {
    const open = () => request.get(`/courses/${segment(slug)}`)
    // On a slow machine the first render exceeds the server's waiting time, and the bare template is sent.
    await expect.poll(async () => (await open()).text).toMatch(/<span class="picture/)
    const { text, headers } = await open()
    const [, policy = ''] = /img-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    const sources = tagsOf(text, 'img').map(({ src = '' }) => src)
    for (const src of sources.filter((each) => each.startsWith('http'))) expect(policy).toContain(new URL(src).origin)
    shown.push(images.find((image) => sources.includes(image)))
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(json).not.toContain('stranger.example')
  }
  expect(shown).toStrictEqual([undefined, ...images.slice(1)])
})
