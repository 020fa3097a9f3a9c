import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { imageWidths } from '#contract/images'
import { isPictureName, pictureCaching, picturePolicy } from '#contract/picture-files'
import type { Config } from '../config'
import { ProblemError } from '../http/problem'
import type { SendMade } from './made-pictures'
import { type Format, formatOptions, mostFileBytes } from './variants'

/** Part of a variant's key in the cache: other options make other bytes. */
const madeBy = JSON.stringify(formatOptions)

/** The first responses come first, so the picture library is loaded so many milliseconds after the start. */
const warmUpDelay = 1_000

const loadResize = () => import('./resize')

/** The images folder: originals by file name, and resized variants by `?w=` in the best format that the browser takes. */
export async function images(app: FastifyInstance, options: Config & { sendMade: SendMade }): Promise<void> {
  const { imagesDir, upstream, sendMade } = options
  await app.register(fastifyStatic, {
    serve: false,
    index: false,
    dotfiles: 'deny',
    setHeaders: (reply) => {
      // nginx's cache leaves it out too, and all answers are to be alike.
      if (reply.statusCode === 304) reply.removeHeader('accept-ranges')
    },
  })
  // The picture library takes half as long as the start, and 20 MB. Loaded later, it would be missing while `npm ci` replaces it, and
  // a failed import stays failed.
  const warmUp = () =>
    loadResize().catch((error: Error) =>
      app.log.error(`pictures can't be resized until the next start: ${error.message}`),
    )
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setTimeout(warmUp, warmUpDelay).unref()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
  // A file that is a picture to its decoder may be a page to a browser that opens its address.
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', picturePolicy)
  })
  app.get<{ Params: { name: string }; Querystring: { w?: unknown } }>('/images/:name', async (request, reply) => {
    const { name } = request.params
    const isName = name === basename(name) && isPictureName(name) && !/[\\\0/]/.test(name)
    const path = join(imagesDir, name)
    const file = isName ? await stat(path).catch(() => undefined) : undefined
    if (!file?.isFile()) {
      // Pictures that this folder lacks are in the upstream's.
      if (upstream && isName) return reply.redirect(`${upstream}/images/${encodeURIComponent(name)}`)
      throw new ProblemError(404, `There is no image ${JSON.stringify(name.slice(0, 120))}.`)
    }
    // Pages of other origins show these pictures (the site's image base may be another host).
    reply.header('cross-origin-resource-policy', 'cross-origin')
    const { w } = request.query
    if (w === undefined)
      return reply.header('cache-control', pictureCaching).sendFile(name, imagesDir, { cacheControl: false })
    const width = Number(w)
    if (!imageWidths.includes(width)) {
      throw new ProblemError(400, `?w= takes one of the widths ${imageWidths.join(', ')}; found ${JSON.stringify(w)}.`)
    }
    if (file.size > mostFileBytes) throw new ProblemError(422, `${name} is too large to be resized.`)
    const format = formatFor(request.headers.accept, name)
    const key = [path, file.mtimeMs, file.size, width, format, madeBy].join('\n')
    const make = async () => {
      const { resize } = await loadResize()
      // Read in its turn, so that no waiting picture is in memory.
      return resize(await readFile(path), width, format).catch((error: Error) => {
        // The file is at fault, not the server.
        throw new ProblemError(422, `${name} can't be read as a picture: ${error.message}`)
      })
    }
    return sendMade(request, reply.header('vary', 'Accept'), { key, format, make })
  })
}

/** AVIF or WebP when the browser says it takes them; else PNG for what may be transparent or drawn, JPEG for photographs. */
function formatFor(accept = '', name: string): Format {
  const type = negotiate(accept.toLowerCase(), ['image/avif', 'image/webp'])
  if (type) return type === 'image/avif' ? 'avif' : 'webp'
  return /\.jpe?g$/i.test(name) ? 'jpeg' : 'png'
}
