import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { type DevelopmentStack, openStudio, test } from '../../site/development'
import { findLayoutErrors } from '../../site/findings'
import { expect, once } from '../../site/fixtures'
import { largeTextSizes, largeTextWindows, setTextSize } from '../../site/layout'
import { requireProgram } from '../requirements'
import { alfaFailures } from './alfa'
import { htmlErrors } from './nu-html-checker'

// Runs the tests in one worker, so that `npm run dev` starts once.
test.describe.configure({ mode: 'default' })

test.use({ reducedMotion: 'reduce' })

type State = { path: string; act?: (page: Page, stack: DevelopmentStack) => Promise<unknown> }

const states: Record<string, State> = {
  'a list': { path: '/content/courses' },
  'an item': {
    path: '/content/courses/0',
    act: (page) => expect(page.frameLocator('iframe').getByRole('main')).toBeVisible(),
  },
  'an item that is reviewed': {
    path: '/content/blogs/0',
    act: async (page) => {
      await page.locator('input[type=text]').first().fill('another')
      await page.locator('.studio-save').getByRole('button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  scenarios: { path: '/scenarios', act: (page) => page.getByRole('checkbox').first().waitFor() },
  'a chosen scenario': {
    path: '/scenarios',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'one-item' }).check()
      await expect(page.frameLocator('iframe').getByRole('main')).toBeVisible()
    },
  },
  'the form of a scenario': {
    path: '/scenarios/failing-then-well',
    act: async (page) => {
      await expect(page.frameLocator('iframe').getByRole('main')).toBeVisible()
      await page.locator('fieldset.studio-objects input[type=number]').nth(4).fill('200')
      await expect(page.locator('.input-error')).toBeVisible()
    },
  },
  'held and expected calls': {
    path: '/requests',
    act: async (page, { api, url }) => {
      const data = { description: 'Of a test', behaviour: [{ hold: true }] }
      await page.request.put(`${api}/__scenarios/held`, { data })
      // The call may still be held when the server ends.
      void fetch(`${url}/api/get-blogs`, { headers: { 'x-scenario': 'held' } }).catch(() => undefined)
      await page.locator('.studio-held li').first().waitFor()
      for (const fold of await page.locator('.studio-fold').all()) await fold.click()
      await page.locator('.studio-rows select').first().selectOption('newsItem')
      await page.locator('form [type=submit]').last().click()
      await page.getByRole('alert').waitFor()
    },
  },
  'no requests': { path: '/requests?none' },
  requests: {
    path: '/requests',
    act: async (page, { url }) => {
      await page.request.post(`${url}/api/get-course`, { data: { slug: 'none' } })
      await page.locator('.studio-calls summary').first().click()
    },
  },
  'another API': { path: '/other-api' },
}

/** Errors of Vite's scripts before the meta elements, of CodeMirror's newer attributes, and of React Aria's empty references. */
const ofOthers = [
  /charset. attribute .* after the first 1024 bytes/,
  /^Attribute .(?:autocorrect|writingsuggestions). not allowed/,
  /^Bad value .. for attribute .aria-(?:describedby|details)./,
]

const widths = [320, 768, 1280]

async function enter(page: Page, stack: DevelopmentStack, { path, act }: State, locale: string): Promise<void> {
  await openStudio(page, stack, path, locale)
  await act?.(page, stack)
  // The preview is a page of the site, made smaller. Other tests check it.
  await page.locator('iframe').evaluateAll((frames) => {
    for (const frame of frames) frame.remove()
  })
}

for (const locale of ['en', 'ar'])
  test(`Alfa finds no failure in the studio in ${locale}`, once, async ({ page, stack }) => {
    for (const [index, [name, state]] of Object.entries(states).entries()) {
      const width = widths[(locale === 'ar' ? index + 1 : index) % widths.length] ?? 320
      for (const each of process.env.ALFA === 'full' ? widths : [width]) {
        // Alfa does not scroll, so in a lower window the save bar would cover buttons.
        await page.setViewportSize({ width: each, height: 4_000 })
        await enter(page, stack, state, locale)
        expect.soft(await alfaFailures(page), `${name} at ${each} px`).toEqual([])
      }
    }
  })

for (const locale of ['en', 'ar'])
  test(`with large text nothing in the studio is cut or too wide in ${locale}`, once, async ({ page, stack }) => {
    for (const [name, state] of Object.entries(states)) {
      await enter(page, stack, state, locale)
      for (const size of largeTextSizes) {
        await setTextSize(page, size)
        for (const window of largeTextWindows) {
          await page.setViewportSize(window)
          expect.soft(await findLayoutErrors(page), `${name}, ${size} % at ${window.width} px`).toEqual([])
        }
      }
      await setTextSize(page, 100)
    }
  })

test('the Nu HTML checker finds no error in the studio', once, async ({ page, stack }, testInfo) => {
  requireProgram('Java', spawnSync('java', ['-version']).status === 0, (note) => testInfo.skip(true, note))
  const pages: [string, string][] = []
  for (const [name, state] of Object.entries(states)) {
    await enter(page, stack, state, 'en')
    pages.push([name, await page.content()])
  }
  expect(await htmlErrors(pages, ofOthers)).toEqual([])
})
