import { expect, test } from 'vitest'
import { type ExportProgress, writeStaticSite } from '../../../scripts/export/static-site'
import { generateContent } from '../../support/generated-content'
import { read } from '../../support/sources'

const home = generateContent({ seed: 5, size: 3 })
const pictures = [...new Set(home.courses.map(({ image }) => image)), 'only-in-a-text.png']

const shell = read('client/app/index.html')

/** Writes the static site of a server that answers everything but the app shell with a short page. */
async function writeSite(isQuick: boolean) {
  const files: string[] = []
  const progress: ExportProgress[] = []
  let missing = ''
  await writeStaticSite({
    home,
    product: 'ugarit',
    base: '/',
    pictures,
    isQuick,
    ask: async (path) => ({ body: Buffer.from(path === '/shell.html' ? shell : '<main>page</main>'), headers: {} }),
    write: async (file, body) => {
      if (file === '404.html') missing = String(body)
      files.push(file === '_headers' ? `${file} ${body}` : file)
    },
    warn: (text) => expect.fail(text),
    onProgress: (now) => progress.push(structuredClone(now)),
    inTurns: async (tasks, run) => {
      for (const task of tasks) await run(task)
    },
  })
  const counted = (pattern: RegExp) => files.filter((file) => pattern.test(file)).length
  return { files, missing, progress, pages: counted(/index\.html$/), pictures: counted(/^(?:images|cards)\//) }
}

test.each([true, false])('the progress counts up to the numbers of pages and pictures; quick: %s', async (isQuick) => {
  const { progress, pages, pictures } = await writeSite(isQuick)
  expect(progress).toHaveLength(pages + pictures)
  expect(progress[0]).toEqual({ pages: { done: 1, total: pages }, pictures: { done: 0, total: pictures } })
  expect(progress.at(-1)).toEqual({
    pages: { done: pages, total: pages },
    pictures: { done: pictures, total: pictures },
  })
})

test('a quick export has the same files but share images and wide pictures', async () => {
  const [complete, quick] = [(await writeSite(false)).files, (await writeSite(true)).files]
  const left = complete.filter((file) => !/^cards\/|\.(?:960|1280|1600)\.webp$/.test(file))
  const withoutHeaders = (files: string[]) => files.filter((file) => !file.startsWith('_headers'))
  expect(withoutHeaders(quick)).toEqual(withoutHeaders(left))
  expect(complete.filter((file) => /^_headers[\s\S]*\/cards\//.test(file))).toHaveLength(1)
  expect(quick.filter((file) => file.includes('cards/'))).toEqual([])
})

test('the page for missing addresses is the app shell, whose text without script is that of the missing page', async () => {
  const { missing } = await writeSite(true)
  // The head has another `noscript`, with style sheets.
  const [start, end] = [shell.lastIndexOf('<noscript>'), shell.lastIndexOf('</noscript>')]
  expect(missing).toBe(`${shell.slice(0, start)}<noscript>page${shell.slice(end)}`)
})
