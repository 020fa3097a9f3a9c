import { mkdir, readFile, rename, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { JsonObject } from '#contract/json'
import { isPictureName, pictureExtensions } from '#contract/picture-files'
import { imageSource } from '#markup/sanitize-body'
import { createCaller, Unreachable } from '../contract/caller'
import { notAPicture, requestFor, tellPicture } from '../contract/images'
import { isPlainName, picturesOf } from '../contract/picture-names'
import type { Session } from '../contract/session'
import { createPictureCaller } from './picture-caller'
import type { Stage } from './stage'
import { writeSynced } from './write-synced'

export type DownloadOptions = {
  session: Session
  home: JsonObject
  stage: Stage
  /** The folder with the existing pictures. */
  imagesDir: string
  /** Hosts, besides those of the API, whose pictures are fetched. */
  pictureHosts: readonly string[]
  /** Accepts files that cannot be decoded if they start like a picture. */
  isLenient: boolean
  onProgress: (done: number, all: number) => void
}

/** Names of pictures: all in the content, those in the stage, and those of bodies that could not be fetched. */
export type Downloads = { named: Set<string>; staged: Set<string>; missing: string[] }

/** The timeout of a picture as a multiple of that of an API call. */
const patience = 6

/**
 * Fetches every picture of the content into the stage and checks it by decoding. Requests none that an interrupted recording
 * has finished. Does not download those with the size and date that the server reports, like `wget -N`.
 */
export async function downloadPictures(options: DownloadOptions): Promise<Downloads> {
  const { session, home, stage, onProgress } = options
  const { base, certificate, timeout } = session.options
  sharp.concurrency(1)
  const places = picturesOf(home)
  const inBodies = bodyPictures(home, session.options.imageBase).filter((name) => !places.has(name))
  const names = [...places.keys(), ...inBodies]
  const named = new Set(names)
  const staged = new Set<string>()
  const missing: string[] = []
  const caller = createCaller({ base, certificate, timeout: timeout * patience })
  const ask = createPictureCaller(session, caller, options.pictureHosts)
  const parts = join(stage.path, 'parts')
  await mkdir(parts)
  let done = 0
  await pLimit(session.options.concurrency).map(names, async (name) => {
    const found = await fetchPicture(name).catch((error: unknown) => {
      if (error instanceof Unreachable) return error.message
      throw error
    })
    const where = places.get(name)
    if (found !== undefined && where) tellPicture(session, home, requestFor(session, name), where, found)
    else if (found !== undefined) missing.push(`${name}: ${found}`)
    onProgress(++done, names.length)
  })
  return { named, staged, missing }

  /** Returns `undefined` if the picture was fetched or is unchanged, else a description of the error. */
  async function fetchPicture(name: string): Promise<string | undefined> {
    if (!isPictureName(name)) return `a name that ends in none of .${pictureExtensions.join(', .')}`
    const finished = join(stage.downloads, name)
    if (await stat(finished).catch(() => undefined)) {
      staged.add(name)
      return undefined
    }
    const old = join(options.imagesDir, name)
    const here = await stat(old).catch(() => undefined)
    const isKnown = (headers: Headers) =>
      here !== undefined &&
      headers.get('content-length') === String(here.size) &&
      dateOf(headers) === Math.floor(here.mtimeMs / 1000)
    let reply = await ask(name, { isPatient: true, isKnown })
    if (reply.isKnown) {
      if ((await decode(await readFile(old))) === undefined) return undefined
      reply = await ask(name, { isPatient: true })
    }
    const found = notAPicture(reply)
    if (found !== undefined) return found
    // Reports a picture that is too large.
    tellPicture(session, home, requestFor(session, name), places.get(name) ?? [], reply)
    const undecodable = await decode(reply.body)
    if (undecodable !== undefined && !options.isLenient) return undecodable
    // Renames the complete file, so that every file in `downloads` is complete even after a kill.
    const part = join(parts, name)
    await writeSynced(part, reply.body)
    const date = dateOf(reply.headers)
    if (date !== undefined) await utimes(part, date, date)
    await rename(part, finished)
    staged.add(name)
    return undefined
  }
}

async function decode(bytes: Buffer): Promise<string | undefined> {
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
  const text = JSON.stringify(home)
  const names = [...text.matchAll(/<img\b[^>]*?\bsrc\s*=\s*\\?["']?([^"'\s>\\]+)/gi)].flatMap(([, src = '']) => {
    const address = imageSource(src.replaceAll('&amp;', '&'), imageBase)
    const name = address && decodeURIComponent(address.slice(imageBase.length))
    return isPlainName(name) ? [name] : []
  })
  return [...new Set(names)]
}
