import { startSlowFront } from './far-end'
import type { Line } from './flow'

/** An order to make the far ends of a line for some ports of this machine. */
export type LineOrder = { certificate: { key: string; cert: string }; line: Line; targets: number[] }

/** The messages to a running line: cut all connections, or change the settings. */
export type LineChange = 'cut' | Line

/** Runs the line in its own process, because the browser and its driver must not slow it down. Sends its ports when ready. */
process.once('message', async ({ certificate, line, targets }: LineOrder) => {
  const fronts = await Promise.all(targets.map((target) => startSlowFront(certificate, line, target)))
  process.on('message', (change: LineChange) => {
    if (change === 'cut') for (const { cut } of fronts) cut()
    else Object.assign(line, change)
    process.send?.('done')
  })
  process.send?.(fronts.map(({ port }) => port))
})
