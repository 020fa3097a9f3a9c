import type { IncomingHttpHeaders } from 'node:http'
import type { SentAnswer } from './sent-answer'

/** An answer kept to be sent again. */
export type KeptAnswer = {
  key: string
  /** The values that the request's headers must have for this answer, in the order of its key's names. */
  values: (string | undefined)[]
  sent: SentAnswer
  answered: (id: string, milliseconds: number) => void
  wasUsed: boolean
}

/** The answers of one key: which of the request's headers they depend on, and one for each combination of values. */
type Slot = { names: readonly string[]; answers: KeptAnswer[] }

export type KeptAnswers = {
  find: (key: string, headers: IncomingHttpHeaders) => KeptAnswer | undefined
  keep: (answer: KeptAnswer, names: readonly string[]) => void
  remove: (answer: KeptAnswer) => void
  clear: () => void
  /** Bytes kept, about. */
  size: () => number
}

/** Bytes and answers kept, at most. A body may be another cache's too; it counts here as if it weren't. */
const mostBytes = 32 * 1024 * 1024
const mostAnswers = 5_000

/** Answers of one key, at most: what browsers say in Accept and Accept-Encoding differs in few ways. */
const mostOfKey = 12

/** Keeps answers within a bound of memory. What has been sent again since it was last looked at stays longer (a clock, not a queue). */
export function createKeptAnswers(): KeptAnswers {
  const slots = new Map<string, Slot>()
  const clock = new Set<KeptAnswer>()
  let bytes = 0

  function remove(answer: KeptAnswer): void {
    if (!clock.delete(answer)) return
    bytes -= weigh(answer)
    const slot = slots.get(answer.key)
    if (!slot) return
    slot.answers = slot.answers.filter((each) => each !== answer)
    if (slot.answers.length === 0) slots.delete(answer.key)
  }

  function trim(): void {
    for (const answer of clock) {
      if (bytes <= mostBytes && clock.size <= mostAnswers) return
      if (answer.wasUsed) {
        // To the end of the row; it goes at the next round unless it is used again.
        answer.wasUsed = false
        clock.delete(answer)
        clock.add(answer)
      } else remove(answer)
    }
  }

  return {
    find: (key, headers) => {
      const slot = slots.get(key)
      if (!slot) return undefined
      for (const answer of slot.answers) if (fits(answer, slot.names, headers)) return answer
      return undefined
    },
    keep: (answer, names) => {
      const slot = slots.get(answer.key) ?? { names, answers: [] }
      for (const each of slot.answers)
        if (each.values.every((value, place) => value === answer.values[place])) remove(each)
      if (slot.answers.length >= mostOfKey) remove(slot.answers[0] as KeptAnswer) // there are that many
      // Removing the last one has taken the slot away.
      slots.set(answer.key, slot)
      slot.answers.push(answer)
      clock.add(answer)
      bytes += weigh(answer)
      trim()
    },
    remove,
    clear: () => {
      slots.clear()
      clock.clear()
      bytes = 0
    },
    size: () => bytes,
  }
}

function fits({ values }: KeptAnswer, names: readonly string[], headers: IncomingHttpHeaders): boolean {
  for (let place = 0; place < names.length; place++) {
    if (headers[names[place] as string] !== values[place]) return false // within the list
  }
  return true
}

/** Bytes that an answer takes, about: 500 for the objects themselves. */
function weigh({ key, values, sent }: KeptAnswer): number {
  return [key, ...values].reduce((sum, text) => sum + (text?.length ?? 0), 500 + sent.size)
}
