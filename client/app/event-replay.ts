/**
 * Collects the clicks on buttons from before script had taken the page over, as `server/pages/boot-script.ts` marks them. Puts the
 * buttons back as the server wrote them, for hydration; the function that it returns clicks them again.
 */
export function collectEarlyClicks(): () => void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-pressed]')]
  for (const button of buttons) {
    button.removeAttribute('data-pressed')
    if (button.hasAttribute('aria-expanded')) button.setAttribute('aria-expanded', 'false')
  }
  return () => {
    dispatchEvent(new Event('taken-over'))
    for (const button of buttons) button.click()
  }
}
