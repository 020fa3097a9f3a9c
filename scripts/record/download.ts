import { existsSync } from 'node:fs'
import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { kinds } from '#contract/fields'
import type { JsonObject } from '#contract/json'
import { isPictureName, pictureExtensions } from '#contract/picture-files'
import { createCaller, Unreachable } from '../../contract-check/caller'
import { notAPicture, requestFor, tellFormat, tellPicture } from '../../contract-check/images'
import { isPlainName, picturesOf } from '../../contract-check/picture-names'
import type { Session } from '../../contract-check/session'
import { decodingViolation } from '../fixtures/check-picture'
import { bodiesOf } from '../fixtures/fixture-files'
import { picturesInBody } from '../fixtures/pictures'

export type DownloadOptions = {
  /** The folder for pictures that differ from the existing ones. It may hold pictures of an interrupted recording. */
  into: string
  /** The folder with the existing pictures. */
  imagesDir: string
  /** Accepts files that cannot be decoded if they start like a picture. */
  isLenient: boolean
  onProgress: (done: number, all: number) => void
}

export type Downloads = {
  /** The names of all pictures of the content. */
  named: Set<string>
  /** The names of the pictures that differ from the existing ones. */
  changed: Set<string>
  /** The names of pictures in bodies that could not be fetched, each with the reason. */
  missing: string[]
  /** The number of fetched pictures. */
  fetched: number
}

/**
 * Downloads every picture of the content and checks that it can be decoded. Like `wget -N`, keeps an existing picture, or one of an
 * interrupted recording, if its size and date equal the server's.
 */
export async function downloadPictures(
  session: Session,
  home: JsonObject,
  { into, imagesDir, isLenient, onProgress }: DownloadOptions,
): Promise<Downloads> {
  const { base, certificate, headers, timeout, imageBase, concurrency, pictureHosts } = session.options
  const uses = picturesOf(home)
  const bodies = kinds.flatMap((key) => bodiesOf({ key, value: home[key] }))
  const inBodies = bodies.flatMap(({ html }) => picturesInBody(html, imageBase)).filter(isPlainName)
  const named = new Set([...uses.keys(), ...inBodies])
  const downloads: Downloads = { named, changed: new Set(), missing: [], fetched: 0 }
  const onlyHosts = [new URL(base).host, new URL(imageBase).host, ...pictureHosts]
  // A picture may take longer than an API call, because it is larger.
  const send = createCaller({ base, certificate, headers, timeout: 6 * timeout, onlyHosts })
  let done = 0
  const fetching = pLimit(concurrency).map(named, async (name) => {
    const violation = await fetchPicture(name).catch((error: unknown) => {
      if (error instanceof Unreachable) return error.message
      throw error
    })
    const where = uses.get(name)
    if (violation !== undefined && where) tellPicture(session, home, requestFor(session, name), where, violation)
    else if (violation !== undefined) downloads.missing.push(session.redaction.text(`${name}: ${violation}`))
    onProgress(++done, named.size)
  })
  await fetching
  return downloads

  /** Returns `undefined` if the picture was fetched or is unchanged, else a description of the error. */
  async function fetchPicture(name: string): Promise<string | undefined> {
    if (!isPictureName(name)) return `a name that ends in none of .${pictureExtensions.join(', .')}`
    const [fresh, old] = [join(into, name), join(imagesDir, name)]
    const readKnown = async (headers: Headers): Promise<Buffer | undefined> => {
      const here = existsSync(fresh) ? fresh : old
      const { size, mtimeMs } = await stat(here).catch(() => ({ size: undefined, mtimeMs: 0 }))
      const isKnown = headers.get('content-length') === String(size) && dateOf(headers) === Math.floor(mtimeMs / 1000)
      const bytes = isKnown ? await readRegularFile(here) : undefined
      // A picture that is damaged on the disk is fetched again.
      return bytes && (await decodingViolation(bytes)) === undefined ? bytes : undefined
    }
    const request = requestFor(session, name)
    const reply = await send(request, { readKnown })
    const violation =
      notAPicture(reply) ?? (isLenient || reply.isKnown ? undefined : await decodingViolation(reply.body))
    if (violation !== undefined) return violation
    // Reports a picture that is too large or of another format than its name says.
    tellPicture(session, home, request, uses.get(name) ?? [], reply)
    tellFormat(session, home, { name, request, uses: uses.get(name) ?? [] }, reply)
    const isSame = (await readRegularFile(old))?.equals(reply.body) === true
    if (!isSame) downloads.changed.add(name)
    if (reply.isKnown) return undefined
    downloads.fetched++
    // Flushes the file, so that it is complete if the power fails after the rename.
    if (!isSame) await writeFile(fresh, reply.body, { flush: true })
    const date = dateOf(reply.headers)
    // The date of an old picture only saves the next recording a download, and a picture of another user keeps its own.
    if (date !== undefined) await utimes(isSame ? old : fresh, date, date).catch(() => undefined)
    return undefined
  }
}

/** The Last-Modified time in seconds since 1970. */
function dateOf(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('last-modified') ?? '')
  return Number.isNaN(time) ? undefined : time / 1000
}

/** Reads a picture on the disk. A pipe or device may never end, so only regular files are read. */
async function readRegularFile(path: string): Promise<Buffer | undefined> {
  const isFile = (await stat(path).catch(() => undefined))?.isFile()
  return isFile ? await readFile(path).catch(() => undefined) : undefined
}
