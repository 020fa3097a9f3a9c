import lighthouse, { type Flags } from 'lighthouse'

/** What one load of a page was like: milliseconds, bytes over the line, and Lighthouse's score of 100. */
export type Load = {
  score: number
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
  bytes: number
  script: number
  requestsBefore: number
}

/** The lines that pages are loaded over. The first is Lighthouse's own, computed; the other is really slow. */
export const lines: Record<'slow-4g' | 'slow-3g', Flags> = {
  'slow-4g': {},
  'slow-3g': {
    throttlingMethod: 'devtools',
    // Chrome's "Slow 3G": the figures are those of its DevTools, with the latency that they add to each request.
    throttling: {
      rttMs: 400,
      throughputKbps: 400,
      requestLatencyMs: 2000,
      downloadThroughputKbps: 400,
      uploadThroughputKbps: 400,
      cpuSlowdownMultiplier: 4,
    },
  },
}

type Audits = Record<string, { numericValue?: number; details?: { items?: unknown } } | undefined>
type Request = { resourceType: string; transferSize: number; networkRequestTime: number }

/** Loads a page in the browser at a debugging port, as Lighthouse's middling phone does, `times` over; the median of each figure. */
export async function load(url: string, port: number, line: keyof typeof lines, times: number): Promise<Load> {
  const loads: Load[] = []
  for (let time = 0; time < times; time++) {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: ['performance'], ...lines[line] })
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
    const audits = result.lhr.audits as Audits
    const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
    const requests = (audits['network-requests']?.details?.items ?? []) as Request[]
    const [metrics] = (audits.metrics?.details?.items ?? []) as { observedLargestContentfulPaint?: number }[]
    const painted = metrics?.observedLargestContentfulPaint ?? Number.NaN
    loads.push({
      score: Math.round((result.lhr.categories.performance?.score ?? 0) * 100),
      firstPaint: figure('first-contentful-paint'),
      largestPaint: figure('largest-contentful-paint'),
      blocking: figure('total-blocking-time'),
      shift: figure('cumulative-layout-shift'),
      bytes: figure('total-byte-weight'),
      script: requests
        .filter(({ resourceType }) => resourceType === 'Script')
        .reduce((sum, each) => sum + each.transferSize, 0),
      requestsBefore: requests.filter(({ networkRequestTime }) => networkRequestTime < painted).length,
    })
  }
  const middle = (key: keyof Load) =>
    loads.map((each) => each[key]).sort((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN
  const keys = Object.keys(loads[0] ?? {}) as (keyof Load)[]
  return Object.fromEntries(keys.map((key) => [key, middle(key)])) as Load // each key of a Load
}
