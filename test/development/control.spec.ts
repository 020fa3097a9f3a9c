import { request as send } from 'undici'
import { openStudio, test } from '../site/development'
import { expect } from '../site/fixtures'

const statusOf = async (url: string, headers: Record<string, string>, method: 'GET' | 'PUT' | 'OPTIONS' = 'GET') => {
  const { statusCode, headers: sent, body } = await send(url, { method, headers })
  await body.dump()
  return [statusCode, sent['access-control-allow-origin']]
}

test('nobody can frame the studio, by any of its addresses', async ({ stack }) => {
  const studio = new URL('../../studio/app/index.html', import.meta.url).pathname
  for (const path of [
    '/__studio',
    '/__studio/content/team',
    '/__studio/api/content',
    '/__studio/api/none',
    `/@fs${studio}`,
  ]) {
    const { headers } = await send(`${stack.url}${path}`)
    expect.soft(headers, path).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
    })
  }
})

test('pages of other origins control and read nothing through Vite', async ({ stack }) => {
  const { host } = new URL(stack.url)
  const own = { host, origin: stack.url, 'sec-fetch-site': 'same-origin' }
  const others: Record<string, string>[] = [
    { host, origin: 'http://localhost:8080' },
    { host, origin: 'http://evil.example' },
    { host, 'sec-fetch-site': 'same-site' },
    { host: 'rebound.evil.example' },
  ]
  for (const path of ['/__requests', '/__scenarios', '/__studio/api/content']) {
    expect(await statusOf(stack.url + path, own)).toEqual([200, undefined])
    for (const headers of others) {
      expect(await statusOf(stack.url + path, headers)).toEqual([403, undefined])
      expect((await statusOf(stack.url + path, headers, 'OPTIONS'))[1]).toBeUndefined()
    }
  }
  for (const path of [
    '/',
    '/__studio',
    '/@vite/client',
    '/__open-in-editor?file=none.ts',
    '/%5F_requests',
    '/@fs/etc/passwd',
  ])
    for (const headers of others) expect((await statusOf(stack.url + path, headers))[1], path).toBeUndefined()
  for (const headers of others)
    expect(await statusOf(`${stack.url}/__open-in-editor`, headers)).toEqual([403, undefined])
  expect((await statusOf(`${stack.url}/@fs/etc/passwd`, own))[0]).toBe(403)
})

test("the studio's frames run no script", async ({ page, stack }) => {
  await openStudio(page, stack, '/content/courses/0')
  await expect(page.locator('iframe').first()).toHaveAttribute('sandbox', 'allow-same-origin')
  const heading = page.frameLocator('iframe').first().getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
})
