import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createHabitReader } from '#contract/habits'
import { readAddress, type ServerOptions, UsageError } from '../command-line/options'
import { type Content, compareContent, contentKeys, createContentReader, type Difference } from './content'
import { createPictureNames } from './picture-names'
import { type Walk, walk } from './walk'

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

/** Reads every item of a server, because an item's own response may have more fields than the list. */
export async function walkContent(options: ServerOptions, more: Partial<Parameters<typeof walk>[0]> = {}) {
  const reader = createContentReader(options.product)
  const found = await walk({
    ...options,
    ...more,
    // Samples the items by id, because they have the same content as the items by slug.
    ...{ sample: Number.POSITIVE_INFINITY, sampleById: 50, isPatient: true },
    onItem: reader.onItem,
  })
  return { found, content: found.home && reader.content(found.home) }
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
  return content ?? { unchecked: whyUnread(found) }
}

function whyUnread({ unchecked, url }: Walk): string {
  return unchecked ?? `homeData: ${url} answered none that could be compared`
}

async function readFolder(folder: string, product: string): Promise<Content> {
  const read = async (key: string) => {
    const path = join(folder, `${key}.json`)
    try {
      const text = await readFile(path, 'utf8')
      return [key, JSON.parse(text.replace(/^\uFEFF/, '')) as unknown] as const
    } catch (error) {
      throw new UsageError(`--against: ${path} can't be read: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  const content = Object.fromEntries(await Promise.all(contentKeys(product).map(read)))
  const { nameOf: pictureName } = createPictureNames('')
  const [own] = createHabitReader({ product, pictureName })('homeData', [content]) as [Content]
  return own
}
