import { expect, test } from '../site/fixtures'
import { hold, takenOver } from '../site/page'

for (const presses of [1, 2, 3])
  test(`Next pressed ${presses} times before script has come moves the row by as many`, async ({ page, language }) => {
    const { t, paths } = language
    const release = await hold(page, '**/assets/*.js')
    await page.goto(paths.home())
    const slider = page.getByRole('region', { name: t('list.ourEvents') })
    const next = slider.getByRole('button', { name: t('carousel.next') })
    for (let press = 0; press < presses; press++) await next.click()
    release()
    await takenOver(page)
    const shown = () =>
      slider
        .locator('li:has(article)')
        .evaluateAll((all) => all.flatMap((item, index) => (item.closest('[inert]') ? [] : [index])))
    await expect.poll(shown).toEqual([0, 1, 2, 3].map((index) => index + presses))
  })

test('Pause pressed twice before script has come pauses nothing', async ({ page, language }) => {
  const { t, paths } = language
  const release = await hold(page, '**/assets/*.js')
  await page.goto(paths.home())
  const hero = page.getByRole('region', { name: t('home.hero.label') })
  const pause = hero.locator('.pause-button')
  for (let press = 0; press < 2; press++) await pause.click()
  release()
  await takenOver(page)
  await expect(pause).toHaveAccessibleName(t('carousel.pause'))
})

for (const presses of [1, 2, 3])
  test(`a menu pressed ${presses} times before script has come is as it was pressed`, async ({ page, language }) => {
    const { t, paths } = language
    const release = await hold(page, '**/assets/*.js')
    await page.goto(paths.home())
    const button = page.getByRole('banner').getByRole('button', { name: t('nav.courses'), exact: true })
    const isOpen = String(presses % 2 === 1)
    for (let press = 0; press < presses; press++) await button.click()
    await expect(button).toHaveAttribute('aria-expanded', isOpen)
    release()
    await takenOver(page)
    await expect(button).toHaveAttribute('aria-expanded', isOpen)
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', String(isOpen === 'false'))
  })
