import { expect, test } from '../site/fixtures'
import { open, replacePictures } from '../site/page'

test('an uncaught error of a page is reported to the server, without its address', async ({ page, language }) => {
  await replacePictures(page)
  const reports: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reports')) reports.push(request.postDataJSON())
  })
  await open(page, `${language.paths.courses()}?q=private`)
  const fail = () =>
    page.evaluate(() => {
      const filename = document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.href ?? ''
      dispatchEvent(new ErrorEvent('error', { message: `lost ${location.href}`, filename, lineno: 1, colno: 7 }))
    })
  // Retries, because the listener's code loads late, so that it does not compete with the page for bandwidth.
  await expect
    .poll(async () => {
      await fail()
      return reports.length
    })
    .toBe(1)
  const at = { file: expect.stringMatching(/^[\w-]+\.js$/), line: 1, column: 7 }
  expect(reports).toEqual([{ kind: 'error', message: 'lost …', ...at }])
  expect(await (await page.request.get('/metrics')).text()).toMatch(/visitor_errors_total\{kind="error"\} [1-9]/)
})
