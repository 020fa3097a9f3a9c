import lighthouse, { type Flags } from 'lighthouse'
import { launchBrowser } from '../site/chromium'
import { median } from './table'

/** The figures of one page load: milliseconds, bytes transferred and Lighthouse's score out of 100. */
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
 * The networks that pages are loaded over. Lighthouse computes the first; the browser slows each request for the second; the third
 * is a simulated link outside the browser (`slow-line/`).
 */
export const lines: Record<string, Flags> = {
  'slow-4g': {},
  'slow-3g': {
    throttlingMethod: 'devtools',
    // Chrome's "Slow 3G": the figures of its DevTools, including the latency that they add to each request.
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
    // Throttles only the processor: with `provided` Lighthouse would skip that too. Zero means no limit.
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

/** Turns off Chromium's address bar pages, which load at its start and keep two cores busy for half a second. */
const ownPages = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup'

/**
 * Loads a page as Lighthouse's mid-range phone does, on a first visit. Starts a new browser each time, because Lighthouse clears
 * neither connections nor local storage.
 */
export async function load(url: string, line: Flags, browserArgs: string[] = []): Promise<Load> {
  const browser = await launchBrowser([`--remote-debugging-port=${port}`, ownPages, ...browserArgs])
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance'],
    disableFullPageScreenshot: true,
    ...line,
  }).finally(() => browser.close())
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
  return Object.fromEntries(keys.map((key) => [key, median(loads.map((each) => each[key]))])) as Load // has every key of a Load
}
