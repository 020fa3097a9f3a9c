import { createHash } from 'node:crypto'
import { type Prepared, prepare } from '../http/prepared'
import { openSealedFiles } from '../http/sealed-files'

/** A page, ready to be sent, and what its headers are made of. */
export type ShownPage = {
  status: number
  lang: string
  prepared: Prepared
  headers: Record<string, string>
}

/** The last good pages of another API in a folder, so that a server which starts while that API fails has them too. */
export type KeptPages = {
  read: (url: string) => Promise<ShownPage | undefined>
  /** Keeps a page, or takes away what is kept of one that is gone. */
  write: (url: string, page: ShownPage | undefined) => void
}

export type KeptPagesOptions = {
  folder: string
  /** What all pages depend on besides the API: the build that they ask for files of, and settings. Others' are not read. */
  version: string
  warn: (text: string) => void
}

/** A thousand pages take 60 to 100 MB. */
const mostBytes = 128 * 1024 * 1024

export async function openKeptPages({ folder, version, warn }: KeptPagesOptions): Promise<KeptPages> {
  const files = openSealedFiles({ folder, what: "another API's last good pages", warn, mostBytes })
  await files.sweep()
  const nameOf = (url: string) => `${createHash('sha256').update(`${version}\n${url}`).digest('hex')}.json`
  return {
    read: async (url) => {
      const file = await files.read(nameOf(url))
      if (!file) return undefined
      const { html, type, ...page } = JSON.parse(file.toString()) // sealed: as it was written
      return { ...page, prepared: prepare(html, type) }
    },
    write: (url, page) => {
      if (!page) return void files.remove(nameOf(url))
      const { prepared, ...rest } = page
      const file = JSON.stringify({ ...rest, type: prepared.type, html: prepared.body.toString() })
      void files.write(nameOf(url), Buffer.from(file))
    },
  }
}
