import lighthouse, { type Flags } from 'lighthouse'
import { launchBrowser } from '../site/chromium'
import { median } from './table'

/** The figures of a page load: times in milliseconds, sizes in bytes over the network, and Lighthouse's score (at most 100). */
export type Load = {
  score: number
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
  bytes: number
  script: number
  requests: number
  requestsBefore: number
}

/** The debugging port of the browser that Lighthouse drives. */
const port = 9_333

/**
 * The networks that pages are loaded over. Lighthouse calculates the first. In the second, the browser delays each request. The
 * third is a real slow connection (`slow-line/`), which the browser does not control.
 */
export const lines: Record<string, Flags> = {
  'slow-4g': {},
  'slow-3g': {
    throttlingMethod: 'devtools',
    // Chrome's "Slow 3G", with the figures of its DevTools and the latency that these add to each request.
    throttling: {
      rttMs: 400,
      throughputKbps: 400,
      requestLatencyMs: 2000,
      downloadThroughputKbps: 400,
      uploadThroughputKbps: 400,
      cpuSlowdownMultiplier: 4,
    },
  },
  '3g-link': {
    // Slows down the processor only; zero means no limit. With the method `provided`, Lighthouse would slow down nothing.
    throttlingMethod: 'devtools',
    throttling: {
      rttMs: 0,
      throughputKbps: 0,
      requestLatencyMs: 0,
      downloadThroughputKbps: 0,
      uploadThroughputKbps: 0,
      cpuSlowdownMultiplier: 4,
    },
  },
}

type Audits = Record<string, { numericValue?: number; details?: { items?: unknown } } | undefined>
type Request = { resourceType: string; transferSize: number; networkRequestTime: number }

/** Turns off the pages of the address bar of current Chromium, because loading them takes half a second of both cores. */
const ownPages = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup'

/**
 * Loads a page on Lighthouse's default phone, as on a first visit. Starts a new browser each time, because Lighthouse keeps
 * connections and local storage.
 */
export async function load(url: string, line: Flags, browserArgs: string[] = []): Promise<Load> {
  const visit = async () => {
    const browser = await launchBrowser([`--remote-debugging-port=${port}`, ownPages, ...browserArgs])
    const flags: Flags = { port, logLevel: 'error', onlyCategories: ['performance'], disableFullPageScreenshot: true }
    return lighthouse(url, { ...flags, ...line }).finally(() => browser.close())
  }
  let result = await visit()
  // Tries again, because the trace lacks its beginning if the machine stood still for a moment.
  for (let again = 0; again < 2 && result?.lhr.runtimeError?.code === 'NO_NAVSTART'; again++) result = await visit()
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  if (result.lhr.runtimeError) throw new Error(`${url}: ${result.lhr.runtimeError.message}`)
  const audits = result.lhr.audits as Audits
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details?.items ?? []) as Request[]
  const [metrics] = (audits.metrics?.details?.items ?? []) as { observedLargestContentfulPaint?: number }[]
  const painted = metrics?.observedLargestContentfulPaint ?? Number.NaN
  return {
    score: Math.round((result.lhr.categories.performance?.score ?? 0) * 100),
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    bytes: figure('total-byte-weight'),
    script: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, each) => sum + each.transferSize, 0),
    requests: requests.length,
    requestsBefore: requests.filter(({ networkRequestTime }) => networkRequestTime < painted).length,
  }
}

/** The median of each figure over several loads. */
export function middleLoad(loads: Load[]): Load {
  const keys = Object.keys(loads[0] ?? {}) as (keyof Load)[]
  return Object.fromEntries(keys.map((key) => [key, median(loads.map((each) => each[key]))])) as Load // each key of a Load
}
