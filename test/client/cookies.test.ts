import { afterEach, expect, test, vi } from 'vitest'
import { deleteCookies } from '../../client/app/cookies'

afterEach(() => vi.unstubAllGlobals())

/** The cookies that are written on a page with these cookies. */
function writtenAt(pathname: string, cookie: string): string[] {
  const written: string[] = []
  vi.stubGlobal('location', { pathname, hostname: 'www.example.org' })
  vi.stubGlobal('document', {
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      written.push(text)
    },
  })
  deleteCookies()
  return written
}

test('cookies are deleted at each path and domain of the page', () => {
  const written = writtenAt('/ar/courses', 'a=1; b=2')
  for (const name of ['a', 'b'])
    for (const path of ['/', '/ar', '/ar/', '/ar/courses', '/ar/courses/'])
      for (const domain of ['', '; domain=www.example.org', '; domain=example.org'])
        expect(written).toContain(`${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=${path}${domain}`)
})

test('an address of thousands of slashes costs no more than a deep page', () => {
  const address = `/courses${'/'.repeat(14_000)}`
  expect(writtenAt(address, 'a=1').length).toBeLessThan(200)
  expect(writtenAt(address, '')).toEqual([])
})
