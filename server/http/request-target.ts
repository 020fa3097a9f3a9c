/** Matches the percent-encoded forms of the letters, digits and signs that need no encoding (RFC 3986, 2.3). */
const needlesslyEncoded = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi

/** Reduces an absolute form, which some proxies send (RFC 9112, 3.2.2), to its path, and removes a fragment. */
export function requestTarget(url = ''): string {
  const [target = ''] = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/').split('#', 1)
  return target
}

/** Normalises a request's target, so that all hooks read the path that the router matches: decodes what needs no encoding. */
export function normalise(url?: string): string {
  const [path = '', ...query] = requestTarget(url).split('?')
  return [path.replace(needlesslyEncoded, (code) => decodeURIComponent(code)), ...query].join('?')
}
