import { startSlowFront } from './far-end'
import type { Line } from './flow'

/** The far ends of a line to be made for some ports of this machine. */
export type LineOrder = { certificate: { key: string; cert: string }; line: Line; targets: number[] }

/** The messages to a running link: cut the connections, or change to other settings. */
export type LineChange = 'cut' | Line

/** A line, in a process of its own: what the browser or its driver does must not slow it down. Tells its ports when it stands. */
process.once('message', async ({ certificate, line, targets }: LineOrder) => {
  const fronts = await Promise.all(targets.map((target) => startSlowFront(certificate, line, target)))
  process.on('message', (change: LineChange) => {
    if (change === 'cut') for (const { cut } of fronts) cut()
    else Object.assign(line, change)
    process.send?.('done')
  })
  process.send?.(fronts.map(({ port }) => port))
})
