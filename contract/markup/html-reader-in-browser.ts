let field: HTMLTextAreaElement | undefined

/** Decodes the entities in a text without tags. */
export function decodeEntities(text: string): string {
  field ??= document.createElement('textarea')
  field.innerHTML = text.replaceAll('<', '&lt;')
  return field.value
}

/** True for an element of HTML that the browser knows. `name` is in lower case. */
export function isElement(name: string): boolean {
  return !(document.createElement(name) instanceof HTMLUnknownElement)
}
