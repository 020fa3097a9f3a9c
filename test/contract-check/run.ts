import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createCheck } from '#contract/schemas'
import type { CheckOptions } from '../../contract-check/check'
import { check as checkEvents } from '../../contract-check/library'
import type { Report } from '../../contract-check/report'
import { reportSchema } from '../../contract-check/reports/report-schema'
import { run } from '../scripts/run-command'
import { emptyFolder } from '../support/folders'
import { firstOf, type Hooks, inFirst, sendJson, startServer } from './drifting-server'

/** Starts a server that is closed after the test. */
export async function serve(...options: Parameters<typeof startServer>) {
  const server = await startServer(...options)
  onTestFinished(server.close)
  return server
}

/** A server without errors, but with warnings: it refuses too little, and its bodies have markup that pages drop. */
export const lenient: Hooks = {
  ...inFirst('blogs', { en_body: '<center><p onclick="x()">Hello</p></center><iframe src="/video"></iframe>' }),
  answer: ({ route, data, payload, site }) => (route === 'get-course' && !payload.slug ? firstOf(site.courses) : data),
  respond: ({ route, payload }, response) =>
    route === 'get-blog' && Array.isArray(payload.slug) && sendJson(response, { data: [{ slug: 'a' }, { slug: 'b' }] }),
}

/** Checks a server in this process, and returns the report. `checkWith` may be the check of another library. */
export async function check(url: string, more: Partial<CheckOptions> = {}, checkWith = checkEvents): Promise<Report> {
  for await (const event of checkWith({ url, ...more })) if (event.type === 'report') return valid(event.report)
  throw new Error('a check ended without a report')
}

/** Runs the check on a server, or on a new server with these hooks. Also returns the server's address and requests. */
export async function runOn(target: Hooks | string, ...args: string[]) {
  const { url, requests } = typeof target === 'string' ? { url: target, requests: [] } : await serve(target)
  return { url, requests, ...(await run('contract', [url, ...args])) }
}

/** Runs the check with a report file of each format, and returns the texts of the files as well. */
export async function reportsOf<Format extends string>(
  formats: readonly Format[],
  target: Hooks | string,
  ...args: string[]
) {
  const folder = await emptyFolder()
  const fileOf = (format: Format) => join(folder, 'deep', format)
  const ended = await runOn(target, ...args, ...formats.flatMap((format) => [`--${format}`, fileOf(format)]))
  const texts = formats.map((format) => [format, readFileSync(fileOf(format), 'utf8')])
  return { ...ended, reports: Object.fromEntries(texts) as Record<Format, string> }
}

/** Runs the check and returns its report. */
export async function reportOf(target: Hooks | string, ...args: string[]) {
  const { code, stdout, ...server } = await runOn(target, ...args, '--json', '-')
  return { ...server, code, report: valid(JSON.parse(stdout) as Report) }
}

/** A report that keeps to its schema. */
function valid(report: Report): Report {
  expect(checkReport(report)).toEqual([])
  return report
}

const checkReport = createCheck(reportSchema)

/** Writes a file into a new folder and returns its path. A value that is no text becomes JSON. Without content, writes no file. */
export async function fileWith(content?: unknown): Promise<string> {
  const path = join(await emptyFolder(), 'file.json')
  if (content !== undefined) await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Makes a server listen on a free port until the end of the test. Returns `127.0.0.1:PORT`. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
