import { shellQuote } from '#contract/text/shell-quote'
import type { Request } from './caller'

/** Builds a curl command for a POSIX shell. Values of `--header` become shell variables, because reports are shared. */
export function curlLine({ url, method, headers, secretHeaders = [], body }: Request): string {
  const parts = ['curl', '-sS', '-i']
  if (method !== 'GET') parts.push('-X', method)
  for (const [name, value] of Object.entries(headers)) parts.push('-H', shellQuote(`${name}: ${value}`))
  for (const name of secretHeaders) parts.push('-H', `"${name}: $${variableOf(name)}"`)
  if (body !== undefined) parts.push('--data-raw', shellQuote(body))
  return [...parts, shellQuote(url)].join(' ')
}

/** A line of `curlLine` without the user's headers, which differ between checks. */
export function withoutSecretHeaders(line: string): string {
  return line.replaceAll(/ -H "[^"\s]+: \$\w+"/g, '')
}

/** A line of `curlLine` that calls the API at another address. */
export function withAddress(line: string, from: string, to: string): string {
  const start = line.lastIndexOf(' ') + 1
  const url = line.slice(start).replace(/^'|'$/g, '').replaceAll("'\\''", "'")
  return url.startsWith(from) ? line.slice(0, start) + shellQuote(to + url.slice(from.length)) : line
}

function variableOf(name: string): string {
  return name.toUpperCase().replace(/\W/g, '_')
}
