type Series = { labels: string; counts: number[]; sum: number; observe: (milliseconds: number) => void }

/** A histogram of durations: each series is noted by its own function, given for its labels; `text` is Prometheus's format. */
export type Durations = {
  series: (labels: Record<string, string>) => (milliseconds: number) => void
  text: () => string
}

/**
 * A histogram with bounds in seconds. prom-client's looks a series up by its labels at each observation, 1.4 µs a time: a sixth
 * of what a whole answer costs.
 */
export function createDurations(name: string, help: string, bounds: number[]): Durations {
  const all = new Map<string, Series>()
  const start = (labels: string): Series => {
    const series: Series = {
      labels,
      // One for each bound, and one for what takes longer than all of them.
      counts: new Array(bounds.length + 1).fill(0),
      sum: 0,
      observe: (milliseconds) => {
        const seconds = milliseconds / 1000
        let place = 0
        while (place < bounds.length && seconds > (bounds[place] as number)) place++ // within the list
        series.counts[place] = (series.counts[place] as number) + 1 // one more than bounds
        series.sum += seconds
      },
    }
    all.set(labels, series)
    return series
  }
  return {
    series: (labels) => {
      const written = Object.entries(labels)
        .map(
          ([label, value]) =>
            `${label}="${value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`,
        )
        .join(',')
      return (all.get(written) ?? start(written)).observe
    },
    text: () => {
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
      for (const { labels, counts, sum } of all.values()) {
        let total = 0
        for (const [place, count] of counts.entries()) {
          total += count
          lines.push(`${name}_bucket{le="${bounds[place] ?? '+Inf'}",${labels}} ${total}`)
        }
        lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
