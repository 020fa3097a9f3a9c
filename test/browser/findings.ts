import type { Page } from 'playwright-core'

/** A fault that a script can find: cut text, or a page that scrolls sideways. */
export type Finding = { fault: 'cut' | 'too wide'; place: string; text: string }

/** Looks for faults that are hard to see in pictures. */
export async function findFaults(page: Page): Promise<Finding[]> {
  // tsx keeps function names with a helper that the page lacks.
  await page.evaluate('globalThis.__name ??= (named) => named')
  return page.evaluate(() => {
    const found: { fault: 'cut' | 'too wide'; place: string; text: string }[] = []
    const placeOf = (element: Element) => `${element.localName}${element.className ? `.${element.classList[0]}` : ''}`
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth)
      found.push({ fault: 'too wide', place: 'html', text: `${scrollWidth - clientWidth} px` })

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue?.trim() ?? ''
      const parent = node.parentElement
      if (!parent || !/\p{L}/u.test(text) || parent.closest('[hidden]')) continue
      if (isCut(parent, node)) found.push({ fault: 'cut', place: placeOf(parent), text: text.slice(0, 80) })
    }
    return found

    /** True if a box with hidden overflow cuts the text. Ignores boxes that scroll or are hidden on purpose. */
    function isCut(element: Element, textNode: Node): boolean {
      const range = document.createRange()
      range.selectNodeContents(textNode)
      const words = range.getBoundingClientRect()
      if (words.width < 2 || words.height < 2) return false
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, clipPath, visibility } = getComputedStyle(box)
        if (clipPath !== 'none' || visibility === 'hidden' || box.hasAttribute('inert')) return false
        if (/auto|scroll/.test(overflowX + overflowY)) return false
        if (!/hidden|clip/.test(overflowX + overflowY)) continue
        const frame = box.getBoundingClientRect()
        const out = [
          words.left - frame.left,
          frame.right - words.right,
          words.top - frame.top,
          frame.bottom - words.bottom,
        ]
        if (out.some((gap) => gap < -2)) return true
      }
      return false
    }
  })
}
