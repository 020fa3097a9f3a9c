import pLimit from 'p-limit'
import { expect, onTestFinished, test } from 'vitest'
import { startBuiltServer } from '../support/built-server'
import { makeCertificate } from '../support/certificate'
import { emptyFolder } from '../support/folders'
import { startNginx } from '../support/nginx'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'
import { bringScanner, scan } from './observatory/scanner'

/** `OBSERVATORY=full` scans every page. All pages have the same headers, so a few are enough by default. */
const isFull = process.env.OBSERVATORY === 'full'

test("every page has 130 points of Mozilla's HTTP Observatory over TLS, the maximum for a site without cookies", async () => {
  await bringScanner()
  const certificate = await makeCertificate(await emptyFolder())
  const server = await startBuiltServer({ PUBLIC_URL: 'https://www.example.org', TRUST_PROXY: '127.0.0.1' })
  onTestFinished(async () => void (await server.stop()))
  const nginx = await startNginx([server.port, server.port], certificate)
  onTestFinished(nginx.stop)
  const pages = sitePages(await readContent()).filter(
    // The scanner does not score other statuses.
    ({ name, status }) => status === 200 && (isFull || ['home', 'course'].includes(name)),
  )
  expect(pages.length).toBeGreaterThanOrEqual(4)
  const scans = await pLimit(2).map(pages, async ({ path }) => ({
    path,
    ...(await scan(`localhost:${nginx.port}${path}`, certificate.file)),
  }))
  expect(scans.filter(({ score }) => !(score >= 130))).toStrictEqual([])
})
