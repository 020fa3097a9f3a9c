import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../free-port'
import { generateContent, writeContent } from '../generated-content'
import { expect, test } from '../site/fixtures'
import { takenOver } from '../site/page'

const content = generateContent({ seed: 5, size: 4 })

test.describe('npm run dev', () => {
  let folder = ''
  let client = ''
  let stack: ChildProcess

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ugarit-dev-'))
    const { fixturesDir, imagesDir } = await writeContent(content, folder)
    const [port, clientPort] = [await freePort(), await freePort()]
    client = `http://localhost:${clientPort}`
    stack = spawn('npm', ['run', 'dev'], {
      cwd: resolve(import.meta.dirname, '../..'),
      // Starts a process group, so that npm, concurrently, tsx and vite can be ended together.
      detached: true,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        CLIENT_PORT: String(clientPort),
        FIXTURES_DIR: fixturesDir,
        IMAGES_DIR: imagesDir,
        LOG_LEVEL: 'warn',
        FORCE_COLOR: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await bothAreUp(stack)
  })
  test.afterAll(async () => {
    if (stack.pid && stack.exitCode === null) {
      const ended = once(stack, 'exit')
      process.kill(-stack.pid, 'SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  })

  test('a query chooses a scenario for the pages and calls that follow', async ({ page }) => {
    await page.goto(`${client}/ar/blogs?scenario=one-item`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.goto(`${client}/courses`)
    await expect(page.getByRole('article')).toHaveCount(1)
    const { data } = await (await page.request.get(`${client}/api/get-blogs`)).json()
    expect(data).toHaveLength(1)
    await page.goto(`${client}/courses?scenario=`)
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(1)
  })

  test('an open page shows a saved fixture without a reload, and ignores a broken one', async ({ page }) => {
    await page.goto(`${client}/ar/blogs`)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    // The page listens for changes once Vite's client is connected.
    await takenOver(page)

    const file = join(folder, 'fixtures', 'blogs.json')
    const blogs = JSON.parse(await readFile(file, 'utf8')) as { ar_title?: string }[]
    await writeFile(file, '[{"slug":')
    await writeFile(file, JSON.stringify(blogs.map((blog) => ({ ...blog, ar_title: 'عنوان بعد الحفظ' }))))
    await expect(page.getByRole('heading', { name: 'عنوان بعد الحفظ' }).first()).toBeVisible()
  })

  test('an address that is slow on purpose shows the skeleton, then the page', async ({ page }) => {
    await page.goto(`${client}/ar/courses/slow-1500`, { waitUntil: 'commit' })
    await expect(page.locator('.skeleton-header')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('article.detail')).toBeVisible()
  })
})

async function bothAreUp({ stdout }: ChildProcess): Promise<void> {
  const wanted = [/The API is at/, /Local/]
  let output = ''
  await new Promise<void>((resolve, reject) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (wanted.every((pattern) => pattern.test(output))) resolve()
      // `tsx watch` goes on when the server has ended.
      if (/is taken|is already in use|Error/.test(output)) reject(new Error(output))
    })
  })
}
