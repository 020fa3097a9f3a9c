import { homeChangesPath } from '#contract/home-changes'
import { operations } from '#contract/operations'
import { expect, test } from '../site/fixtures'
import { open, shownOf } from '../site/page'
import { networkReturns } from '../site/router-walk'
import { readContent } from '../support/shipped-content'

const { news } = await readContent()

test('the headline in view can be reached, after new headlines and quick presses', async ({ page, language }) => {
  const { t, paths } = language
  await open(page, paths.home())
  const ticker = page.getByRole('region', { name: t('nav.news') })
  const next = ticker.getByRole('button', { name: t('carousel.next') })
  const headlines = ticker.locator('.ticker-list > *')
  const isAt = async (index: number) => {
    await expect.poll(() => shownOf(headlines)).toEqual([index])
    await expect(headlines.nth(index)).toBeInViewport({ ratio: 0.99 })
  }
  await ticker.locator('.pause-button').click()
  await isAt(0)
  await page.route(`**${operations.homeData.path}`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { news: object[] }[] }
    answer.data[0]?.news.unshift({ ...news[0], slug: 'just-now' })
    await route.fulfill({ json: answer })
  })
  await page.route(`**${homeChangesPath('*')}`, (route) => route.fulfill({ json: { data: null } }))
  await networkReturns(page)
  await expect(headlines.first().getByRole('link')).toHaveAttribute('href', paths.newsItem('just-now'))
  for (const index of [1, 2]) {
    await next.click()
    await isAt(index)
  }
  for (let press = 0; press < 5; press++) await next.click()
  await isAt(7)
})

test('less motion, asked for later, pauses what moves by itself', async ({ page, language: { t, paths } }) => {
  await open(page, paths.home())
  const button = page.getByRole('region', { name: t('home.hero.label') }).locator('.pause-button')
  for (const reducedMotion of ['no-preference', 'reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion })
    await expect(button).toHaveAccessibleName(t(`carousel.${reducedMotion === 'reduce' ? 'play' : 'pause'}`))
  }
})
