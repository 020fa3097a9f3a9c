import type { Page } from 'playwright-core'

/** WCAG 1.4.12: what every page must bear; the paragraph's distance is twice the letters' size. */
export const textSpacing = `
  *:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

/** 200 % of the text alone, as a phone's or a browser's setting gives it. */
export const largeText = 'html { font-size: 200% !important }'

/** Puts a style sheet over the page's own, as the policy allows no style element. Gives what takes it away. */
export async function restyle(page: Page, css: string): Promise<() => Promise<void>> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, css)
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop())
}

/** Widths from 320 to 1440 px, every 20 px, at which the page can be scrolled sideways, and by how much. */
export async function tooWide(page: Page): Promise<string[]> {
  const widths = Array.from({ length: 57 }, (_, index) => 320 + index * 20)
  // Nothing is painted, and nothing waits for an answer in between: only the layout is looked at.
  const restore = await restyle(page, '* { visibility: hidden !important }')
  const devtools = await page.context().newCDPSession(page)
  const measured = await Promise.all(
    widths.map(async (width) => {
      const metrics = { width, height: 800, deviceScaleFactor: 1, mobile: false }
      const [, { result }] = await Promise.all([
        devtools.send('Emulation.setDeviceMetricsOverride', metrics),
        devtools.send('Runtime.evaluate', { expression: '[innerWidth, document.documentElement.scrollWidth].join()' }),
      ])
      return [width, result.value]
    }),
  )
  await devtools.detach()
  await restore()
  return measured
    .filter(([width, found]) => found !== `${width},${width}`)
    .map(([width, found]) => `${width}: ${found}`)
}

/** Boxes whose place in the other direction is not the mirror image, by more than 2 px. */
export function unmirrored(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    // Boxes of layout only: words inside a line keep the order of their own script, and what states a direction keeps that.
    // A picture on its way has the words of its alternative, inside a box that counts.
    const own = 'body [dir], bdi, pre, code, svg, img, .prose'
    const boxes = Array.from(document.body.querySelectorAll<HTMLElement>('*')).filter(
      (element) => !element.closest(own) && !getComputedStyle(element).display.startsWith('inline'),
    )
    if (boxes.length < 20) return [`only ${boxes.length} boxes are looked at`]
    const places = () => boxes.map((box) => box.getBoundingClientRect())
    const before = places()
    const { dir } = root
    root.dir = dir === 'rtl' ? 'ltr' : 'rtl'
    const after = places()
    root.dir = dir
    const width = root.clientWidth
    return boxes.flatMap((box, index) => {
      const [one, other] = [before[index], after[index]]
      if (!one || !other || one.width === 0 || one.height === 0) return []
      const off = Math.max(Math.abs(width - one.right - other.left), Math.abs(one.top - other.top))
      return off > 2 ? [`${box.localName}.${box.className}: ${Math.round(off)} px`] : []
    })
  })
}

/** Headings, texts and controls that stand before what comes before them in the document, in the direction of reading. */
export function outOfOrder(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isRtl = document.documentElement.dir === 'rtl'
    const all = Array.from(document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, input, time, li, article'))
    const seen = all.flatMap((element) => {
      // The way to register stays at the foot of the window until one comes to its place.
      if (element.closest('[inert], .visually-hidden, .skip-link, .detail-register') || !element.checkVisibility())
        return []
      const box = element.getBoundingClientRect()
      const isInWindow = box.width > 1 && box.height > 1 && box.left >= 0 && box.right <= innerWidth
      return isInWindow ? [{ element, box }] : []
    })
    return seen.flatMap(({ element, box }, index) => {
      const before = seen[index - 1]
      if (!before || before.element.contains(element)) return []
      const isBelow = box.top >= before.box.bottom - 2
      const isFurther = isRtl ? box.right <= before.box.left + 2 : box.left >= before.box.right - 2
      const overlaps = box.top < before.box.bottom && box.bottom > before.box.top && !isFurther
      const isBack = isRtl ? box.left >= before.box.right - 2 : box.right <= before.box.left + 2
      return isBelow || isFurther || (overlaps && !isBack)
        ? []
        : [
            `"${element.textContent?.trim().slice(0, 40)}" stands before "${before.element.textContent?.trim().slice(0, 40)}"`,
          ]
    })
  })
}
