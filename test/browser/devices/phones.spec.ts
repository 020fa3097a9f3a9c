import type { Page } from '@playwright/test'
import { chromium } from 'playwright-core'
import { launchOptions } from '../../site/chromium'
import { expect, once, test } from '../../site/fixtures'
import { open } from '../../site/page'
import { readContent } from '../../support/shipped-content'
import { firstOf, sitePagesInTurn } from '../../support/site-pages'

const content = await readContent()
const insets = { top: 40, bottom: 34, left: 44, right: 44 }

test('nothing is under the notch or the home indicator of a phone', once, async ({ page, language: { paths } }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const course = firstOf(content.courses, (each) => each.registration_link && !each.date)
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    for (const path of [paths.home(), paths.course(course.slug), paths.courses(), paths.contactUs()]) {
      await open(page, path)
      await expect.poll(() => uncovered(page, insets)).toEqual([])
      await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
      await expect.poll(() => uncovered(page, insets)).toEqual([])
    }
  }
})

test('on a phone that lies on its side the menu opens below the header', once, async ({ page, language }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await open(page, language.paths.contactUs())
  await page.locator('.menu-button').click()
  const entry = page.getByRole('banner').getByRole('link', { name: language.t('nav.home'), exact: true })
  await expect(entry).toBeInViewport({ ratio: 1 })
})

test('the browser’s bar has the colour of the header in both schemes', once, async ({ page, language: { paths } }) => {
  await open(page, paths.home())
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [bar, header] = await page.evaluate(() => {
      const metas = Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      const probe = document.createElement('i')
      probe.style.color = metas.filter(({ media }) => matchMedia(media).matches).at(-1)?.content ?? ''
      const bar = document.querySelector('.site-header') as Element
      document.body.append(probe)
      return [getComputedStyle(probe).color, getComputedStyle(bar).backgroundColor]
    })
    expect(bar).toBe(header)
  }
})

test(
  'numbers do not turn into links, and fields have the right keyboard and are not zoomed into',
  once,
  async ({ page }) => {
    for (const { path } of sitePagesInTurn(content).filter(({ status }) => status === 200)) {
      await page.goto(path)
      await expect(page.locator('meta[name="format-detection"]')).toHaveAttribute('content', /telephone=no.*date=no/)
      const fields = await page.locator('input, select, textarea').evaluateAll((all) =>
        all.map((field) => ({
          size: Number.parseFloat(getComputedStyle(field).fontSize),
          key: field.getAttribute('enterkeyhint'),
          name: field.getAttribute('name'),
          isNamed: field.hasAttribute('autocomplete'),
        })),
      )
      // iOS zooms into a field whose text is smaller than 16 px.
      expect(fields.filter(({ size, isNamed }) => size < 16 || !isNamed)).toEqual([])
      expect(fields.filter(({ name, key }) => name === 'q' && key !== 'search')).toEqual([])
    }
  },
)

test(
  'beside a slider a finger can pull to refresh; a picture can be pressed for long',
  once,
  async ({ page, language: { paths } }) => {
    await open(page, paths.home())
    const rows = page.locator('.slider-viewport, .ticker-list, .hero-track')
    const styles = await rows.evaluateAll((all) =>
      all.map((row) => {
        const { overscrollBehaviorX, overscrollBehaviorY, touchAction } = getComputedStyle(row)
        return [overscrollBehaviorX, overscrollBehaviorY, touchAction].join(' ')
      }),
    )
    expect([...new Set(styles)]).toEqual(['contain auto auto'])
    // Swiper takes a row over for the mouse. Fingers still scroll the page from there, and zoom.
    const taken = await page
      .locator('.slider-viewport')
      .first()
      .evaluate((row) => {
        row.classList.add('slider-initialized')
        const { touchAction } = getComputedStyle(row)
        row.classList.remove('slider-initialized')
        return touchAction
      })
    expect(taken.split(' ').sort()).toEqual(['pan-y', 'pinch-zoom'])
    for (const path of [paths.whoWeAre(), paths.course(firstOf(content.courses).slug)]) {
      await open(page, path)
      const covered = await page.locator('main img').evaluateAll(
        (images) =>
          images.filter((image) => {
            image.scrollIntoView({ block: 'center', behavior: 'instant' })
            const { left, top, width, height } = image.getBoundingClientRect()
            const shown = document.elementFromPoint(left + width / 2, top + height / 2)
            return shown !== image && !shown?.closest('a')
          }).length,
      )
      expect(covered).toBe(0)
    }
  },
)

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } })

  test('the keyboard does not cover what a search has found', once, async ({ page, language: { paths } }) => {
    await open(page, paths.courses())
    const field = page.getByRole('searchbox')
    await field.tap()
    await field.fill('Python')
    await field.press('Enter')
    await expect(page).toHaveURL(/\?q=Python/)
    await expect(field).not.toBeFocused()
  })
})

