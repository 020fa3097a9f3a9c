import type { OperationName } from '#contract/operations'
import type { Task } from './items'

/**
 * Runs the tasks, at most `concurrency` at a time: the first task of each operation before any second one, and no second task
 * before the first has ended. So an operation that hangs holds one call only, and a rate limit costs samples only.
 */
export async function inTurns(concurrency: number, tasks: readonly Task[]): Promise<void> {
  const turns = new Map<OperationName, number>()
  const turned = tasks.map((task) => {
    const turn = turns.get(task.operation) ?? 0
    turns.set(task.operation, turn + 1)
    return { task, turn }
  })
  const firsts = turned.filter(({ turn }) => turn === 0)
  const rest = turned.filter(({ turn }) => turn > 0).sort((a, b) => a.turn - b.turn)
  const ended = new Set<OperationName>()
  const waiting: (() => void)[] = []

  /** The next task that may start; waits while only those of unanswered operations are left. */
  async function next(): Promise<Task | undefined> {
    for (;;) {
      const first = firsts.shift()
      if (first) return first.task
      const index = rest.findIndex(({ task }) => ended.has(task.operation))
      if (index >= 0) return rest.splice(index, 1)[0]?.task
      if (rest.length === 0) return undefined
      await new Promise<void>((resume) => waiting.push(resume))
    }
  }

  const worker = async () => {
    for (let task = await next(); task; task = await next()) {
      await task.run()
      if (ended.has(task.operation)) continue
      ended.add(task.operation)
      for (const resume of waiting.splice(0)) resume()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
