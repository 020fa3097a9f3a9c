/** Text inside XML or HTML, attribute values too; characters that XML 1.0 can't hold become U+FFFD. */
export function escapeMarkup(text: string): string {
  return [...text.toWellFormed()]
    .map((letter) => {
      if (letter < ' ' && !/[\t\n\r]/.test(letter)) return '\uFFFD'
      return letter === '\uFFFE' || letter === '\uFFFF' ? '\uFFFD' : letter
    })
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
