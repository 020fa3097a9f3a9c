import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '../site/development'
import { expect } from '../site/fixtures'
import { takenOver } from '../site/page'

test.describe('npm run dev', () => {
  test('a query chooses a scenario for the pages and calls that follow', async ({ page, stack: { url: client } }) => {
    await page.goto(`${client}/ar/blogs?scenario=one-item`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.goto(`${client}/courses`)
    await expect(page.getByRole('article')).toHaveCount(1)
    const { data } = await (await page.request.get(`${client}/api/get-blogs`)).json()
    expect(data).toHaveLength(1)
    await page.goto(`${client}/courses?scenario=`)
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(1)
  })

  test('the time of a scenario holds for a page and its clock', async ({ page, stack: { url: client } }) => {
    const time = '2028-02-03T04:05:06Z'
    const clock = () => page.evaluate(() => Date.now())
    await page.request.put(`${client}/__scenarios/later`, { data: { description: 'A time', now: time } })
    await page.goto(`${client}/ar/courses?when=upcoming&scenario=later`)
    expect(await clock()).toBe(Date.parse(time))
    // All courses with a date have begun.
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('article').locator('time')).toHaveCount(0)
    await page.goto(`${client}/courses?scenario=&scenario-now=2029-01-01`)
    expect(await clock()).toBe(Date.parse('2029-01-01T00:00+03:00'))
    await page.goto(`${client}/courses?scenario-now=`)
    expect(await clock()).toBeLessThan(Date.now() + 60_000)
  })

  test('an open page shows a saved fixture without a reload, and ignores a broken one', async ({ page, stack }) => {
    const { url: client, fixturesDir } = stack
    // The page receives changes only after Vite's client has connected and the site's script has run.
    const isConnected = page
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"connected"')))
    await page.goto(`${client}/ar/blogs`)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await takenOver(page)
    await isConnected

    const file = join(fixturesDir, 'blogs.json')
    const blogs = JSON.parse(await readFile(file, 'utf8')) as { ar_title?: string }[]
    await writeFile(file, '[{"slug":')
    await writeFile(file, JSON.stringify(blogs.map((blog) => ({ ...blog, ar_title: 'عنوان بعد الحفظ' }))))
    await expect(page.getByRole('heading', { name: 'عنوان بعد الحفظ' }).first()).toBeVisible()
  })

  test('violations of a fixture stand in the overlay of each page, with line and nearest value, until they are mended', async ({
    page,
    stack,
  }) => {
    const { url: client, fixturesDir } = stack
    const file = join(fixturesDir, 'courses.json')
    const saved = await readFile(file, 'utf8')
    const [{ category = '' } = {}] = JSON.parse(saved) as { category?: string }[]
    const broken = JSON.stringify(JSON.parse(saved), undefined, 2).replace(
      `"category": "${category}"`,
      `"category": "${category}x"`,
    )
    const line = broken.split('\n').findIndex((text) => text.includes(`"${category}x"`)) + 1
    await page.goto(`${client}/ar/courses`)
    await takenOver(page)
    await writeFile(file, broken)
    const overlay = page.locator('vite-error-overlay')
    const violation = `courses.json:${line} /0/category: expected the slug of a category`
    await expect(overlay.getByText(violation)).toBeVisible()
    await expect(overlay.getByText(`did you mean "${category}"?`)).toBeVisible()
    await page.goto(`${client}/blogs`)
    await expect(overlay.getByText(violation)).toBeVisible()
    await writeFile(file, saved)
    await expect(overlay).toHaveCount(0)
  })

  test('a page load prints one line for each request, and what the page reads is in no journal', async ({
    page,
    stack,
  }) => {
    const { url: client, api, lines } = stack
    await page.goto(`${client}/about-us`)
    await takenOver(page)
    await page.waitForLoadState('networkidle')
    await page.request.delete(`${api}/__requests`)
    await expect.poll(() => lines().at(-1)).toContain('DELETE /__requests')
    const before = lines().length
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${client}/ar/courses`)
    await takenOver(page)
    await page.waitForLoadState('networkidle')
    const ofApi = asked.filter((path) => /^\/(?:api|images)\//.test(path))
    const { calls } = await (await page.request.get(`${api}/__requests`)).json()
    const listed = calls.map(({ url }: { url: string }) => url).sort()
    expect(listed).toEqual(ofApi.filter((path) => path.startsWith('/api/')).sort())
    const printed = () => lines().slice(before)
    await expect.poll(() => printed().at(-1)).toContain('GET /__requests')
    const isOfPage = (line: string) => line.includes(' for the page /ar/courses')
    expect(printed().filter(isOfPage).length).toBeGreaterThan(0)
    const paths = printed()
      .filter((line) => !isOfPage(line))
      .map((line) => /answered \S+ (\S+)/.exec(line)?.[1] ?? line)
    expect(paths.sort()).toEqual([...ofApi, '/__requests'].sort())
  })

  test('a scenario whose name fits into no header is a 400 that says so', async ({ request, stack }) => {
    const answer = await request.get(`${stack.url}/courses?scenario=${encodeURIComponent('ثلاث-دورات')}`)
    expect([answer.status(), await answer.text()]).toEqual([
      400,
      expect.stringContaining('printable characters of ASCII'),
    ])
  })

  test('another site chooses no scenario for later visits', async ({ request, stack }) => {
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      const answer = await request.get(`${stack.url}/courses?scenario=one-item`, {
        headers: { 'sec-fetch-site': site },
      })
      expect(answer.headers()['set-cookie'] !== undefined, site).toBe(['same-origin', 'none'].includes(site))
    }
  })

  test('an address that is slow on purpose shows the skeleton, then the page', async ({ page, stack }) => {
    await page.goto(`${stack.url}/ar/courses/slow-1500`, { waitUntil: 'commit' })
    await expect(page.locator('.skeleton-header')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('article.detail')).toBeVisible()
  })
})
