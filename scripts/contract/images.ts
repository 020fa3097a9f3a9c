import type { Entity } from './answers'
import { Unreachable } from './caller'
import { curlLine } from './curl'
import type { Finding } from './findings'
import { inParallel } from './in-parallel'
import { isPlainName, notAPicture, pictureUrl, signatureBytes } from './pictures'
import type { Session } from './session'
import { spread } from './singles'

/** The lists of the home data whose items name a picture. */
const pictured = ['courses', 'news', 'blogs', 'events', 'team'] as const

/** Where each picture is named, by file name: pointers into the home data's answer. Names that are no file's are left out. */
export function picturesOf(home: Entity): Map<string, { pointer: string; slug: string }[]> {
  const places = new Map<string, { pointer: string; slug: string }[]>()
  for (const key of pictured) {
    const list = home[key]
    if (!Array.isArray(list)) continue
    list.forEach((item: unknown, index) => {
      const { image, slug, en_name, ar_name } = (item ?? {}) as Entity
      if (!isPlainName(image)) return
      const place = { pointer: `/data/0/${key}/${index}/image`, slug: String(slug ?? en_name ?? ar_name ?? image) }
      places.set(image, [...(places.get(image) ?? []), place])
    })
  }
  return places
}

/** Asks for up to `most` of the pictures, only their first bytes; gives how many were looked at. */
export async function checkImages(session: Session, home: Entity, most: number): Promise<number> {
  const places = picturesOf(home)
  const names = spread([...places.keys()], most)
  let timeouts = 0
  await inParallel(session.options.concurrency, names, async (name) => {
    // A host that hangs is told a few times, not once per picture.
    const found = timeouts >= 3 ? undefined : await lookAt(session, name).catch(reasonOf)
    if (found?.startsWith('no answer')) timeouts++
    if (found) tellPicture(session, home, name, places.get(name) ?? [], found)
  })
  return names.length
}

/** Tells what was found in place of a picture, for every item that names it. */
export function tellPicture(
  session: Session,
  home: Entity,
  name: string,
  places: readonly { pointer: string; slug: string }[],
  found: string,
): void {
  const { imageBase } = session.options
  const expected = `a picture at ${pictureUrl(imageBase, name)}`
  const rule = 'a picture at the image base'
  const findings = places.map(({ pointer, slug }): Finding => ({ pointer, expected, found, rule, item: slug }))
  session.findings.add('homeData', curlLine(requestFor(session, name)), { data: [home] }, findings)
}

/** The request for a picture; the API's own headers go to its own host only. */
export function requestFor({ options: { base, imageBase, headers } }: Session, name: string) {
  const isSameHost = new URL(imageBase).origin === new URL(base).origin
  return { method: 'GET' as const, url: pictureUrl(imageBase, name), headers: isSameHost ? headers : {} }
}

async function lookAt(session: Session, name: string): Promise<string | undefined> {
  const request = requestFor(session, name)
  const range = { ...request, headers: { ...request.headers, range: `bytes=0-${signatureBytes - 1}` } }
  const options = { enough: signatureBytes, isPatient: true }
  const reply = await session.caller.send(range, options)
  // An empty file has no range at all, and some servers refuse every range.
  return notAPicture(reply.status === 416 ? await session.caller.send(request, options) : reply)
}

function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return error.message
  throw error
}
