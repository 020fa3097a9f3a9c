/** Characters that XML cannot hold, even escaped: control characters, lone surrogates, U+FFFE and U+FFFF (XML 1.0, section 2.2). */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes text for HTML and XML, also inside quoted attributes. Characters that XML cannot hold become U+FFFD. */
export function escapeMarkup(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
