import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The processor time that the threads of a process have used, in seconds. */
export function processSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  // The first number of `schedstat` is in nanoseconds; the times in `stat` are in hundredths of a second.
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  return times.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e9, 0)
}

/** The child processes of a process, such as nginx's workers. Leaves out nginx's cache loader, which ends after a minute. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return children.filter((child) => !readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('cache loader'))
}

/** Pins a process to one core if there are more, so that the server and the load do not compete. */
export function keepOnCore(pid: number, core: number): void {
  if (availableParallelism() > core) execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)])
}
