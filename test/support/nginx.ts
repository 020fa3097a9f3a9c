import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Certificate } from './certificate'
import { dial } from './dial'
import { freePort } from './free-port'

const shipped = join(resolve(import.meta.dirname, '../..'), 'deploy/nginx.conf')

const toHttps = ' ssl http2;\n  error_page 497 =301 https://$http_host$request_uri'

/** The ports of two instances. */
type Instances = readonly [number, number]

/**
 * Puts free ports into the shipped configuration. The result serves plain HTTP, or HTTPS if a certificate is given. Throws if the
 * configuration lacks a line that should change.
 */
function configureFor(text: string, port: number, instances: Instances, certificate?: Certificate): string {
  const changes: [RegExp, string][] = [
    [/\/var\/cache\/nginx\/ugarit/, 'cache'],
    [/127\.0\.0\.1:3001/g, `127.0.0.1:${instances[0]}`],
    [/127\.0\.0\.1:3002/g, `127.0.0.1:${instances[1]}`],
    // Removes the redirect to HTTPS, which would need a second port. nginx has the status 497 for HTTP requests to an HTTPS port.
    [/server \{\s+listen 80;[\s\S]*?\n\}\n/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port}${certificate ? toHttps : ''};`],
    [/\n\s*listen \[::\]:443 ssl http2;/, ''],
    [/\n\s*ssl_certificate .*;/, certificate ? `\n  ssl_certificate ${certificate.file};` : ''],
    [/\n\s*ssl_certificate_key .*;/, certificate ? `\n  ssl_certificate_key ${certificate.keyFile};` : ''],
  ]
  return changes.reduce((changed, [from, by]) => {
    const next = changed.replace(from, by)
    if (next === changed) throw new Error(`deploy/nginx.conf lacks ${from}`)
    return next
  }, text)
}

/** Returns the path of nginx, which is `NGINX_PATH` or that of the installed nginx. Returns `undefined` if there is no nginx. */
export async function findNginx(): Promise<string | undefined> {
  for (const program of [process.env.NGINX_PATH, 'nginx', '/usr/sbin/nginx']) {
    if (!program) continue
    const found = await promisify(execFile)(program, ['-v']).catch(() => undefined)
    if (found) return program
  }
  return undefined
}

/** Starts nginx on a free port, with the shipped configuration in front of two instances. */
export async function startNginx(instances: Instances, certificate?: Certificate) {
  const program = (await findNginx()) ?? 'nginx'
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'ugarit-nginx-')), await freePort()]
  const http = configureFor(await readFile(shipped, 'utf8'), port, instances, certificate)
  const child = await runNginx(program, folder, port, http)
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  return { port, pid: child.pid ?? 0, stop }
}

/**
 * Starts nginx in `folder`, with `http` as the content of its `http` block and one worker with Debian's limit of connections.
 * Resolves when nginx listens.
 */
export async function runNginx(program: string, folder: string, port: number, http: string): Promise<ChildProcess> {
  await mkdir(join(folder, 'temp'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path temp/${kind};`,
  )
  const file = join(folder, 'nginx.conf')
  const config = `daemon off;
pid nginx.pid;
error_log error.log warn;
events { worker_connections 768; }
http {
access_log off;
${temporary.join('\n')}
${http}
}
`
  await writeFile(file, config)
  // If root starts nginx, its workers would run as a user who may not enter the temporary folder.
  const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : []
  const child = spawn(program, ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), ...user], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isListening = async (): Promise<boolean> => {
    const dialled = await dial(port).catch(() => wait(20))
    dialled?.socket.destroy()
    return dialled ? true : isListening()
  }
  const listens = await Promise.race([isListening(), ended.then(() => false)])
  if (!listens) throw new Error(`nginx ended: ${await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')}`)
  return child
}
