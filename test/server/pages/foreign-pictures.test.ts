import { expect, test } from 'vitest'
import { segment } from '#contract/paths'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'
import { answersOf, siteOver } from '../api/other-api'

const cdn = 'https://cdn.example.org'
const foreign = 'https://stranger.example/a.webp'

test('a page asks only hosts that its policy allows for pictures, and JSON-LD names no other', async () => {
  const content = generateContent({ seed: 31, size: 6 })
  const { api, request } = await siteOver(() => undefined, { config: { imageHosts: [cdn] } })
  const images = [foreign, `${cdn}/a.webp`, `${api.url}/up/a.webp`]
  const courses = content.courses.map((course, index) => ({ ...course, image: images[index] ?? 'plain.png' }))
  api.respond = answersOf({ ...content, courses })
  const shown: (string | undefined)[] = []
  for (const { slug } of courses.slice(0, 3)) {
    const { text, headers } = await request.get(`/courses/${segment(slug)}`)
    expect(text).toMatch(/<span class="picture/)
    const [, policy = ''] = /img-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    const sources = tagsOf(text, 'img').map(({ src = '' }) => src)
    for (const src of sources.filter((each) => each.startsWith('http'))) expect(policy).toContain(new URL(src).origin)
    shown.push(images.find((image) => sources.includes(image)))
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(json).not.toContain('stranger.example')
  }
  expect(shown).toStrictEqual([undefined, ...images.slice(1)])
})
