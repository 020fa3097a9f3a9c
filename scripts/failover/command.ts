import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type BuiltServer, startBuiltServer } from '../built-server'
import { freePort } from '../free-port'
import { load } from '../stress/load'
import { findNginx, startNginx } from './nginx'

const help = `npm run failover -- [--seconds 12] [--connections 50]

Starts two instances of the built site behind nginx with deploy/nginx.conf, loads them, and ends one of them with SIGTERM and,
when it is back, the other with SIGKILL. Exit code: 0 when every request was answered as it should be, 1 when one was not, 2
when there is no nginx.
`

const noNginx = `failover: there is no nginx here. Install it, or name the program: NGINX_PATH=/path/to/nginx npm run failover
  Debian, without installing: apt-get download nginx && dpkg -x nginx_*.deb /tmp/nginx, then NGINX_PATH=/tmp/nginx/usr/sbin/nginx
`

type Output = { stdout: { write: (text: string) => unknown }; stderr: { write: (text: string) => unknown } }

export async function failoverCommand(args: string[], { stdout, stderr }: Output): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '12' },
      connections: { type: 'string', default: '50' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    stdout.write(help)
    return 0
  }
  const program = await findNginx()
  if (!program) {
    stderr.write(noNginx)
    return 2
  }
  const seconds = Number(values.seconds)
  const folder = await mkdtemp(join(tmpdir(), 'failover-'))
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const start = (port: number) => startBuiltServer({ PORT: String(port), TRUST_PROXY: '127.0.0.1' })
  let [first, second] = await Promise.all([start(ports[1]), start(ports[2])])
  const nginx = await startNginx(program, folder, ports[0], [ports[1], ports[2]])
  try {
    const loading = load({ port: ports[0], connections: Number(values.connections), seconds })
    await wait(seconds * 250)
    stdout.write(`SIGTERM to the instance at ${first.port}: exit code ${await first.stop()}\n`)
    first = await start(ports[1])
    await wait(seconds * 250)
    await kill(second)
    stdout.write(`SIGKILL to the instance at ${second.port}\n`)
    const { answered, errors, p95 } = await loading
    second = await start(ports[2])
    stdout.write(`${answered} requests answered, ${errors.length} lost, p95 ${p95.toFixed(1)} ms\n`)
    for (const error of [...new Set(errors)].slice(0, 10)) stdout.write(`  ${error}\n`)
    return errors.length === 0 && answered > 0 ? 0 : 1
  } finally {
    nginx.kill('SIGTERM')
    await Promise.all([first.stop(), second.stop(), once(nginx, 'exit')])
    await rm(folder, { recursive: true, force: true })
  }
}

async function kill({ child }: BuiltServer): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