test(
  'text is selected across cards, and a drag of a slider selects nothing',
  once,
  async ({ page, language: { paths, t } }) => {
    await open(page, paths.courses())
    const selected = () => page.evaluate(() => String(getSelection()))
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    const cards = page.getByRole('article')
    await page.setViewportSize({ width: 1280, height: 1600 })
    const last = await cards.nth(3).boundingBox()
    await page.mouse.move((heading?.x ?? 0) + 2, (heading?.y ?? 0) + 5)
    await page.mouse.down()
    await page.mouse.move((last?.x ?? 0) + 50, (last?.y ?? 0) + (last?.height ?? 0) - 20, { steps: 10 })
    await page.mouse.up()
    expect(await selected()).toContain(t('list.ourCourses'))
    const title = await cards.first().getByRole('heading').innerText()
    expect(await selected()).toContain(title)

    // From one card's text to another's, although each card is covered by its link.
    const [from, to] = [cards.nth(1).locator('.card-excerpt'), cards.nth(2).locator('.card-excerpt')]
    await page.evaluate(() => getSelection()?.empty())
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    await page.mouse.move((start?.x ?? 0) + 2, (start?.y ?? 0) + 5)
    await page.mouse.down()
    await page.mouse.move((end?.x ?? 0) + (end?.width ?? 0) - 2, (end?.y ?? 0) + (end?.height ?? 0) - 5, { steps: 10 })
    await page.mouse.up()
    const excerpt = await from.innerText()
    expect(await selected()).toContain(excerpt.slice(5))
    await expect(page).toHaveURL(paths.courses())

    // Over the text, too, the middle button and Ctrl open a new tab (mozilla/addons#8977).
    await page.evaluate(() => getSelection()?.empty())
    for (const press of [() => from.click({ button: 'middle' }), () => from.click({ modifiers: ['Control'] })]) {
      const opened = page.waitForEvent('popup')
      await press()
      await (await opened).close()
      await expect(page).toHaveURL(paths.courses())
    }

    // A press that selects nothing follows the link.
    await page.mouse.click((start?.x ?? 0) + 20, (start?.y ?? 0) + 10)
    await expect.poll(selected).toBe('')
    await page.mouse.click((start?.x ?? 0) + 20, (start?.y ?? 0) + 10)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('list.ourCourses'))

    await open(page, paths.home())
    const row = page.locator('.slider-viewport').first()
    await row.scrollIntoViewIfNeeded()
    const box = await row.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 500, (box?.y ?? 0) + 320)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 320, { steps: 10 })
    await page.mouse.up()
    expect(await selected()).toBe('')
  },
)

test(
  'Back from another site shows the page of the back-forward cache',
  once,
  async ({ baseURL, language: { paths } }) => {
    // Playwright turns this cache off.
    const options = { ...(await launchOptions()), ignoreDefaultArgs: ['--disable-back-forward-cache'] }
    const browser = await chromium.launch(options)
    const page = await (await browser.newContext({ baseURL: String(baseURL) })).newPage()
    /** The reasons for which the browser has not kept the open page, as far as the page is their cause. */
    const reasonsAfterBack = async () => {
      await page.goto('about:blank')
      await page.goBack()
      return page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation')
        const { reasons = [] } = (Reflect.get(navigation ?? {}, 'notRestoredReasons') ?? {}) as {
          reasons?: { reason: string }[]
        }
        // The browser of the tests runs without this cache and says so by the reason `masked`.
        return reasons.map(({ reason }) => reason).filter((reason) => reason !== 'masked')
      })
    }
    for (const path of [
      paths.home(),
      paths.courses(),
      paths.course(firstOf(content.courses).slug),
      paths.contactUs(),
    ]) {
      await open(page, path)
      expect(await reasonsAfterBack(), path).toEqual([])
    }
    await page.evaluate(() => addEventListener('unload', () => undefined))
    expect(await reasonsAfterBack()).toEqual(['unload-listener'])
    await browser.close()
  },
)

/** Finds texts and pictures of controls that are in view and under one of the window's unsafe edges. */
function uncovered(page: Page, unsafe: typeof insets): Promise<string[]> {
  return page.evaluate((edges) => {
    const safe = {
      left: edges.left,
      right: innerWidth - edges.right,
      top: edges.top,
      bottom: innerHeight - edges.bottom,
    }
    const stuck = document.querySelectorAll('.site-header-row > *, .detail-register > *, main h1, main p, main li > a')
    return Array.from(stuck).flatMap((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      const { left, right, top, bottom, width } = text.getBoundingClientRect()
      if (!element.checkVisibility() || width < 2 || element.closest('[inert], .visually-hidden')) return []
      const bar = element.closest('.site-header, .detail-register')
      const isSticky = bar !== null && getComputedStyle(bar).position === 'sticky'
      const isInRow = left < 0 || right > innerWidth
      const isAside = !isInRow && (left < safe.left - 1 || right > safe.right + 1)
      const isUnder = isSticky && bottom > 0 && top < innerHeight && (top < safe.top - 1 || bottom > safe.bottom + 1)
      return isAside || isUnder
        ? [`${element.className || element.localName} ${Math.round(left)} ${Math.round(top)}`]
        : []
    })
  }, unsafe)
}
