import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { freePort } from '../../support/free-port'

const run = promisify(execFile)
const php = join(import.meta.dirname, 'php')
const images = resolve(import.meta.dirname, '../../../images')

export type BackEnd = {
  /** Serves the content on a free port until the test has ended. `env` is added to its variables. */
  serve: (env?: Record<string, string>) => Promise<string>
  stop: () => Promise<void>
}

/** True if PHP has the extensions for both databases. */
export async function hasPhp(): Promise<boolean> {
  const script = 'exit(extension_loaded("pdo_sqlite") && extension_loaded("pdo_pgsql") ? 0 : 1);'
  return run('php', ['-r', script]).then(
    () => true,
    () => false,
  )
}

/** The folder of PostgreSQL's programs, which Debian keeps out of PATH. */
export async function findPostgres(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1)
  return newest && join('/usr/lib/postgresql', newest, 'bin')
}

/** Fills an SQLite database and serves it by `sqlite.php`. */
export async function startSqlite(content: object): Promise<BackEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-sqlite-'))
  const dsn = `sqlite:${join(folder, 'site.db')}`
  await seed(content, dsn)
  return backEndOf('sqlite.php', { DSN: dsn }, () => rm(folder, { recursive: true, force: true }))
}

/** Starts PostgreSQL with a database of its own, fills it, and serves it by `postgres.php`. */
export async function startPostgres(content: object, programs: string): Promise<BackEnd> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'ugarit-postgres-')), await freePort()]
  // PostgreSQL refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  if (asUser.length > 0) {
    const [user, group] = await Promise.all(
      ['-u', '-g'].map(async (of) => Number((await run('id', [of, 'postgres'])).stdout)),
    )
    await chown(folder, user ?? 0, group ?? 0)
  }
  const commandOf = (name: string, args: string[]) =>
    [...asUser, join(programs, name), ...args] as [string, ...string[]]
  const data = join(folder, 'data')
  const set = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']
  const [initdb, ...initArguments] = commandOf('initdb', set)
  await run(initdb, initArguments, { cwd: folder })
  const listening = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F']
  const [postgres, ...args] = commandOf('postgres', ['-D', data, ...listening])
  const child = spawn(postgres, args, { cwd: folder })
  await said(child.stderr, 'ready to accept connections')
  const dsn = `pgsql:host=127.0.0.1;port=${port};dbname=postgres`
  await seed(content, dsn, 'postgres')
  return backEndOf('postgres.php', { DSN: dsn, DB_USER: 'postgres' }, async () => {
    // A "fast shutdown", which does not wait for connections.
    child.kill('SIGINT')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
}

async function seed(content: object, ...args: string[]): Promise<void> {
  const child = spawn('php', [join(php, 'seed.php'), ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
  child.stdin.end(JSON.stringify(content))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`seed.php ended with the exit code ${code}`)
}

/** Resolves when the stream has said the words. Goes on reading, because a program waits while its output is not read. */
function said(stream: Readable, words: string): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-10_000)
      if (text.includes(words)) resolve()
    })
    stream.once('end', () => reject(new Error(text)))
  })
}

function backEndOf(file: string, variables: Record<string, string>, remove: () => Promise<unknown>): BackEnd {
  const children: ChildProcess[] = []
  return {
    serve: async (env = {}) => {
      const port = await freePort()
      const child = spawn('php', ['-S', `127.0.0.1:${port}`, join(php, file)], {
        // PHP forks its workers, so all of them are ended as one group.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, IMAGES: images, PHP_CLI_SERVER_WORKERS: '4', ...variables, ...env },
      })
      children.push(child)
      await said(child.stderr, 'started')
      return `http://127.0.0.1:${port}`
    },
    stop: async () => {
      for (const child of children) {
        if (child.pid === undefined || child.exitCode !== null) continue
        const ended = once(child, 'exit')
        process.kill(-child.pid, 'SIGTERM')
        await ended
      }
      await remove()
    },
  }
}
