import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createHabitReader } from '#contract/habits'
import { isObject, type JsonObject } from '#contract/json'
import { readJson } from '../command-line/json-files'
import { readAddress, UsageError } from '../command-line/options'
import { type Content, compareContent, contentKeys } from './content'
import { createPictureNames } from './picture-names'
import type { Difference } from './report'
import type { ServerOptions } from './session'
import { type WalkOptions, walk } from './walk'

/** The content to compare with. `read` returns the content, or the reason why it cannot be read. */
export type Counterpart = { name: string; read: () => Promise<Content | { unchecked: string }> }

/**
 * Reads `--against`: an http(s) address or a folder of fixtures. Throws a UsageError for others. The address gets none of the
 * user's headers.
 */
export async function readCounterpart(text: string, options: ServerOptions): Promise<Counterpart> {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const base = readAddress(text, '--against')
    return { name: base, read: () => readServer({ ...options, headers: {}, base, imageBase: `${base}/images/` }) }
  }
  const folder = await stat(text).catch(() => undefined)
  if (!folder?.isDirectory())
    throw new UsageError(`--against takes an address or a folder; found ${JSON.stringify(text)}`)
  const content = await readFolder(text, options.product)
  return { name: text, read: async () => content }
}

/**
 * Reads every item of a server and assembles its content: the lists of the home data, plus the unknown fields that only an
 * item's own response has.
 */
export async function walkContent(options: ServerOptions, more: Partial<WalkOptions> = {}) {
  const extras = new Map<unknown, JsonObject>()
  const found = await walk({
    ...options,
    ...more,
    // Requests only some items by id, because they have the same content as the items by slug.
    ...{ sample: Number.POSITIVE_INFINITY, sampleById: 50 },
    onItem: (listed, alone) => {
      const unlisted = Object.entries(alone).filter(([field]) => !Object.hasOwn(listed, field))
      if (unlisted.length > 0) extras.set(listed, Object.fromEntries(unlisted))
    },
  })
  const { home } = found
  if (!home) return { found, content: undefined }
  const whole = (item: unknown) => (isObject(item) ? { ...item, ...extras.get(item) } : item)
  const entries = contentKeys(options.product).map((key) => {
    const value = home[key] ?? (key === 'goals' ? {} : [])
    return [key, Array.isArray(value) ? value.map(whole) : value]
  })
  return { found, content: Object.fromEntries(entries) as Content } // one entry per key
}

/** Compares the content of `--against` with a server whose every item was read. */
export async function compareWith(
  counterpart: Counterpart,
  content: Content | undefined,
): Promise<Difference | { unchecked: string }> {
  if (!content) return { unchecked: 'homeData answered no content that could be compared' }
  const other = await counterpart.read()
  return 'unchecked' in other ? other : compareContent(other, content, counterpart.name)
}

async function readServer(options: ServerOptions): Promise<Content | { unchecked: string }> {
  const { found, content } = await walkContent(options)
  return content ?? { unchecked: found.unchecked ?? `homeData: ${options.base} answered none that could be compared` }
}

async function readFolder(folder: string, product: string): Promise<Content> {
  const files = contentKeys(product).map(async (key) => [key, await readJson('--against', join(folder, `${key}.json`))])
  const { nameOf: pictureName } = createPictureNames('')
  const [content] = createHabitReader({ product, pictureName })('homeData', [
    Object.fromEntries(await Promise.all(files)),
  ]) as [Content]
  return content
}
