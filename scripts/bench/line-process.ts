import { startSlowFront } from './slow-front'
import type { Line } from './slow-line'

/** The far ends of a line to be made for some ports of this machine. */
export type LineOrder = { certificate: { key: string; cert: string }; line: Line; targets: number[] }

/** A line, in a process of its own: what the browser or its driver does must not slow it down. Tells its ports when it stands. */
process.once('message', async ({ certificate, line, targets }: LineOrder) => {
  const fronts = await Promise.all(targets.map((target) => startSlowFront(certificate, line, target)))
  process.on('message', (word) => {
    if (word !== 'cut') return
    for (const { cut } of fronts) cut()
    process.send?.('cut')
  })
  process.send?.(fronts.map(({ port }) => port))
})
