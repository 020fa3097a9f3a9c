import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type FastifyReply, fastify } from 'fastify'
import type { BareAnswer } from './bare-process'

/** Fastify without hooks. It sends the response in the last message, and pictures of the images folder by @fastify/static. */

let headers: Record<string, string> = {}
let body = Buffer.alloc(0)
const app = fastify()
await app.register(fastifyStatic, { root: resolve('images'), serve: false })
const sendBody = (reply: FastifyReply) => reply.headers(headers).send(body)
app.get<{ Params: { name: string } }>('/images/:name', ({ url, params: { name } }, reply) =>
  url.includes('?') ? sendBody(reply) : reply.sendFile(name),
)
app.get('/*', (_, reply) => sendBody(reply))
const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('message', (answer: BareAnswer) => {
  body = Buffer.from(answer.body, 'base64')
  headers = answer.headers
  process.send?.(Number(url.port))
})
process.send?.('ready')
