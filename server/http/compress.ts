import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export const toGzip = (body: Buffer): Promise<Buffer> => gzipped(body, { level: 6 })

export function toBrotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window of 512 KB: a larger one does not compress the shipped home data better and takes more memory.
      [constants.BROTLI_PARAM_LGWIN]: 19,
    },
  })
}
