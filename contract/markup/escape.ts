/** Characters that XML cannot hold, even escaped: control characters, lone surrogates, U+FFFE and U+FFFF (XML 1.0, section 2.2). */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes text for HTML and XML, also inside quoted attributes. Characters that XML cannot hold become U+FFFD. */
export function escapeMarkup(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The characters that browsers escape in a text when they write HTML (HTML, 13.3). */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }

/** Escapes a text as browsers write it. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => entities[character as keyof typeof entities])
}

/** Escapes the value of an attribute as browsers write it, for double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

const characters = Object.fromEntries(Object.entries(entities).map(([character, entity]) => [entity, character]))

/** The text of what `escapeText` has written. */
export function unescapeText(html: string): string {
  return html.replace(/&(?:amp|lt|gt|nbsp);/g, (entity) => characters[entity] ?? entity)
}
