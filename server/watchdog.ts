import { execFile } from 'node:child_process'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Tells systemd twice within `WatchdogSec` that the event loop is not blocked. Node.js has no datagram sockets for systemd's
 * protocol, so the program systemd-notify sends the message.
 */
export function feedWatchdog(env: Record<string, string | undefined>, log: FastifyBaseLogger): void {
  const milliseconds = Number(env.WATCHDOG_USEC) / 1_000
  if (!(milliseconds > 0) || env.WATCHDOG_PID !== String(process.pid)) return
  const feed = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], (error) => {
      if (error) log.warn({ err: error }, 'systemd-notify failed: the watchdog may end this server')
    })
  feed()
  setInterval(feed, milliseconds / 2).unref()
}
