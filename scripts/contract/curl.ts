import type { Request } from './caller'

/** A command line that repeats a request in any POSIX shell. Secrets of `--header` become variables: reports are shared. */
export function curlLine({ url, method, headers, body }: Request): string {
  const parts = ['curl', '-sS', '-i']
  if (method !== 'GET') parts.push('-X', method)
  for (const [name, value] of Object.entries(headers)) {
    parts.push('-H', isSecret(name) ? `"${name}: $${variableOf(name)}"` : quote(`${name}: ${value}`))
  }
  if (body !== undefined) parts.push('--data-raw', quote(body))
  return [...parts, quote(url)].join(' ')
}

/** One word for a POSIX shell: nothing inside single quotes is special but the single quote itself. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function isSecret(name: string): boolean {
  return /auth|token|key|secret|cookie|session|pass/i.test(name)
}

function variableOf(name: string): string {
  return name.toUpperCase().replace(/\W/g, '_')
}
