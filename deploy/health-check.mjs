// Health check of a container: exits with 0 if the server answers in time.
//   node health-check.mjs MILLISECONDS
// Docker restarts a container only when it stops. So this check kills a server that hangs, if Docker's init has started the server.
import { readFileSync } from 'node:fs'

const [milliseconds, init = '/proc/1'] = process.argv.slice(2)

try {
  const signal = AbortSignal.timeout(Number(milliseconds))
  const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}/health`, { signal })
  process.exitCode = ok ? 0 : 1
} catch (error) {
  process.exitCode = 1
  if (error.name === 'TimeoutError') endServer()
}

function endServer() {
  if (readFileSync(`${init}/comm`, 'utf8').trim() !== 'docker-init') return
  const children = readFileSync(`${init}/task/1/children`, 'utf8').split(' ').filter(Boolean)
  for (const pid of children) process.kill(Number(pid), 'SIGKILL')
}
