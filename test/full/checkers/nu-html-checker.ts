import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const require = createRequire(import.meta.url)

/** The package exports only the path of its jar, without types. */
const vnu: string = require('vnu-jar')

type Remark = { url?: string; lastLine?: number; message: string; extract?: string }

/** Matches errors about CSS in style elements that all supported browsers understand, but the checker does not know. */
const newerCss =
  'CSS: (?:Unrecognized at-rule .@(?:layer|container).|.size-adjust.: Property .size-adjust. doesn.t exist\\.)'

/**
 * Returns the errors that the Nu HTML checker finds in pages, each given by name and HTML. `tolerated` matches messages to leave
 * out. Needs Java.
 */
export async function htmlErrors(
  pages: (readonly [name: string, html: string])[],
  tolerated: RegExp[] = [],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'nu-html-checker-'))
  await Promise.all(pages.map(([, html], index) => writeFile(join(folder, `${index}.html`), html)))
  const options = ['--errors-only', '--format', 'json', '--filterpattern', newerCss, '--exit-zero-always']
  // The checker reports to stderr.
  const { stderr } = await promisify(execFile)('java', ['-jar', vnu, ...options, folder], { maxBuffer: 2 ** 26 })
  await rm(folder, { recursive: true })
  const { messages } = JSON.parse(stderr) as { messages: Remark[] }
  return messages
    .filter(({ message }) => !tolerated.some((each) => each.test(message)))
    .map(({ url = '', lastLine, message, extract }) => {
      const page = pages[Number(/(\d+)\.html$/.exec(url)?.[1])]?.[0]
      return `${page}:${lastLine} ${message} ${extract?.slice(0, 120)}`
    })
}
