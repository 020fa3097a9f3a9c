import { operationNames } from '#contract/operations'
import { violations } from '../../site/accessibility'
import { expect, once, test } from '../../site/fixtures'

test('/docs fits, tries every operation as JSON and as a form, and gives curl commands', once, async ({ page }) => {
  await page.goto('/docs')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page), `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  for (const name of operationNames) {
    const form = page.locator(`form[data-operation="${name}"]`)
    const status = form.getByRole('status')
    const encoding = form.getByLabel('Sent as')
    for (const choice of (await encoding.count()) === 0 ? [undefined] : ['JSON', 'form']) {
      if (choice) await encoding.selectOption(choice)
      await form.getByRole('button', { name: `Try ${name}` }).click()
      await status.getByText(/^200 OK · application\/json/).waitFor()
      await expect(status.locator('pre')).toContainText('"data": ')
    }
  }
  const form = page.locator('form[data-operation="course"]')
  const status = form.getByRole('status')
  await form.getByLabel('Sent as').selectOption('JSON')
  await form.getByLabel('slug').fill("it's none")
  await form.getByRole('button', { name: 'Try course' }).click()
  await status.getByText(/^404 Not Found · application\/problem\+json/).waitFor()
  await form.getByRole('button', { name: 'Copy as curl' }).click()
  await status.getByText(`-d '{"slug":"it'\\''s none"}'`).waitFor()
})
