import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { violations } from './axe-violations'
import { languages, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()

describe.each(sitePages(await readContent()))('$name in $locale', ({ path }) => {
  test('has no violation at 1280 and at 360 px', async () => {
    // Without motion, so that nothing is judged half faded.
    const { page } = await open({ reducedMotion: 'reduce' })
    await page.goto(inject('site') + path)
    await takenOver(page)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await violations(page)).toEqual([])
  })
})

test.each(languages)('open menus in $locale have no violation', async ({ t, paths }) => {
  const { page } = await open({ reducedMotion: 'reduce' })
  await page.goto(inject('site') + paths.contactUs())
  await takenOver(page)
  await page.getByRole('button', { name: t('nav.courses'), exact: true }).click()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: t('nav.menu'), exact: true }).click()
  await page.getByRole('button', { name: t('nav.news'), exact: true }).click()
  expect(await violations(page)).toEqual([])
})
