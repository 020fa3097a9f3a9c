import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/free-port'

export type JsonServer = { name: string; port: number; child: ChildProcess }

/**
 * Starts json-server, when the folder has it installed, over a database whose members are its addresses: `get-blogs` is answered
 * at `/get-blogs`. Not among this project's dependencies, for it brings over a hundred packages.
 */
export async function startJsonServer(
  folder: string,
  database: Record<string, unknown>,
  scratch: string,
): Promise<JsonServer | undefined> {
  const home = join(resolve(folder), 'node_modules/json-server')
  const manifest = await readFile(join(home, 'package.json'), 'utf8').catch(() => undefined)
  if (!manifest) return undefined
  const { version, bin } = JSON.parse(manifest) as { version: string; bin: string | Record<string, string> }
  const file = join(scratch, 'json-server.json')
  await writeFile(file, JSON.stringify(database))
  const port = await freePort()
  const program = join(home, typeof bin === 'string' ? bin : (bin['json-server'] ?? ''))
  const child = spawn(process.execPath, [program, file, '--port', String(port), '--host', '127.0.0.1'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isUp) return { name: `json-server ${version}`, port, child }
    await pause(100)
  }
  child.kill()
  throw new Error(`json-server ${version} of ${folder} does not answer`)
}
