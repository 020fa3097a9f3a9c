export type Flag = { value?: string; text: string; short?: string; multiple?: true }

/** All options of the check in one table: parsing, help, configuration and docs are made of it. */
export const flags = {
  config: { value: 'FILE', text: 'reads options from FILE (default contract-check.json, if there); flags win' },
  'print-config': { text: 'prints the options in effect, without values of headers' },
  product: { value: 'SLUG', text: 'the product, as in /{product}_news (default ugarit)' },
  'image-base': { value: 'URL', text: 'where pictures are (default URL/images/)' },
  'picture-host': { value: 'HOST', text: 'another host that may have pictures; may be repeated', multiple: true },
  header: {
    value: '"N: V"',
    text: `a header to send; \${NAME} is read from the environment, @FILE from a file; may be repeated`,
    multiple: true,
  },
  cert: { value: 'FILE', text: 'a client certificate, PEM' },
  key: { value: 'FILE', text: 'the key of that certificate, PEM' },
  only: { value: 'NAME', text: 'checks only this operation or rule; may be repeated', multiple: true },
  skip: { value: 'NAME', text: 'leaves out this operation or rule; may be repeated', multiple: true },
  list: { text: 'calls homeData only, and lists all calls of a check as curl lines' },
  strict: { text: 'warnings count like errors' },
  baseline: { value: 'FILE', text: 'accepts the drift in FILE: only new drift fails' },
  'update-baseline': { text: 'writes the drift that is found to that FILE' },
  'prune-baseline': { text: 'removes entries that no longer occur from that FILE' },
  against: { value: 'OTHER', text: 'also tells what differs from another server or a folder of fixtures' },
  sample: { value: 'N', text: 'items of each kind to ask for alone (default 50; all or 0: every one)' },
  concurrency: { value: 'N', text: 'calls at a time (default 6)' },
  timeout: { value: 'SECONDS', text: 'the longest a call may take (default 10)' },
  'max-time': { value: 'SECONDS', text: 'starts no call after that time' },
  rate: { value: 'N', text: 'calls per second at most' },
  'fail-fast': { text: 'stops at the first drift that counts' },
  html: { value: 'FILE', text: 'report to look at' },
  junit: { value: 'FILE', text: 'report for CI' },
  json: { value: 'FILE', text: 'report for programs; - writes it to standard output, and nothing else' },
  markdown: { value: 'FILE', text: 'report for a pull request' },
  sarif: { value: 'FILE', text: 'report for code scanning (SARIF 2.1.0)' },
  'code-quality': { value: 'FILE', text: 'report for GitLab code quality' },
  github: { text: 'prints annotations for GitHub Actions' },
  history: { value: 'DIR', text: 'appends the result to DIR/history.jsonl and writes DIR/index.html' },
  quiet: { text: 'prints nothing but errors of the check itself', short: 'q' },
  version: { text: 'prints the version' },
  help: { text: 'this text', short: 'h' },
} as const satisfies Record<string, Flag>

type Parsed<F> = F extends { value: string }
  ? { type: 'string'; multiple: F extends { multiple: true } ? true : false }
  : { type: 'boolean' }

/** The table in the form of `parseArgs`. */
export const parsedFlags = Object.fromEntries(
  Object.entries(flags as Record<string, Flag>).map(([name, { value, short, multiple = false }]) => [
    name,
    { ...(value ? { type: 'string', multiple } : { type: 'boolean' }), ...(short && { short }) },
  ]),
) as { [Name in keyof typeof flags]: Parsed<(typeof flags)[Name]> } // entry by entry

/** The options as lines of a help text. */
export function flagLines(): string {
  const rows = Object.entries(flags as Record<string, Flag>).map(
    ([name, { value, text }]) => [`--${name}${value ? ` ${value}` : ''}`, text] as const,
  )
  return rows.map(([flag, text]) => `  ${flag.padEnd(21)} ${text}`).join('\n')
}
