import pLimit from 'p-limit'
import { identityOf } from '#contract/identity'
import { isAbsoluteUrl } from '#contract/images'
import { isObject, type JsonObject } from '#contract/json'
import { createFormatReader } from '#contract/legacy-format-reader'
import { conversionOf, formatOfBytes, formatViolation, isCutGif, isPictureName } from '#contract/picture-files'
import { describe } from '#contract/violations'
import { spread } from './answers'
import { type Reply, type Request, Unreachable } from './caller'
import { unknownOrigin } from './cors'
import { curlLine } from './curl'
import { type Finding, finding } from './findings'
import { namedPictures, picturesOf } from './picture-names'
import type { Session } from './session'

/** The largest picture without a warning, in bytes. A connection of 400 kbit/s transfers it in 20 s. */
const largestPicture = 1_000_000

/** Enough bytes to tell every format and for the preamble of an SVG. */
const signatureBytes = 4096

/** After this many timeouts in a row, the remaining pictures are not checked. */
const maxTimeouts = 3

/** Requests the first bytes of at most `4 * sample` pictures and checks them. Returns the number of checked pictures. */
export async function checkImages(session: Session, home: JsonObject): Promise<number> {
  const { options } = session
  const { concurrency, isChosen, sample, severities } = options
  // Without these rules, no pictures are requested.
  const rules = ['picture.missing', 'picture.size'] as const
  if (!isChosen('homeData') || rules.every((rule) => severities[rule] === 'off')) return 0
  const uses = picturesOf(home)
  const ask = (request: Request) =>
    session.send(request, { enough: signatureBytes }).catch((error: Unreachable) => error)
  let [checked, timeouts, left] = [0, 0, 0]
  const requestOf = (name: string) => asFromPage(requestFor(session, name), options.origin)
  const isWanted = (name: string) => {
    const full = requestOf(name)
    return [full, partOf(full)].some((request) => session.isWanted('homeData', request))
  }
  const names = [...uses.keys()].filter((name) => options.calls === undefined || isWanted(name))
  await pLimit(concurrency).map(spread(names, 4 * sample), async (name) => {
    if (timeouts >= maxTimeouts) return left++
    const full = requestOf(name)
    const part = partOf(full)
    const first = await ask(part)
    // After a 416, requests the full file. Servers answer 416 for empty files, and some servers for every range.
    const isRefused = !(first instanceof Unreachable) && first.status === 416
    const [request, reply] = isRefused ? [full, await ask(full)] : [part, first]
    const kind = reply instanceof Unreachable ? reply.kind : undefined
    timeouts = kind === 'timeout' ? timeouts + 1 : 0
    if (kind === 'planned' || kind === 'unavailable' || kind === 'timeout')
      return session.noteFailure('homeData', request, reply)
    checked++
    const where = uses.get(name) ?? []
    if (reply instanceof Unreachable) return tellPicture(session, home, request, where, reply.message)
    tellPicture(session, home, request, where, reply)
    tellBlocked(session, home, request, where, reply)
    const end = reply.status === 206 && pictureSize(reply) > signatureBytes ? await ask(endOf(full)) : undefined
    tellFormat(session, home, { name, request, uses: where }, reply, end instanceof Unreachable ? undefined : end)
  })
  if (left > 0)
    session.findings.entryOf('homeData').notes.add(`pictures left out after ${maxTimeouts} timeouts in a row: ${left}`)
  return checked
}

/** The request as browsers send it for a page of the origin. Hotlink protection, as of cPanel, refuses the pages of other sites. */
function asFromPage(request: Request, origin = unknownOrigin): Request {
  return origin === unknownOrigin ? request : { ...request, headers: { referer: `${origin}/` } }
}

/** The request for the first bytes of a picture. */
function partOf(full: Request): Request {
  return { ...full, headers: { ...full.headers, range: `bytes=0-${signatureBytes - 1}` } }
}

/** The request for the last bytes of a picture. */
function endOf(full: Request): Request {
  return { ...full, headers: { ...full.headers, range: `bytes=-${signatureBytes}` } }
}

