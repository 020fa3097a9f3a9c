import { root } from '../../support/app'
import type { BadRequest } from './requests'
import type { Reply } from './send'

/** A description of the fault in the answer to a bad request; `undefined` if there is none. */
export function faultOf({ path }: BadRequest, { status, headers, text }: Reply): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (/root:.*:0:0:|SECRET-OF-THE-MACHINE/.test(text)) return 'leaked a file'
  if (text.includes(root) || /\n\s+at .+:\d+:\d+/.test(text)) return 'leaked a path or a stack'
  if ('x-injected' in headers) return 'let a header be injected'
  const isApi = /^\/api(?:[/?]|$)/.test(path)
  if (isApi && (status === 301 || status === 302)) return 'redirected a call of the API'
  const type = headers['content-type'] ?? ''
  const isRefusal = status >= 400 && isApi && text !== '' && type !== ''
  if (isRefusal && !type.startsWith('application/problem+json')) return `refused with ${type}, no problem document`
  if (status === 429 && type !== '' && headers['retry-after'] === undefined) return 'answered 429 without Retry-After'
  return undefined
}
