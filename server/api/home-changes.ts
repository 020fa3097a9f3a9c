import type { FastifyInstance } from 'fastify'
import { type HomeChanges, homeChangesPath } from '#contract/home-changes'
import { asPartOfPage } from '../http/common-headers'
import type { LimitCostly } from '../http/rate-limit'
import { type Representation, represent, sendRepresentation } from '../http/representation'
import type { ContentSource } from './content-source'
import type { HomeVersions } from './home-versions'
import { askOrRefuse } from './refusals'
import { representationOf } from './routes'
import { editsBetween } from './text-edits'

export type HomeChangesOptions = {
  source: ContentSource
  homeVersions: HomeVersions
  limitCostly: LimitCostly
  /** True where scenarios or FAULTS decide what a request gets. No changes are known then, so that clients call the operation. */
  isOff: boolean
}

/** Registers the route of `contract/home-changes.ts`. A client that stored the home data fetches only what has changed since. */
export async function homeChanges(app: FastifyInstance, options: HomeChangesOptions): Promise<void> {
  const { source, homeVersions, limitCostly, isOff } = options
  /** The responses for each current body, by the digests of earlier ones. */
  const responses = new WeakMap<Buffer, Map<string, Promise<Representation>>>()

  async function changesSince(earlier: string, current: Buffer): Promise<Representation> {
    const digest = homeVersions.keep(current)
    const before = earlier === digest ? undefined : await homeVersions.read(earlier)
    const edits = earlier === digest ? [] : before && editsBetween(before, String(current))
    return edits ? represent(JSON.stringify({ data: { digest, edits } satisfies HomeChanges }), unknown.type) : unknown
  }

  app.get<{ Params: { digest: string } }>(homeChangesPath(':digest'), async (request, reply) => {
    const { digest } = request.params
    if (!/^[\da-f]{64}$/.test(digest)) return reply.callNotFound()
    asPartOfPage(reply).header('cache-control', 'no-cache').removeHeader('content-security-policy')
    if (isOff) return sendRepresentation(request, reply, unknown)
    if (source.isCostly('homeData', undefined)) await limitCostly(request)
    const { data } = await askOrRefuse(source, 'homeData', undefined)
    if (!data) return sendRepresentation(request, reply, unknown)
    const { body } = representationOf(data)
    const known = responses.get(body) ?? new Map<string, Promise<Representation>>()
    responses.set(body, known)
    const made = known.get(digest) ?? changesSince(digest, body)
    known.set(digest, made)
    // Requests at the same time share the work. Failures are not remembered, nor unknown digests, of which there are any number.
    const response = await made.catch((error: unknown) => {
      known.delete(digest)
      throw error
    })
    if (response === unknown) known.delete(digest)
    return sendRepresentation(request, reply, response)
  })
}

const unknown = represent('{"data":null}', 'application/json; charset=utf-8')