type Use = { pointer: string; slug: string }

/** Reports a picture that is not of the format that its name says, or that is cut short, for every item that names it. */
export function tellFormat(
  session: Session,
  home: JsonObject,
  { name, request, uses }: { name: string; request: Request; uses: readonly Use[] },
  reply: Reply,
  end?: Reply,
): void {
  if (notAPicture(reply) !== undefined) return
  const { imageBase } = session.options
  // A picture that the content names by its address needs no extension.
  const isPlain = isPictureName(name) || request.url === imageBase + encodeURIComponent(name)
  const cut = { expected: 'a complete picture', found: 'a file that is cut short' }
  const isPart = request.headers.range !== undefined
  const violation = isCutShort(reply, end, isPart) ? cut : isPlain ? formatViolation(name, reply.body) : undefined
  if (!violation) return
  const { expected, found } = violation
  const findings = uses.map(({ pointer, slug: item }) => finding('picture.format', pointer, expected, found, { item }))
  session.findings.add('homeData', curlLine(request), { data: [home] }, findings)
}

/**
 * True if a picture's file ends too early, by the sizes in its first bytes, or by the mark in its last bytes if these are known. If
 * only a part was read, and the server does not tell the size of the file, nothing is known of its end.
 */
function isCutShort(reply: Reply, end: Reply | undefined, isPart: boolean): boolean {
  const { body, headers } = reply
  const isSizeKnown =
    headers.has('content-range') || (headers.has('content-length') && !headers.has('content-encoding'))
  if (isPart && !isSizeKnown && body.length >= signatureBytes) return false
  const format = formatOfBytes(body)?.name
  const size = pictureSize(reply)
  if (format === 'WebP') return body.readUInt32LE(4) + 8 > size
  if (format === 'AVIF') return endOfBoxes(body) > size
  if (end?.status !== 206) return false
  const text = end.body.toString('latin1')
  if (format === 'PNG') return !text.includes('IEND')
  if (format === 'JPEG') return !text.includes('\xff\xd9')
  return format === 'GIF' && isCutGif(end.body)
}

/** The end of the last box of an AVIF whose size is among its first bytes. */
function endOfBoxes(body: Buffer): number {
  let end = 0
  while (end + 4 <= body.length) {
    const size = body.readUInt32BE(end)
    // 0 stands for the rest of the file, and 1 for a size in the bytes after the type.
    if (size < 8) break
    end += size
  }
  return end
}

/** Reports a missing, broken or large picture for every item that names it. */
export function tellPicture(
  session: Session,
  home: JsonObject,
  request: Request,
  uses: readonly Use[],
  reply: Reply | string,
): void {
  const violation = typeof reply === 'string' ? reply : notAPicture(reply)
  const size = violation === undefined && typeof reply !== 'string' ? pictureSize(reply) : 0
  if (violation === undefined && size <= largestPicture) return
  const findings = uses.map(({ pointer, slug: item }) =>
    violation === undefined
      ? finding('picture.size', pointer, `a picture of at most ${largestPicture} bytes`, `${size} bytes`, { item })
      : finding('picture.missing', pointer, `a picture at ${request.url}`, violation, { item }),
  )
  session.findings.add('homeData', curlLine(request), { data: [home] }, findings)
}

/** Reports a picture that browsers show on no page of another origin. Helmet for Express makes all pictures so by default. */
function tellBlocked(
  { options: { origin }, findings }: Session,
  home: JsonObject,
  request: Request,
  uses: readonly Use[],
  { headers, url }: Reply,
): void {
  const policy = headers.get('cross-origin-resource-policy')?.toLowerCase() ?? ''
  if (origin === undefined || !isBlocked(policy, new URL(url), new URL(origin))) return
  const expected = 'cross-origin-resource-policy: cross-origin, or no such header'
  const found = `cross-origin-resource-policy: ${policy}`
  const blocked = uses.map(({ pointer, slug: item }) => finding('cors.picture', pointer, expected, found, { item }))
  findings.add('homeData', curlLine(request), { data: [home] }, blocked)
}

