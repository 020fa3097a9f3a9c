import { DecoratorHandler, type Dispatcher, EnvHttpProxyAgent, fetch, type Response } from 'undici'
import type { ApiAccess } from './access'

/** One HTTP request. */
export type HttpRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  /** Returns a redirect in place of following it. */
  redirect?: 'manual'
}

export type HttpClientOptions = ApiAccess & {
  /** The address of the API. Only its origin gets the headers and the certificate, because these identify the caller. */
  base: string
  /** Called with the host of each request, also after a redirect. Throws for a host that must not be called. */
  checkHost?: (host: string) => void
}

/**
 * The milliseconds that the connection to one address of a host may take while the host has another. Node's default of 250 ms is shorter
 * than a handshake over a slow network, so that no address would be reached (nodejs/node#54359).
 */
const attemptTimeout = 2_000

/** The statuses of redirects that are followed, by method. Browsers follow none of a preflight request (OPTIONS). */
const followed: Record<string, number[]> = { GET: [301, 302, 303, 307, 308], POST: [307, 308] }

/** The maximum number of redirects of a request, as in browsers. */
const maxRedirects = 20

/**
 * Creates a function that sends requests through the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`). It
 * follows redirects of a GET, and those of a POST that keep the method (307, 308). Other redirects of a POST are returned: followed
 * by a GET, they would hide what the API answers.
 */
export function createHttpClient(options: HttpClientOptions) {
  const dispatcher = createDispatcher(options)
  return async ({ url, method, headers, body, redirect }: HttpRequest, signal: AbortSignal): Promise<Response> => {
    let address = url
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(address, {
        method,
        signal,
        dispatcher,
        // Does not accept Brotli, because its window takes up to 16 MB of memory for each response that is being read.
        headers: { 'accept-encoding': 'gzip', ...headers },
        redirect: 'manual',
        ...(body !== undefined && { body }),
      })
      const location = response.headers.get('location')
      if (redirect || location === null || !followed[method]?.includes(response.status)) return response
      await response.body?.cancel()
      if (redirects === maxRedirects) throw new Error('redirect count exceeded')
      address = redirectTarget(location, address)
    }
  }
}

/** The address of a redirect. Credentials in it are dropped, because they are not the caller's. */
function redirectTarget(location: string, from: string): string {
  const target = new URL(location, from)
  if (!/^https?:$/.test(target.protocol)) throw new Error('URL scheme must be a HTTP(S) scheme')
  target.username = ''
  target.password = ''
  return target.href
}

function createDispatcher({ base, headers, certificate, checkHost }: HttpClientOptions): Dispatcher {
  // Plain http goes through a proxy without a tunnel, because many proxies allow tunnels to port 443 only.
  const proxying = { proxyTunnel: false }
  const connect = { autoSelectFamilyAttemptTimeout: attemptTimeout }
  const plain = new EnvHttpProxyAgent({ ...proxying, connect })
  const own = certificate
    ? new EnvHttpProxyAgent({ ...proxying, connect: { ...connect, ...certificate }, requestTls: certificate })
    : plain
  // This function also runs for each redirect.
  return plain.compose((dispatch) => (options, handler) => {
    const { host, origin } = new URL(String(options.origin))
    checkHost?.(host)
    const unpaused = withoutPauses(handler)
    if (origin !== new URL(base).origin) return dispatch(options, unpaused)
    const given = options.headers as Record<string, string> // as `fetch` hands them over
    // Browsers send no credentials with a preflight request.
    const more = options.method === 'OPTIONS' ? {} : headers
    return own.dispatch({ ...options, headers: { ...given, ...more } }, unpaused)
  })
}

/**
 * Reads responses without pauses. undici 7.30.2 ends the process by an assertion if a server such as PHP's closes the connection while
 * the reading of a response pauses (nodejs/undici#5360). The callers bound the size of responses.
 */
function withoutPauses(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  const decorated: Dispatcher.DispatchHandler = new DecoratorHandler(handler)
  const start = decorated.onRequestStart?.bind(decorated)
  decorated.onRequestStart = (controller, context) => {
    controller.pause = () => undefined
    start?.(controller, context)
  }
  // The decorator allows one response, and counts an informational one too, such as 103 (Early Hints) before a 200.
  const respond = decorated.onResponseStart?.bind(decorated)
  decorated.onResponseStart = (controller, status, ...rest) => {
    if (status >= 200) respond?.(controller, status, ...rest)
  }
  return decorated
}
