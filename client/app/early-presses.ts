/**
 * Buttons pressed before script had taken the page over, as `server/pages/starter.ts` marks them. Puts them back as the server wrote
 * them, for hydration; what it returns presses them again, once there is somebody to hear it.
 */
export function takeEarlyPresses(): () => void {
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