function isBlocked(policy: string, picture: URL, page: URL): boolean {
  if (policy === 'same-origin') return picture.origin !== page.origin
  const siteOf = ({ protocol, hostname }: URL) => `${protocol} ${hostname.split('.').slice(-2).join('.')}`
  return policy === 'same-site' && siteOf(picture) !== siteOf(page)
}

/** Finds items without a picture. Pages show a pattern in its place. */
export function itemsWithoutPicture(home: JsonObject): Finding[] {
  return namedPictures(home).flatMap(({ item, field, name, pointer }): Finding[] => {
    if (name !== '') return []
    const more = { item: identityOf(item) }
    return [finding('picture.none', `/data/0${pointer}/${field}`, 'a file name in the images folder', '""', more)]
  })
}

/** Finds pictures named by an absolute address on a host that is neither the API's, nor the image base's, nor a picture host. */
export function foreignPictures({ options }: Session, body: unknown): Finding[] {
  const { base, imageBase, pictureHosts = [], product } = options
  const hosts = new Set([new URL(base).host, new URL(imageBase).host, ...pictureHosts])
  // This reader keeps addresses.
  const read = createFormatReader({ product, base })('homeData', isObject(body) ? body.data : undefined)
  const data = Array.isArray(read) ? read[0] : undefined
  if (!isObject(data)) return []
  return namedPictures(data).flatMap(({ item, field, name, pointer }): Finding[] => {
    if (!isAbsoluteUrl(name) || !URL.canParse(name) || hosts.has(new URL(name).host)) return []
    const expected = 'a picture on the image base or the host of the API'
    const more = { item: identityOf(item) || name }
    return [finding('picture.foreign', `/data/0${pointer}/${field}`, expected, describe(name), more)]
  })
}

/** The request for a picture. Origins other than the API's get none of the user's headers. */
export function requestFor({ options: { base, headers }, pictureUrl }: Session, name: string): Request {
  const url = pictureUrl(name)
  const isSameHost = new URL(url).origin === new URL(base).origin
  return { method: 'GET', url, headers: {}, secretHeaders: isSameHost ? Object.keys(headers) : [] }
}

/** The size of the whole picture in bytes, by its headers, but at least the number of bytes that were read. */
function pictureSize({ headers, body }: Reply): number {
  const ofRange = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  const length = headers.get('content-encoding') ? 0 : Number(headers.get('content-length'))
  return Math.max(Number(ofRange ?? length) || 0, body.length)
}

/** Describes a response that is no picture; `undefined` for a picture. */
export function notAPicture({ status, headers, body }: Reply): string | undefined {
  if (status !== 200 && status !== 206) return `status ${status}`
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (body.length === 0) return 'an empty file'
  if (isSvg(body)) return type === 'image/svg+xml' ? undefined : `an SVG of content type ${JSON.stringify(type)}`
  const isHtml = /^\s*<(?:!doctype html|html|head|body)/i.test(body.subarray(0, 200).toString())
  if (isHtml || type === 'text/html') return 'HTML'
  const format = formatOfBytes(body)
  if (!format) return `bytes that are no picture (content type ${type || 'unknown'})`
  if (!format.isShown) return `a picture in ${format.name}, ${conversionOf(format.name)}`
  // Browsers sniff untyped pictures unless nosniff forbids it.
  const isUntyped = type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream'
  const isStrict = headers.get('x-content-type-options')?.toLowerCase() === 'nosniff'
  if (type.startsWith('image/') || (isUntyped && !isStrict)) return undefined
  return `a picture of content type ${JSON.stringify(type)}`
}

/** The parts before the root element of an SVG: white space with a byte order mark, declarations and comments. */
const preamble = /\s+|<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype svg[^>]*>/iy

function isSvg(body: Buffer): boolean {
  const text = body.subarray(0, signatureBytes).toString()
  let root = 0
  // Takes one part after the other, because one expression for all of them takes exponential time.
  for (preamble.lastIndex = 0; preamble.test(text); root = preamble.lastIndex);
  return /^<svg[\s>]/i.test(text.slice(root, root + 5))
}
