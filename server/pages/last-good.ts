export type LastGoodOptions<Page> = {
  /** How long one may wait for a page, in milliseconds. */
  limit: number
  hasFailed: (page: Page) => boolean
}

/** After a failure, for so long in milliseconds, nobody waits for what has just failed. */
const memory = 2_000

/**
 * Pages made from an API that may be slow or fail. A page is given when it is made within the limit and is good; else the last
 * good one, and without such the one that failed, or `instead` when it takes too long. The same page is made once at a time,
 * and goes on being made when nobody waits for it any more: `render` keeps what comes of it. `findGood` is asked when it is needed.
 */
export function createLastGood<Page>({ limit, hasFailed }: LastGoodOptions<Page>) {
  const underway = new Map<string, Promise<Page>>()
  let failedAt = Number.NEGATIVE_INFINITY

  async function make(url: string, render: () => Promise<Page>): Promise<Page> {
    let isGood = false
    try {
      const page = await render()
      isGood = !hasFailed(page)
      return page
    } finally {
      if (!isGood) failedAt = performance.now()
      underway.delete(url)
    }
  }

  return async (
    url: string,
    findGood: () => Promise<Page | undefined>,
    render: () => Promise<Page>,
    instead: () => Page,
  ): Promise<Page> => {
    const making = underway.get(url) ?? make(url, render)
    underway.set(url, making)
    making.catch(() => undefined)
    if (performance.now() - failedAt < memory) {
      const good = await findGood()
      if (good) return good
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, limit, undefined)
    })
    try {
      const page = await Promise.race([making, late])
      if (!page) failedAt = performance.now()
      if (page && !hasFailed(page)) return page
      return (await findGood()) ?? page ?? instead()
    } catch (error) {
      const good = await findGood()
      if (good) return good
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
