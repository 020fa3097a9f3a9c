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
      // Without memory for it, visitors fetch the whole home data.
      if (!digests.has(body)) void write(digest, body).catch(() => undefined)
      digests.set(body, digest)
      return digest
    },
    read: async (digest: string): Promise<string | undefined> => {
      const compressed = bodies.get(digest) ?? (await disk?.read(digest))
      return compressed && String(await decompress(compressed))
    },
  }
}

export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
