import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { JsonObject } from '#contract/json'
import { isPictureName, pictureExtensions } from '#contract/picture-files'
import { imageSource } from '#markup/sanitize-body'
import { type Caller, createCaller, type Reply, type SendOptions, Unreachable } from '../contract/caller'
import { notAPicture, requestFor, tellPicture } from '../contract/images'
import { isPlainName, picturesOf } from '../contract/picture-names'
import type { Session } from '../contract/session'

export type DownloadOptions = {
  /** The folder for pictures that differ from the existing ones. An interrupted recording may have left some. */
  into: string
  /** The folder with the existing pictures. */
  imagesDir: string
  /** Hosts, besides those of the API, whose pictures are fetched. */
  pictureHosts: readonly string[]
  /** Accepts files that cannot be decoded if they start like a picture. */
  isLenient: boolean
  onProgress: (done: number, all: number) => void
}

/** Names of pictures: all in the content, the changed ones, and those of bodies that could not be fetched, with the reason. */
export type Downloads = { named: Set<string>; changed: Set<string>; missing: string[]; fetched: number }

/** The timeout of a picture as a multiple of that of an API call. */
const patience = 6

/**
 * Gets every picture of the content and checks that it can be decoded. Like `wget -N`, keeps a picture whose size and date equal
 * the server's: one of the images folder, or one of an interrupted recording.
 */
export async function downloadPictures(
  session: Session,
  home: JsonObject,
  { into, imagesDir, pictureHosts, isLenient, onProgress }: DownloadOptions,
): Promise<Downloads> {
  const { base, certificate, headers, timeout, imageBase, concurrency } = session.options
  sharp.concurrency(1)
  const places = picturesOf(home)
  const named = new Set([...places.keys(), ...bodyPictures(home, imageBase)])
  const downloads: Downloads = { named, changed: new Set(), missing: [], fetched: 0 }
  const caller = createCaller({ base, certificate, headers, timeout: timeout * patience })
  let done = 0
  await pLimit(concurrency).map(named, async (name) => {
    const fault = await fetchPicture(name).catch((error: unknown) => {
      if (error instanceof Unreachable) return error.message
      throw error
    })
    const where = places.get(name)
    if (fault !== undefined && where) tellPicture(session, home, requestFor(session, name), where, fault)
    else if (fault !== undefined) downloads.missing.push(`${name}: ${fault}`)
    onProgress(++done, named.size)
  })
  return downloads

  /** Returns `undefined` if the picture was fetched or is unchanged, else a description of the error. */
  async function fetchPicture(name: string): Promise<string | undefined> {
    if (!isPictureName(name)) return `a name that ends in none of .${pictureExtensions.join(', .')}`
    const [fresh, old] = [join(into, name), join(imagesDir, name)]
    const [left, before] = await Promise.all([fresh, old].map((path) => stat(path).catch(() => undefined)))
    const here = left ?? before
    const isKnown = (headers: Headers) =>
      headers.get('content-length') === String(here?.size) &&
      dateOf(headers) === Math.floor((here?.mtimeMs ?? 0) / 1000)
    const ask = (options: SendOptions) => fetchFrom(session, caller, name, pictureHosts, options)
    let reply = await ask({ isKnown })
    if (reply.isKnown && (await decodingFault(await readFile(left ? fresh : old))) === undefined) {
      if (left) downloads.changed.add(name)
      return undefined
    }
    if (reply.isKnown) reply = await ask({})
    const fault = notAPicture(reply)
    if (fault !== undefined) return fault
    // Reports a picture that is too large.
    tellPicture(session, home, requestFor(session, name), places.get(name) ?? [], reply)
    const undecodable = await decodingFault(reply.body)
    if (undecodable !== undefined && !isLenient) return undecodable
    downloads.fetched++
    const isSame = (await readFile(old).catch(() => undefined))?.equals(reply.body) === true
    if (!isSame) {
      // Flushed, so that a power cut after the rename finds the file whole.
      await writeFile(fresh, reply.body, { flush: true })
      downloads.changed.add(name)
    }
    const date = dateOf(reply.headers)
    if (date !== undefined) await utimes(isSame ? old : fresh, date, date)
    return undefined
  }
}

const mostRedirects = 5

/**
 * Fetches a picture from the hosts of the API and its image base, and from `hosts`. Addresses and redirects come from the API and
 * could otherwise lead this machine to hosts inside its own network. The headers of `--header` go to the API's origin only.
 */
async function fetchFrom(
  session: Session,
  caller: Caller,
  name: string,
  hosts: readonly string[],
  options: SendOptions,
): Promise<Reply> {
  const { base, imageBase } = session.options
  const allowed = [new URL(base).host, new URL(imageBase).host, ...hosts]
  let request = requestFor(session, name)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const { host } = new URL(request.url)
    if (!allowed.includes(host))
      throw new Unreachable('failed', `an address at ${host}, which --picture-host does not name`)
    const reply = await caller.send({ ...request, isRedirectKept: true }, options)
    const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null
    if (location === null || !URL.canParse(location, request.url)) return reply
    request = { ...request, url: new URL(location, request.url).href }
  }
  throw new Unreachable('failed', `more than ${mostRedirects} redirects`)
}

async function decodingFault(bytes: Buffer): Promise<string | undefined> {
  try {
    await sharp(bytes, { failOn: 'error', limitInputPixels: 100_000_000 }).stats()
    return undefined
  } catch (error) {
    return `a picture that can't be decoded: ${(error as Error).message.split('\n')[0]}`
  }
}

/** The Last-Modified time in seconds since 1970. */
function dateOf(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('last-modified') ?? '')
  return Number.isNaN(time) ? undefined : time / 1000
}

/** Pictures of the image base in the HTML of bodies, found by the rule by which pages show them. */
function bodyPictures(home: JsonObject, imageBase: string): string[] {
  const sources = JSON.stringify(home).matchAll(/<img\b[^>]*?\bsrc\s*=\s*\\?["']?([^"'\s>\\]+)/gi)
  return Array.from(sources, ([, src = '']) => {
    const address = imageSource(src.replaceAll('&amp;', '&'), imageBase)
    return address && decodeURIComponent(address.slice(imageBase.length))
  }).filter(isPlainName)
}
