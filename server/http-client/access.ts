/** The headers and the client certificate by which an API knows the caller. Only the API's own origin gets them. */
export type ApiAccess = {
  headers: Record<string, string>
  /** A client certificate and its key, in PEM. */
  certificate?: { cert: string; key: string } | undefined
}

/** Reads a line "name: value" in plain ASCII. Returns `undefined` for any other text. */
export function readHeader(line: string): [name: string, value: string] | undefined {
  const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*:([\t\x20-\x7e]*)$/.exec(line.trim()) ?? []
  return name === undefined ? undefined : [name.toLowerCase(), value.trim()]
}

/** The lines of a file of headers, without comments and empty lines. */
export function headerLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => !line.startsWith('#') && line.trim() !== '')
}

/** Splits the credentials off an address. They become a header of HTTP Basic authentication (RFC 7617). */
export function splitCredentials(address: string): { address: string; headers: Record<string, string> } {
  if (!URL.canParse(address)) return { address, headers: {} }
  const url = new URL(address)
  const { username, password } = url
  if (username === '' && password === '') return { address, headers: {} }
  url.username = ''
  url.password = ''
  const credentials = [username, password].map(decode).join(':')
  return { address: url.href, headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } }
}

/** Hides the credentials of an address, also of one that cannot be parsed. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1[redacted]@')
}

/** The variables that name proxies. undici and curl prefer the lower-case ones. */
export const proxyVariables = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'] as const

export const proxyExpected = 'an http(s) address of a proxy such as http://proxy.example.org:3128'

/** True for the address of a proxy. An address without a scheme, which curl accepts, is none. */
export function isProxy(value: string): boolean {
  return /^(?:https?|socks5?):\/\//i.test(value) && URL.canParse(value)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
