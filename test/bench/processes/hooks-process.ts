import { subscribe } from 'node:diagnostics_channel'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { startServer } from '../../../server/start'

/** Starts the server without the hook that the argument names. Sends its port, and the names of the hooks that run for a request. */

const root = resolve(import.meta.dirname, '../../..')
const [, , leftOut] = process.argv
const hooks: string[] = []

type AddHook = (this: FastifyInstance, event: string, hook: () => void) => FastifyInstance

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: { addHook: AddHook } }
  const { addHook } = fastify
  fastify.addHook = function (event, hook) {
    const name = `${callerOf(new Error())} ${event}`
    if (/^(?:onRequest|pre(?!Close)|onSend|onResponse)/.test(event)) hooks.push(name)
    return name === leftOut ? this : addHook.call(this, event, hook)
  }
})

/** The source file of the plugin that calls the function in which the error was made. */
function callerOf({ stack = '' }: Error): string {
  const [, , caller = ''] = stack.split('\n')
  const [, file = ''] = /(?:server|node_modules)\/(.+?):\d+:\d+\)?$/.exec(caller) ?? []
  return file
}

const { url } = await startServer({ ...process.env, NODE_ENV: 'production' }, join(root, 'dist'))
process.send?.({ port: Number(new URL(url).port), hooks })
