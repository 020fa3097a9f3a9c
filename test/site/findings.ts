import type { Page } from 'playwright-core'

/** Finds layout errors that are hard to see in pictures: text that a box with hidden overflow cuts, and a page that scrolls sideways. */
export async function findLayoutErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`too wide by ${scrollWidth - clientWidth} px`] : []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue?.trim() ?? ''
      if (/\p{L}/u.test(text) && isCut(node))
        found.push(`cut in ${node.parentElement?.className}: ${text.slice(0, 80)}`)
    }
    return found

    /** True if a box cuts the text, or a scroller with the text. Ignores boxes that are hidden on purpose. */
    function isCut(text: Node): boolean {
      const range = document.createRange()
      range.selectNodeContents(text)
      let words = range.getBoundingClientRect()
      if (words.width < 2 || words.height < 2) return false
      for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflow, clipPath, visibility } = getComputedStyle(box)
        if (clipPath !== 'none' || visibility === 'hidden' || box.matches('[inert]')) return false
        const frame = box.getBoundingClientRect()
        const { left, right, top, bottom } = frame
        const out = [words.left - left, right - words.right, words.top - top, bottom - words.bottom]
        if (/auto|scroll/.test(overflow)) words = frame
        else if (/hidden|clip/.test(overflow) && out.some((gap) => gap < -2)) return true
      }
      return false
    }
  })
}
