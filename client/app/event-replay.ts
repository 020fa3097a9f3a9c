import { takenOver } from '../boot/taken-over'

/**
 * Collects the clicks on buttons before hydration, which `client/boot/boot.ts` counts, and restores the buttons to their
 * server-rendered state. The returned function repeats the clicks.
 */
export function collectClicksBeforeHydration(): () => void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-pressed]')]
  const presses = buttons.flatMap((button) => {
    const count = Number(button.dataset.pressed)
    button.removeAttribute('data-pressed')
    if (!button.hasAttribute('aria-expanded')) return Array.from({ length: count }, () => button)
    button.setAttribute('aria-expanded', 'false')
    // An even number of clicks on a menu button leaves the menu closed.
    return count % 2 === 1 ? [button] : []
  })
  return () => {
    dispatchEvent(new Event(takenOver))
    // Clicks each button in a task of its own, so that React renders between two clicks.
    for (const button of presses) setTimeout(() => button.click())
  }
}
