import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { createDiskCache } from '../disk-cache'

export type HomeVersions = ReturnType<typeof createHomeVersions>

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/**
 * Keeps the bodies of the response to `homeData` that visitors may have stored, by their SHA-256: those used last, up to 16 MB
 * compressed in memory and 64 MB in `cacheDir`, which outlive the process.
 */
export function createHomeVersions(cacheDir: string, warn: (text: string) => void) {
  const bodies = new LRUCache<string, Buffer>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ length }) => length,
  })
  const disk = cacheDir ? createDiskCache(join(cacheDir, 'home-data'), warn, 64 * 1024 * 1024) : undefined
  const digests = new WeakMap<Buffer, string>()
  /** The writes of `keep`, by digest, until they end. */
  const pending = new Map<string, Promise<void>>()

  async function write(digest: string, body: Buffer): Promise<void> {
    if (bodies.has(digest)) return
    const compressed = await compress(body)
    bodies.set(digest, compressed)
    await disk?.write(digest, compressed)
  }

  return {
    write,
    /** Writes a body unless it is known, and returns its digest. */
    keep: (body: Buffer): string => {
      const digest = digests.get(body) ?? digestOf(body)
      if (digests.has(body)) return digest
      digests.set(body, digest)
      // Without memory for it, visitors fetch the whole home data.
      const written = write(digest, body).catch(() => undefined)
      pending.set(
        digest,
        written.finally(() => pending.delete(digest)),
      )
      return digest
    },
    read: async (digest: string): Promise<string | undefined> => {
      await pending.get(digest)
      const compressed = bodies.get(digest) ?? (await disk?.read(digest))
      return compressed && String(await decompress(compressed))
    },
  }
}

export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
