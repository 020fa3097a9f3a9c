import { expect, test } from 'vitest'
import { pictureOrigins, pictureUrl } from '#contract/images'

const sources = {
  imageBase: 'https://pictures.example.org/images/',
  baseUrl: 'https://api.example.org/v1',
  origin: 'https://www.example.org',
  imageHosts: ['https://cdn.example.org', 'http://other.example.org:8080'],
}

test.each<[name: string, expected: string | undefined, width?: number]>([
  ['a b.webp', 'https://pictures.example.org/images/a%20b.webp'],
  ['a b.webp', 'https://pictures.example.org/images/a%20b.webp?w=320', 320],
  ['https://api.example.org/up/a.webp', 'https://api.example.org/up/a.webp'],
  ['https://www.example.org/a.webp', 'https://www.example.org/a.webp'],
  ['HTTPS://CDN.example.org/a.webp', 'HTTPS://CDN.example.org/a.webp'],
  ['http://other.example.org:8080/a.webp', 'http://other.example.org:8080/a.webp'],
  ['http://api.example.org/a.webp', 'https://api.example.org/a.webp'],
  ['http://stranger.example/a.webp', undefined],
  ['https://api.example.org@stranger.example/a.webp', undefined],
  ['https://api.example.org.stranger.example/a.webp', undefined],
  ['https://', undefined],
])('%s is asked for at %s', (name, expected, width) => {
  expect(pictureUrl(name, sources, width)).toBe(expected)
})

test('a path and an invalid address have no origin', () => {
  expect(pictureOrigins({ imageBase: '/images/', baseUrl: '', imageHosts: ['https://'] })).toStrictEqual([])
})
