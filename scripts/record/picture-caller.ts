import { type Caller, type Reply, type SendOptions, Unreachable } from '../contract/caller'
import { requestFor } from '../contract/images'
import type { Session } from '../contract/session'

const mostRedirects = 5

/**
 * Fetches pictures from the hosts of the API and its image base, and from `hosts`. Addresses and redirects come from the API and
 * could otherwise lead this machine to hosts inside its own network. The headers of `--header` go to the API's origin only.
 */
export function createPictureCaller(session: Session, caller: Caller, hosts: readonly string[]) {
  const { base, imageBase, headers } = session.options
  const allowed = new Set([new URL(base).host, new URL(imageBase).host, ...hosts])
  return async (name: string, options: SendOptions): Promise<Reply> => {
    let request = requestFor(session, name)
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const { host } = new URL(request.url)
      if (!allowed.has(host))
        throw new Unreachable('failed', `an address at ${host}, which --picture-host does not name`)
      const reply = await caller.send({ ...request, isRedirectKept: true }, options)
      const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null
      if (location === null || !URL.canParse(location, request.url)) return reply
      const url = new URL(location, request.url)
      const isOwn = url.origin === new URL(base).origin
      request = { ...request, url: url.href, secretHeaders: isOwn ? headers : {} }
    }
    throw new Unreachable('failed', `more than ${mostRedirects} redirects`)
  }
}
