import type { Page } from 'playwright-core'

/** The text spacing that every page must support (WCAG 1.4.12). The space after a paragraph is twice the font size. */
export const textSpacing = `
  *:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

/** The text sizes in percent that every page must support, and the smallest windows of phone, tablet and computer for them. */
export const largeTextSizes = [130, 150, 200]
export const largeTextWindows = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]

/** Sets the reader's own text size in the browser, in percent. Media queries in `em` follow it, unlike a font size of the page. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const sizeOf = (normal: number) => Math.round((normal * percent) / 100)
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: sizeOf(16), fixed: sizeOf(13) } })
  await cdp.detach()
}

/**
 * Finds words that are broken into parts on two lines without a hyphen. Leaves out names of files, such as `a_b`, and addresses, which
 * have no place to break.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true }) || element.closest('pre, script, style')) continue
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(
        /(?<![^\s\p{P}]|_)[\p{L}\p{M}]+(?![^\s\p{P}]|_)/gu,
      )) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const boxes = Array.from(range.getClientRects()).filter(({ width }) => width > 1)
        const isBroken = boxes.some(({ top, height }) => Math.abs(top - (boxes[0]?.top ?? 0)) > height / 2)
        if (isBroken) found.push(`${word} in ${element.closest('[class]')?.className}`)
      }
    }
    return found
  })
}

/** The largest part of the window's area, from 0 to 1, that what sticks takes while the page is scrolled. */
export function stuckShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sticking = Array.from(document.querySelectorAll('body *')).filter((element) => {
      const { position, clipPath } = getComputedStyle(element)
      return /fixed|sticky/.test(position) && clipPath === 'none'
    })
    const { scrollHeight } = document.documentElement
    const shares = Array.from({ length: 9 }, (_, part) => {
      window.scrollTo({ top: (scrollHeight * part) / 8, behavior: 'instant' })
      const boxes = sticking.map((element) => element.getBoundingClientRect())
      // An element that moves with the page has let go.
      window.scrollBy({ top: window.scrollY > 0 ? -20 : 20, behavior: 'instant' })
      const areas = boxes.map(({ top, bottom, width }, index) => {
        if (Math.abs((sticking[index]?.getBoundingClientRect().top ?? 0) - top) > 10) return 0
        return width * Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0))
      })
      return areas.reduce((sum, area) => sum + area, 0) / (window.innerHeight * window.innerWidth)
    })
    window.scrollTo({ top: 0, behavior: 'instant' })
    return Math.max(...shares)
  })
}

/** Adds a style sheet by script, because the policy blocks style elements. Returns a function that removes it. */
export async function restyle(page: Page, css: string): Promise<() => Promise<void>> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, css)
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop())
}

/** Widths from 320 to 1440 px, in steps of 20 px. */
export const everyWidth = Array.from({ length: 57 }, (_, index) => 320 + index * 20)

/** The widths in px of phones, tablets and windows, and the first width of each layout between them. */
export const layoutWidths = [320, 352, 360, 480, 576, 640, 768, 960, 992, 993, 1024, 1152, 1200, 1280]

/** Finds the widths at which the page scrolls sideways, and by how much. */
export async function tooWide(page: Page, widths: readonly number[]): Promise<string[]> {
  // Hides everything, because only the layout matters.
  const restore = await restyle(page, '* { visibility: hidden !important }')
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    if (scrollWidth > width) found.push(`${width}: ${scrollWidth}`)
  }
  await restore()
  return found
}

/** Finds boxes that are not mirrored to within 2 px when the direction is reversed. */
export function unmirrored(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    // Checks only layout boxes, because words keep the order of their script, and elements with `dir` keep their direction. Leaves
    // out pictures, because a loading picture shows its alternative text. The boxes around pictures are checked.
    const own = 'body [dir], bdi, pre, code, svg, img, .prose'
    const boxes = Array.from(document.body.querySelectorAll('*')).filter(
      (element) => !element.closest(own) && !getComputedStyle(element).display.startsWith('inline'),
    )
    if (boxes.length < 20) return [`only ${boxes.length} boxes are looked at`]
    const before = new Map(boxes.map((box) => [box, box.getBoundingClientRect()]))
    root.dir = root.dir === 'rtl' ? 'ltr' : 'rtl'
    const found = Array.from(before, ([box, { right, top, width, height }]) => {
      const after = box.getBoundingClientRect()
      const off = Math.max(Math.abs(root.clientWidth - right - after.left), Math.abs(top - after.top))
      return width > 0 && height > 0 && off > 2 ? `${box.localName}.${box.className}: ${Math.round(off)} px` : ''
    })
    root.dir = root.dir === 'rtl' ? 'ltr' : 'rtl'
    return found.filter(Boolean)
  })
}

/** Finds headings, texts and controls that are placed, in reading direction, before their predecessor in the document. */
export function outOfOrder(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isRtl = document.documentElement.dir === 'rtl'
    // Leaves out the registration bar, which sticks to the bottom of the window until the end of the text is reached.
    const apart = '[inert], .visually-hidden, .skip-link, .detail-register'
    const seen = Array.from(document.querySelectorAll('h1, h2, h3, p, a, button, input, time, li, article'))
      .filter((element) => !element.closest(apart) && element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.left >= 0 && box.right <= innerWidth)
    const shortText = ({ textContent }: Element) => textContent?.trim().slice(0, 40)
    return seen.flatMap(({ element, box }, index) => {
      const before = seen[index - 1]
      if (!before || before.element.contains(element)) return []
      const isBelow = box.top >= before.box.bottom - 2
      const isFurther = isRtl ? box.right <= before.box.left + 2 : box.left >= before.box.right - 2
      const overlaps = box.top < before.box.bottom && box.bottom > before.box.top
      const isBack = isRtl ? box.left >= before.box.right - 2 : box.right <= before.box.left + 2
      if (isBelow || isFurther || (overlaps && !isBack)) return []
      return [`"${shortText(element)}" stands before "${shortText(before.element)}"`]
    })
  })
}
