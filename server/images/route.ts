import { readFile } from 'node:fs/promises'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { imageWidths } from '#contract/images'
import { pictureCaching, picturePolicy } from '#contract/picture-files'
import type { Config } from '../config'
import { asPartOfPage } from '../http/common-headers'
import { loadLater } from '../http/load-later'
import { ProblemError } from '../http/problem'
import { hasSharp, loadResize } from './load-resize'
import { findOriginal, isPlainPictureName, maxFileBytes, readPicture } from './original'
import type { Format, SendMade } from './picture-cache'

// Measured on the shipped pictures at 640 px, one core, on average: AVIF takes 60 ms for 8.1 kB. With effort 4 and the default
// quality and colours it takes 467 ms for 8.8 kB. WebP takes 24 ms for 9.3 kB.
const formatOptions: Record<Format, object> = {
  avif: { quality: 47, effort: 2, chromaSubsampling: '4:2:0' },
  webp: { quality: 75 },
  png: { palette: true },
  jpeg: { quality: 80, mozjpeg: true },
}

/** Serves the images folder: originals by file name, and by `?w=` resized variants in the best format for the browser. */
export async function images(app: FastifyInstance, options: Config & { sendMade: SendMade }): Promise<void> {
  const { imagesDir, upstream, sendMade } = options
  await app.register(fastifyStatic, {
    serve: false,
    index: false,
    dotfiles: 'deny',
    setHeaders: (reply) => {
      asPartOfPage(reply)
      // Removes a header that a 304 from nginx's cache lacks, so that responses are the same with and without nginx.
      if (reply.statusCode === 304) reply.removeHeader('accept-ranges')
    },
  })
  // Loads the picture library (20 MB) soon after the start. At the first request it might be missing, because `npm ci` may be
  // replacing packages, and Node caches a failed import.
  if (hasSharp()) loadLater(app, () => import('./resize'))
  else app.log.warn('Pictures are served as they are, and pages have no share images, because sharp is not installed')
  // Sets a strict policy, because a browser that opens a picture's address may take the file for HTML.
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('content-security-policy', picturePolicy)
    done()
  })
  app.get<{ Params: { name: string }; Querystring: { w?: unknown } }>('/images/:name', async (request, reply) => {
    const { name } = request.params
    const file = await findOriginal(imagesDir, name)
    if (!file) {
      // Redirects to the upstream for pictures that the folder lacks.
      if (upstream && isPlainPictureName(name)) return reply.redirect(`${upstream}/images/${encodeURIComponent(name)}`)
      throw new ProblemError(404, `There is no image ${JSON.stringify(name.slice(0, 120))}.`)
    }
    // Lets pages of other origins show the pictures, because this server may be another site's image base.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    const { w } = request.query
    const sendOriginal = () =>
      reply.header('cache-control', pictureCaching).sendFile(file.fileName, imagesDir, { cacheControl: false })
    if (w === undefined) return sendOriginal()
    const width = Number(w)
    if (!imageWidths.includes(width)) {
      throw new ProblemError(400, `?w= takes one of the widths ${imageWidths.join(', ')}; found ${JSON.stringify(w)}.`)
    }
    const resizing = await loadResize()
    if (!resizing) return sendOriginal()
    if (file.size > maxFileBytes) throw new ProblemError(422, `${name} is too large to be resized.`)
    const format = formatFor(request.headers.accept, name)
    const options = formatOptions[format]
    // The key contains the options, so that changed options make new variants.
    const key = JSON.stringify([file.path, file.mtimeMs, file.size, width, format, options])
    const make = async () => {
      // Reads the file only now, so that queued pictures take no memory.
      const original = (await readPicture(file.path, (each) => readFile(each))) ?? Buffer.alloc(0)
      return resizing.resize(original, width, format, options).catch((error: Error) => {
        // Throws a 422 and not a 500, because the error is in the file and not in the server.
        throw new ProblemError(422, `${name} can't be read as a picture: ${error.message}`)
      })
    }
    return sendMade(request, reply.header('vary', 'Accept'), { key, format, make })
  })
}

/** Chooses AVIF or WebP if the browser accepts them, else PNG for formats that may be transparent, else JPEG. */
function formatFor(accept = '', name: string): Format {
  const type = negotiate(accept.toLowerCase(), ['image/avif', 'image/webp'])
  if (type) return type === 'image/avif' ? 'avif' : 'webp'
  return /\.jpe?g$/i.test(name) ? 'jpeg' : 'png'
}
