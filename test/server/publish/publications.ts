import { XmlDocument } from 'libxml2-wasm'
import type { HomeData } from '#contract/entities'
import { allAt, type Publication } from '../../../server/publish/publication'
import { publish } from '../../../server/publish/publish'
import { shippedSite } from '../../support/shipped-content'

export const origin = 'https://www.ugarit.example'
export const changed = new Date('2026-11-20T08:30:15.250Z')

export function publicationOf(home: HomeData, more: Partial<Publication> = {}): Publication {
  return { home, product: 'ugarit', site: shippedSite, origin, changed: allAt(changed), ...more }
}

/** Returns the text of a published file. Throws if the file does not exist. */
export async function textAt(path: string, publication: Publication): Promise<string> {
  const file = await publish(path, publication)
  if (!file) throw new Error(`nothing is published at ${path}`)
  return file.text
}

/** A text with all characters that some format must escape or drop, and a check of the text after parsing. */
export const hostile = {
  text: '<Tag x="1"> & ]]> \'q\' "r" \\ ; , : \u0000\u0007\u001b\u007f\ufffe\ud800a\r\nEND:VEVENT\r\nBEGIN:VALARM \u202eb &#x1F600; <!-- c -->',
  isRead: (text: string) =>
    text.replace(/[\u007f\ufffd\ufffe]/g, '') ===
    '<Tag x="1"> & ]]> \'q\' "r" \\ ; , : a END:VEVENT BEGIN:VALARM \u202eb 😀',
}

/** Returns the content with the hostile text in every text field. */
export function hostileContent(content: HomeData): HomeData {
  const isText = /^(?:(?:en|ar)_(?:title|description|author)|name|ar_name)$/
  return JSON.parse(
    JSON.stringify(content, (key, value: unknown) => (isText.test(key) ? hostile.text : value)),
  ) as HomeData
}

/** Throws if libxml2 finds that the XML is not well-formed. */
export function checkXml(text: string): void {
  XmlDocument.fromString(text).dispose()
}
