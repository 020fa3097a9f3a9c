/**
 * Collects the presses of buttons from before hydration, which `server/pages/boot-script.ts` has counted, and puts the buttons back
 * as the server rendered them. The returned function presses them again.
 */
export function collectEarlyClicks(): () => void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-pressed]')]
  const presses = buttons.flatMap((button) => {
    const count = Number(button.dataset.pressed)
    button.removeAttribute('data-pressed')
    if (!button.hasAttribute('aria-expanded')) return Array.from({ length: count }, () => button)
    button.setAttribute('aria-expanded', 'false')
    // Two presses of a menu button have opened and closed it.
    return count % 2 === 1 ? [button] : []
  })
  return () => {
    dispatchEvent(new Event('taken-over'))
    // One task each, so that React has rendered a press before the next.
    for (const button of presses) setTimeout(() => button.click())
  }
}
