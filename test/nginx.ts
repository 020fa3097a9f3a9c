import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const shipped = join(resolve(import.meta.dirname, '..'), 'deploy/nginx.conf')

/**
 * The shipped configuration adapted to one machine without certificates: other ports, the same rules. Throws if a text to replace
 * is missing.
 */
export function configureFor(text: string, port: number, instances: readonly [number, number]): string {
  const changes: [RegExp, string][] = [
    [/\/var\/cache\/nginx\/ugarit/, 'cache'],
    [/127\.0\.0\.1:3001/, `127.0.0.1:${instances[0]}`],
    [/127\.0\.0\.1:3002/, `127.0.0.1:${instances[1]}`],
    // The redirect to https needs a separate port, which tests do not have.
    [/server \{\s+listen 80;[\s\S]*?\n\}\n/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/\n\s*listen \[::\]:443 ssl http2;/, ''],
    [/\n\s*ssl_certificate .*;/, ''],
    [/\n\s*ssl_certificate_key .*;/, ''],
  ]
  return changes.reduce((changed, [place, by]) => {
    if (!place.test(changed)) throw new Error(`deploy/nginx.conf lacks ${place}`)
    return changed.replace(place, by)
  }, text)
}

/** The nginx binary: `NGINX_PATH`, else the installed one; `undefined` if there is none. */
export async function findNginx(): Promise<string | undefined> {
  for (const program of [process.env.NGINX_PATH, 'nginx', '/usr/sbin/nginx']) {
    if (!program) continue
    const found = await promisify(execFile)(program, ['-v']).catch(() => undefined)
    if (found) return program
  }
  return undefined
}

/** Starts nginx in `folder` with the shipped configuration in front of two ports. */
export async function startNginx(
  program: string,
  folder: string,
  port: number,
  instances: readonly [number, number],
): Promise<ChildProcess> {
  await mkdir(join(folder, 'temp'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path temp/${kind};`,
  )
  const file = join(folder, 'nginx.conf')
  const whole = `daemon off;
pid nginx.pid;
error_log error.log warn;
events { worker_connections 4096; }
http {
access_log off;
${temporary.join('\n')}
${configureFor(await readFile(shipped, 'utf8'), port, instances)}
}
`
  await writeFile(file, whole)
  // Started as root, nginx runs its workers as a user who cannot read the temporary folder.
  const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : []
  const child = spawn(program, ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), ...user], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isListening = async () => {
    while (!(await accepts(port))) await wait(20)
    return true
  }
  const listens = await Promise.race([isListening(), ended.then(() => false)])
  if (!listens) throw new Error(`nginx ended: ${await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')}`)
  return child
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
  })
}
