import { existsSync } from 'node:fs'
import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Kind } from '#contract/entities'
import { fieldsOfType, kinds } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import { formatOfBytes, isPictureName, pictureExtensions } from '#contract/picture-files'
import { createCaller, Unreachable } from '../../contract-check/caller'
import type { Content } from '../../contract-check/compare-content'
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
  /** The files of pictures whose names in the content have no picture's extension, by these names. */
  files: Map<string, string>
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
  const downloads: Downloads = { named, changed: new Set(), files: new Map(), missing: [], fetched: 0 }
  const onlyHosts = [new URL(base).host, new URL(imageBase).host, ...pictureHosts]
  // A picture may take longer than an API call, because it is larger.
  const send = createCaller({ base, certificate, headers, timeout: 6 * timeout, onlyHosts })
  let done = 0
  const fetching = pLimit(concurrency).map([...named], async (name) => {
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
  downloads.named = new Set(Array.from(named, (name) => downloads.files.get(name) ?? name))
  return downloads

  /** Returns `undefined` if the picture was fetched or is unchanged, else a description of the error. */
  async function fetchPicture(name: string): Promise<string | undefined> {
    const request = requestFor(session, name)
    const isNamed = isPictureName(name)
    // Addresses of Directus, and of scripts such as image.php, have no extension of a picture.
    const isNameless = !name.includes('.') || request.url !== imageBase + encodeURIComponent(name)
    if (!isNamed && !(isNameless && uses.has(name))) return wrongName
    let [fresh, old] = [join(into, name), join(imagesDir, name)]
    const readKnown = async (headers: Headers): Promise<Buffer | undefined> => {
      const here = existsSync(fresh) ? fresh : old
      const { size, mtimeMs } = await stat(here).catch(() => ({ size: undefined, mtimeMs: 0 }))
      const isKnown = headers.get('content-length') === String(size) && dateOf(headers) === Math.floor(mtimeMs / 1000)
      const bytes = isKnown ? await readRegularFile(here) : undefined
      // A picture that is damaged on the disk is fetched again.
      return bytes && (await decodingViolation(bytes)) === undefined ? bytes : undefined
    }
    const reply = await send(request, isNamed ? { readKnown } : {})
    const violation =
      notAPicture(reply) ?? (isLenient || reply.isKnown ? undefined : await decodingViolation(reply.body))
    if (violation !== undefined) return violation
    const file = isNamed ? name : fileOf(name, reply.body)
    if (file === undefined || (file !== name && named.has(file))) return wrongName
    if (file !== name) downloads.files.set(name, file)
    ;[fresh, old] = [join(into, file), join(imagesDir, file)]
    // Reports a picture that is too large or of another format than its name says.
    tellPicture(session, home, request, uses.get(name) ?? [], reply)
    tellFormat(session, home, { name, request, uses: uses.get(name) ?? [] }, reply)
    const isSame = (await readRegularFile(old))?.equals(reply.body) === true
    if (!isSame) downloads.changed.add(file)
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

const wrongName = `a name that ends in none of .${pictureExtensions.join(', .')}`

/** The content with the names of the pictures' files. */
export function withFiles(content: Content, files: ReadonlyMap<string, string>): Content {
  const renamed = (kind: Kind, item: JsonObject) => {
    const names = fieldsOfType(kind, 'picture', '').map(({ name }) => [
      name,
      files.get(String(item[name])) ?? item[name],
    ])
    return { ...item, ...Object.fromEntries(names) }
  }
  const entries = kinds.map((kind) => {
    const { [kind]: value } = content
    return [kind, Array.isArray(value) ? value.map((item) => (isObject(item) ? renamed(kind, item) : item)) : value]
  })
  return files.size === 0 ? content : (Object.fromEntries(entries) as Content) // one entry per kind
}

/** The name of a picture with the extension of its format. `undefined` for a format that the site does not take. */
function fileOf(name: string, bytes: Buffer): string | undefined {
  const format = formatOfBytes(bytes)
  return format?.isAccepted ? `${name}.${format.extension}` : undefined
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
