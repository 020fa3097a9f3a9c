import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HomeData } from '#contract/entities'
import { fileOf } from '../../scripts/export/static-site'
import { publishedPaths } from '../../server/publish/publish'
import { pagePaths } from '../../server/publish/sitemap'
import { startExportHost } from '../engines/exports'
import { runShell } from '../scripts/run-script'
import { publicationOf } from '../server/publish/publications'
import { violations } from '../site/accessibility'
import { expect, once, test } from '../site/fixtures'
import { follow, takenOver, visitOnce } from '../site/page'
import { snapshot } from '../support/folders'
import { generateContent, pictureOf, writeContent } from '../support/generated-content'
import { firstOf, sitePages } from '../support/site-pages'

const origin = 'https://www.example.org'

test.use({ tolerated: /^warning/, reducedMotion: 'reduce' })

/** Finds the site's own paths in a page, manifest, style sheet, feed, site map or calendar. */
function pathsIn(text: string): string[] {
  const patterns = [
    /(?:href|src|action)="(\/(?!\/)[^"]*)"/g,
    /"(?:id|start_url|scope|src|url)": "(\/(?!\/)[^"]*)"/g,
    // This pattern finds the addresses in a `srcset`.
    /(?:srcset="|, )(\/(?!\/)[^ "]+) \d+w/gi,
    /url\(["']?(\/(?!\/)[^"')]*)/g,
    /https:\/\/www\.example\.org([^"'<>\s]*)/g,
  ]
  // Joins the folded lines of a calendar, which continue after a space.
  const unfolded = text.replaceAll('\r\n ', '')
  return patterns.flatMap((pattern) => Array.from(unfolded.matchAll(pattern), ([, path = '']) => path))
}

/** The addresses in an export's files to which it has no file. `base` is the export's. */
function straysIn(files: Map<string, Buffer>, base: string): string[] {
  const has = (path: string) => files.has(path) || files.has(join(path, 'index.html'))
  const strays = new Set<string>()
  for (const [name, body] of files) {
    if (!/\.(?:html|css|webmanifest|xml|ics|txt)$/.test(name)) continue
    // Bodies of items may link to any path of the site.
    const isBody = body.includes('class="prose"')
    for (const address of pathsIn(String(body))) {
      const path = decodeURIComponent(address.replace(/[?#].*/, '')).slice(base.length)
      if (!address.startsWith(base) || !(isBody || has(path))) strays.add(`${name}: ${address}`)
    }
  }
  return [...strays]
}

// Uses a base that is also the first segment of some paths.
test('an export is complete, and a second run writes only changes', once, async ({ page, serve }, { outputDir }) => {
  const content = generateContent({ seed: 7, size: 8 })
  const { fixturesDir, imagesDir } = await writeContent(content, join(outputDir, 'content'))
  const [folder, cache] = [join(outputDir, 'exported'), join(outputDir, 'cache')]
  // Uses a folder name that the build itself uses.
  const out = join(folder, 'build')
  const line = `npm run -s export -- --out ${out} --base /blogs/ --public-url ${origin}`
  const run = () => runShell(line, { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: cache })
  expect(await run()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Exported \d+ pages and \d+ pictures to [^\n]*\n[^\n]*404\.html and status 404/),
    stderr: expect.stringContaining('resizes every picture'),
  })
  expect(await readdir(folder)).toEqual(['build'])
  const first = await snapshot(out)
  const has = (path: string) => first.has(path) || first.has(join(path, 'index.html'))

  const publication = publicationOf(content)
  const paths = [...pagePaths(publication), ...publishedPaths(publication)]
  expect(paths.filter((path) => !has(fileOf(path) ?? ''))).toEqual([])
  for (const path of ['404.html', 'shell.html', 'sw.js', '_headers', '_redirects', 'api/get-data.json'])
    expect([path, first.has(path)]).toEqual([path, true])
  expect(straysIn(first, '/blogs/')).toEqual([])
  expect(String(first.get('ar/blogs/index.html'))).toContain(`rel="canonical" href="${origin}/blogs/ar/blogs"`)
  expect(JSON.parse(String(first.get('api/get-data.json')))).toEqual({ data: [content] })

  // Without script, "load more" links to a page with all items, and the 404 page links home.
  expect(String(first.get('ar/blogs/index.html'))).toContain('href="/blogs/ar/blogs/show/14/"')
  expect(String(first.get('ar/blogs/show/14/index.html')).split('<article')).toHaveLength(content.blogs.length + 1)
  expect(String(first.get('404.html'))).toMatch(/<noscript>[\s\S]*href="\/blogs\/"[\s\S]*<\/noscript>/)

  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('(0 written)') })
  expect(await snapshot(out)).toEqual(first)

  const host = await startExportHost(out, '/blogs/')
  for (const { path, status, locale } of sitePages(content)) {
    // The host's only 404 page starts in English.
    if (status !== 200) continue
    await page.goto(`${host.address}/blogs${path}`)
    await takenOver(page, 'blogs/')
    await expect(page.locator('html'), path).toHaveAttribute('lang', locale)
    expect(await violations(page), path).toEqual([])
  }
  await page.close()
  await host.stop()

  // Exporting from an API gives the same pages as exporting from the same fixtures.
  const api = await serve({ FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir })
  expect(await runShell(`${line} --from ${api.address}`, { CACHE_DIR: cache })).toMatchObject({ code: 0 })
  const pagesOf = (files: Map<string, Buffer>) => [...files].filter(([name]) => name.endsWith('.html'))
  expect(pagesOf(await snapshot(out))).toEqual(pagesOf(first))
  await rm(outputDir, { recursive: true })
})

test.describe('with a service worker', () => {
  // Requests that fail offline complain in the console.
  test.use({ serviceWorkers: 'allow', tolerated: /^warning|Failed to load resource/ })

  test(
    'a quick export names nothing that it lacks, and offline it asks for its file once',
    once,
    async ({ page }, { outputDir }) => {
      const content = generateContent({ seed: 7, size: 2 })
      const { fixturesDir, imagesDir } = await writeContent(content, join(outputDir, 'content'))
      const out = join(outputDir, 'exported')
      const line = `npm run -s export -- --quick --out ${out} --public-url ${origin}`
      const env = { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: 'off' }
      expect(await runShell(line, env)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('resizes') })
      const files = await snapshot(out)
      expect([...files.keys()].filter((name) => /^cards|\.(?:960|1280|1600)\.webp$/.test(name))).toEqual([])
      expect([...files].filter(([name, body]) => /html$|_headers/.test(name) && /cards\//.test(String(body)))).toEqual(
        [],
      )
      expect(straysIn(files, '/')).toEqual([])

      const host = await startExportHost(out, '/')
      await visitOnce(page, `${host.address}/`)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('lang'))).toBeTruthy()
      // The host answers with 404.html, whose script shows the page.
      await page.goto(`${host.address}/courses/none`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await host.stop()
      const asked: string[] = []
      page.on('request', (request) => request.url().endsWith('/api/get-data.json') && asked.push(request.url()))
      for (const { slug } of content.courses) {
        await page.goto(`${host.address}/courses/${slug}`)
        await takenOver(page)
        await follow(page, 'banner', 'Blogs')
        await expect(page.getByRole('article').first()).toBeVisible()
        // The page has been shown and its data has been asked for, so a notice would be there.
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
      expect(asked).toHaveLength(content.courses.length)
      await rm(outputDir, { recursive: true })
    },
  )
})

test('a visit after a new export loads only what has changed', once, async ({ page }, { outputDir }) => {
  const content = generateContent({ seed: 7, size: 2 })
  const { fixturesDir, imagesDir } = await writeContent(content, join(outputDir, 'content'))
  const out = join(outputDir, 'exported')
  const line = `npm run -s export -- --quick --out ${out} --public-url ${origin}`
  const run = () => runShell(line, { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: 'off' })
  const stored = () => page.evaluate(() => localStorage.getItem('lang'))
  expect(await run()).toMatchObject({ code: 0 })
  const host = await startExportHost(out, '/')
  await page.goto(`${host.address}/contact-us`)
  await takenOver(page)

  const courses = content.courses.map((course) => ({ ...course, en_title: `Changed: ${course.en_title}` }))
  await writeContent({ ...content, courses }, join(outputDir, 'content'))
  expect(await run()).toMatchObject({ code: 0 })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  await page.reload()
  await expect.poll(stored).toBe(JSON.stringify({ ...content, courses }))
  expect(asked).toEqual([expect.stringContaining('/api/changes/')])
  await host.stop()
})

test(
  'a body that cannot be made is left out of the export, which names the page',
  once,
  async ({ page: _ }, { outputDir }) => {
    const content = generateContent({ seed: 7, size: 1 })
    const course = firstOf(content.courses)
    const courses = [
      { ...course, slug: 'deep', en_body: `<p>an unmakeable body</p>${'<div>'.repeat(10_000)}`, ar_body: '<p>نص</p>' },
    ]
    const { fixturesDir, imagesDir } = await writeContent({ ...content, courses }, join(outputDir, 'content'))
    const out = join(outputDir, 'exported')
    const line = `npm run -s export -- --out ${out} --public-url ${origin}`
    const { code, stderr } = await runShell(line, {
      FIXTURES_DIR: fixturesDir,
      IMAGES_DIR: imagesDir,
      CACHE_DIR: 'off',
    })
    expect(code).toBe(0)
    expect(stderr).toContain('/courses/deep: a part of the page is left out: more than 512 elements open at once')
    expect(stderr).not.toContain('/ar/courses/deep')
    const html = await readFile(join(out, 'courses/deep/index.html'), 'utf8')
    expect(html).toContain('<h1')
    expect(html).not.toContain('an unmakeable body')
  },
)

test(
  'names that other systems refuse or take for one are told, and each of them has its own files',
  once,
  async ({ page: _ }, { outputDir }) => {
    const names = [
      'a:b "c" <d>|e',
      'what? 2*2',
      'end.',
      'end ',
      'con',
      'NUL',
      'Python',
      'python',
      'cafe\u0301',
      'Caf\u00e9',
    ]
    const item = (name: string) => ({
      slug: name,
      en_title: `About ${name}`,
      ar_title: `عن ${name}`,
      image: `${name}.png`,
      en_body: '<img src="the\u0301.png" alt="tea"><img src="th\u00e9.png" alt="tea">',
      date: '2027-01-05',
    })
    const content = {
      courses_categories: names.map((slug) => ({ slug, name: slug })),
      courses: names.map((name) => ({ ...item(name), category: name, tags: [] })),
      blogs: names.map(item),
      events: names.map((name) => ({ ...item(name), event_type: 'free_workshop' as const })),
      news: names.map((name) => ({ ...item(name), ugarit_news: true })),
      team: [],
      goals: {},
    } as unknown as HomeData
    const { fixturesDir, imagesDir } = await writeContent(content, join(outputDir, 'content'))
    await writeFile(join(imagesDir, 'the\u0301.png'), await pictureOf('a.png'))
    const out = join(outputDir, 'exported')
    const line = `npm run -s export -- --out ${out} --public-url ${origin}`
    const env = { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: 'off' }
    const { code, stderr } = await runShell(line, env)
    expect(code, stderr).toBe(0)

    const files = await snapshot(out)
    const publication = publicationOf(content)
    const paths = [...pagePaths(publication), ...publishedPaths(publication)]
    const has = (path: string) => files.has(path) || files.has(join(path, 'index.html'))
    expect(paths.filter((path) => !has(fileOf(path) ?? ''))).toEqual([])
    expect(straysIn(files, '/')).toEqual([])
    for (const name of names) {
      const html = String(files.get(`courses/${name}/index.html`))
      expect(html).toContain(`rel="canonical" href="${origin}/courses/${encodeURIComponent(name)}"`)
      for (const file of [`cards/ar/courses/${name}.jpg`, `calendar/courses/${name}.ics`, `images/${name}.png`])
        expect([file, files.has(file)]).toEqual([file, true])
    }
    expect([files.has('images/the\u0301.png'), files.has('images/th\u00e9.png')]).toEqual([true, true])

    const told = stderr.split('\n')
    const isTold = (file: string, reason: RegExp) =>
      told.some((text) => text.includes(` ${file}: `) && reason.test(text))
    for (const folder of ['courses', 'ar/blogs', 'free-workshops', 'course-category']) {
      expect(isTold(`${folder}/a:b "c" <d>|e/index.html`, /Windows refuses :/)).toBe(true)
      expect(isTold(`${folder}/what? 2*2/index.html`, /Windows refuses \?/)).toBe(true)
      expect(isTold(`${folder}/con/index.html`, /Windows keeps the name con for a device/)).toBe(true)
      for (const name of ['end.', 'end ']) expect(isTold(`${folder}/${name}/index.html`, /Windows drops/)).toBe(true)
    }
    for (const file of ['cards/courses/NUL.jpg', 'calendar/courses/NUL.ics', 'images/NUL.png'])
      expect(isTold(file, /Windows keeps the name NUL/)).toBe(true)
    for (const of of [
      'courses/NAME/index.html',
      'cards/courses/NAME.jpg',
      'calendar/courses/NAME.ics',
      'images/NAME.png',
    ]) {
      const twins = ['Python', 'python'].map((name) => of.replace('NAME', name))
      expect(twins.some((file) => isTold(file, /one name with .*ython.* on macOS and Windows/))).toBe(true)
    }
    await rm(outputDir, { recursive: true })
  },
)
