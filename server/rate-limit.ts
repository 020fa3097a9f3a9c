import { isIPv6 } from 'node:net'

/** Counts a costly request of an address; gives the seconds that it has to wait, or 0 when it may go on. */
export type RateLimit = (address: string) => number

type Window = { count: number; until: number }

/** Addresses remembered, at most; those whose window began first go first. */
const mostAddresses = 50_000

/** Allows each address `most` requests per window of `milliseconds`, which begins with its first request. */
export function createRateLimit(most: number, milliseconds = 60_000, now: () => number = Date.now): RateLimit {
  const windows = new Map<string, Window>()
  return (address) => {
    const key = address.includes(':') && isIPv6(address) ? networkOf(address) : address
    const time = now()
    let window = windows.get(key)
    if (!window || window.until <= time) {
      window = { count: 0, until: time + milliseconds }
      // Put in anew: the map's order is then that in which windows began.
      windows.delete(key)
      windows.set(key, window)
      const [oldest] = windows.keys()
      if (windows.size > mostAddresses && oldest !== undefined) windows.delete(oldest)
    }
    window.count++
    return window.count <= most ? 0 : Math.ceil((window.until - time) / 1000)
  }
}

/** The /64 of an IPv6 address: one household has that many addresses to choose from (RFC 6177); IPv4 in IPv6 is itself. */
function networkOf(address: string): string {
  if (address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups =
    tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  return groups.slice(0, 4).join(':')
}
