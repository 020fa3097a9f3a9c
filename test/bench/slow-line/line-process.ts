import { startSlowFront } from './far-end'
import type { Line } from './flow'

/** The message that starts simulated links to some ports of this machine. */
export type LineOrder = { certificate: { key: string; cert: string }; line: Line; targets: number[] }

/** A change of a running link: cut its connections, or replace its speed. */
export type LineChange = 'cut' | Line

/** Runs the link in its own process, so that the browser and its driver do not slow it down. Reports its ports when it is ready. */
process.once('message', async ({ certificate, line, targets }: LineOrder) => {
  const fronts = await Promise.all(targets.map((target) => startSlowFront(certificate, line, target)))
  process.on('message', (change: LineChange) => {
    if (change === 'cut') for (const { cut } of fronts) cut()
    else Object.assign(line, change)
    process.send?.('done')
  })
  process.send?.(fronts.map(({ port }) => port))
})
