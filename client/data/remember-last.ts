import type { Api } from './api'
import { everyCall } from './failed-call'

/**
 * Remembers the last call and its answer, so that "load more" and the language switch, which stay on the page, need no line;
 * any other page is fetched again, as the spec asks ("fetched again whenever the route changes").
 */
export function rememberLast(api: Api, generation = () => 0): Api {
  let last: { key: string; answer: Promise<unknown>; signal: AbortSignal | undefined } | undefined
  return everyCall(api, (name, call) => (payload, options) => {
    const key = JSON.stringify([name, payload, generation()])
    // A call that was given up with its page (a quick second click) has no answer for anybody.
    if (last?.key === key && !last.signal?.aborted) return last.answer
    const answer = call(payload, options)
    const entry = { key, answer, signal: options?.signal }
    last = entry
    answer.catch(() => {
      if (last === entry) last = undefined
    })
    return answer
  })
}
