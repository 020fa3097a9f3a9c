import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Linux counts processor time in hundredths of a second (`USER_HZ`, proc(5)). */
const ticksPerSecond = 100

/** Seconds of processor time that a process has used, all its threads together. */
export function processSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // The 14th and 15th field of the whole line: in user mode, and in the kernel for it.
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The processes that a process has started, such as nginx its workers; not nginx's cache loader, which ends after a minute. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return children.filter((child) => !readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('cache loader'))
}

/** Keeps a process on one core, where there are two, so that it and the other side of a measurement don't take turns. */
export function keepOnCore(pid: number, core: number): void {
  if (availableParallelism() > core) execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)])
}
