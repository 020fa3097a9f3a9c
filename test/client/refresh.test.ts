import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { QueryKey } from '#contract/operations'
import { homeQuery } from '../../client/data/queries'
import { createQueryClient } from '../../client/data/query-client'
import { refreshOnReturn } from '../../client/data/refresh'
import { stopClock } from '../support/clock'
import { apiOver } from './page-views'

/** Makes a page with these responses, and a window and document whose events report the return of the visitor or network. */
function page(answers: Record<string, unknown> = {}) {
  const [window, document] = [new EventTarget(), Object.assign(new EventTarget(), { hidden: false })]
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('document', document)
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = createQueryClient(apiOver(answers).api)
  const reload = vi.fn(async () => undefined)
  refreshOnReturn(client, reload)
  return { window, document, client, reload }
}

test('the network’s return asks again: calls that hang, shown queries, missing home data, then the page', async () => {
  const hanging = new Promise<never>(() => undefined)
  const answers: Record<string, unknown> = { blogs: hanging, news: ['old'], events: ['old'] }
  const { window, client, reload } = page(answers)
  const [blogs, news, events]: QueryKey[] = [
    ['blogs', undefined],
    ['news', {}],
    ['events', { event_type: 'free_workshop' }],
  ]
  const dataOf = (...keys: (QueryKey | undefined)[]) =>
    keys.map((queryKey = homeQuery) => client.getQueryData(queryKey))
  for (const queryKey of [blogs, news, events]) if (queryKey) void client.query({ queryKey }).catch(() => undefined)
  if (news) onTestFinished(new QueryObserver(client, { queryKey: news }).subscribe(() => undefined))
  await expect.poll(() => dataOf(news, events)).toStrictEqual([['old'], ['old']])
  Object.assign(answers, { blogs: ['new'], news: ['new'], events: ['new'], homeData: [{}] })
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  expect(dataOf(blogs, news, events, homeQuery)).toStrictEqual([['new'], ['new'], ['old'], [{}]])
})

test.each([
  ['back_forward', 0, 1],
  ['back_forward', 300, 0],
  ['reload', 0, 0],
  ['navigate', 0, 0],
])('a new document of the kind %s with %i bytes from the network is reloaded %i times', (type, transferSize, times) => {
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type, transferSize }] })
  expect(page().reload).toHaveBeenCalledTimes(times)
})

test.each([
  ['from the back and forward cache', 1, { persisted: true }],
  ['as a new document', 0, { persisted: false }],
  ['after four minutes in the background', 0, 4],
  ['after six minutes in the background', 1, 6],
  ['from the background with its clock set back', 1, -60],
])('a page that comes %s is reloaded %i times', (_, times, how) => {
  const advance = stopClock()
  const { window, document, reload } = page()
  if (typeof how === 'object') window.dispatchEvent(Object.assign(new Event('pageshow'), how))
  else
    for (const hidden of [true, false]) {
      // The time before the page went to the background does not count.
      if (how < 0 && !hidden) vi.setSystemTime(Date.now() + how * 60_000)
      else advance(hidden ? 3_600_000 : how * 60_000)
      document.hidden = hidden
      document.dispatchEvent(new Event('visibilitychange'))
    }
  expect(reload).toHaveBeenCalledTimes(times)
})
