import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { OperationName } from '#contract/operations'
import type { Behaviour, NamedScenario } from '#contract/scenario'
import { callInWords, differenceInWords, payloadDifferences } from '../development/partial-match'

/** A behaviour with its exact delay, in milliseconds. `by` is the name of its scenario. */
export type ChosenBehaviour = Omit<Behaviour, 'delay'> & { delay: number; by: string }

/** The delay of a behaviour with `hang`, in milliseconds. It is longer than the timeouts of clients. */
const longestWait = 120_000

/** The maximum number of counts. The least recently used count is dropped first, and then starts again from zero. */
const maxCounts = 10_000

/** Makes a chooser, which chooses the behaviour of each call. It counts the calls by key, behaviour and operation. */
export function createChooser() {
  const counts = new LRUCache<string, number>({ max: maxCounts })

  return {
    /** Returns the first behaviour that fits a call and whose `calls`, `every` and `share` include the call. */
    choose(
      scenarios: readonly NamedScenario[],
      { key, operation, payload }: { key: string; operation: OperationName; payload: unknown },
    ): ChosenBehaviour | undefined {
      for (const { name: by, seed, behaviour = [] } of scenarios)
        for (const [index, each] of behaviour.entries()) {
          if (differencesOf(each, operation, payload).length > 0) continue
          const counter = [key, by, index, operation].join('\n')
          const count = (counts.get(counter) ?? 0) + 1
          counts.set(counter, count)
          const [shareDraw, delayDraw] = draws(seed, `${counter}\n${count}`)
          if (isDue(each, count, shareDraw)) return { ...each, delay: delayOf(each, delayDraw), by }
        }
      return undefined
    },
    /** Resets the counts of a key, or of all keys. */
    reset(key?: string) {
      for (const counter of counts.keys())
        if (key === undefined || counter.startsWith(`${key}\n`)) counts.delete(counter)
    },
  }
}

/** Tells in words how a call differs from those of a behaviour. */
function differencesOf(behaviour: Behaviour, called: OperationName, sent: unknown): string[] {
  const { operation = called } = behaviour
  const inPayload = payloadDifferences(behaviour, sent).map(differenceInWords)
  return [...(operation === called ? [] : [`the operation is ${operation}`]), ...inPayload]
}

/**
 * Explains why a call is not answered, if one of its scenarios has `onUnhandledRequest: error` and no behaviour fits. Names the behaviour
 * that differs least.
 */
export function unhandled(
  scenarios: readonly NamedScenario[],
  { operation, payload }: { operation: OperationName; payload: unknown },
): string | undefined {
  if (!scenarios.some(({ onUnhandledRequest }) => onUnhandledRequest === 'error')) return undefined
  const all = scenarios.flatMap(({ name, behaviour = [] }) =>
    behaviour.map((each, index) => ({
      place: `behaviour ${index + 1} of ${name}`,
      isOther: (each.operation ?? operation) !== operation,
      different: differencesOf(each, operation, payload),
    })),
  )
  // Behaviours of the same operation come first.
  const [nearest] = all.sort((a, b) => Number(a.isOther) - Number(b.isOther) || a.different.length - b.different.length)
  const why = nearest?.different.join(', ') || '"calls", "every" or "share" leave it out'
  const hint = nearest ? `Nearest: ${nearest.place}: ${why}.` : 'There is none.'
  return `No behaviour fits the call ${callInWords(operation, payload)}. ${hint}`
}

function isDue({ calls, every = 1, share = 1 }: Behaviour, count: number, draw: number): boolean {
  return (!calls || calls.includes(count)) && count % every === 0 && draw < share
}

function delayOf({ hang, delay = 0 }: Behaviour, draw: number): number {
  if (hang) return longestWait
  const [min = 0, max = min] = [delay].flat()
  return Math.round(min + draw * (max - min))
}

/** Two random numbers from 0 to 1. With a seed, the same call always gets the same numbers. */
function draws(seed: number | undefined, call: string): [number, number] {
  if (seed === undefined) return [Math.random(), Math.random()]
  const digest = createHash('sha256').update(`${seed}\n${call}`).digest()
  return [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32]
}
