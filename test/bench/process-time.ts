import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Linux counts processor time in hundredths of a second (`USER_HZ`, proc(5)). */
const ticksPerSecond = 100

/** The processor time that all threads of a process have used, in seconds. */
export function processSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // Fields 14 and 15 of the line are the times in user mode and in kernel mode.
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
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
