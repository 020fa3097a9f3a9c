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

  test('a scenario whose name fits into no header is a 400 that says so', async ({ request, stack }) => {
    const answer = await request.get(`${stack.url}/courses?scenario=${encodeURIComponent('ثلاث-دورات')}`)
    expect([answer.status(), await answer.text()]).toEqual([
      400,
      expect.stringContaining('printable characters of ASCII'),
    ])
  })

  test('an address that is slow on purpose shows the skeleton, then the page', async ({ page, stack }) => {
    await page.goto(`${stack.url}/ar/courses/slow-1500`, { waitUntil: 'commit' })
    await expect(page.locator('.skeleton-header')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('article.detail')).toBeVisible()
  })
})
