/** Runs `work` over the entries in their order, at most `concurrency` at a time; gives the results in the same order. */
export async function inParallel<Entry, Result>(
  concurrency: number,
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = entries.entries()
  // The workers share one iterator: each takes the next entry when it is free, so an entry's work can still be skipped by
  // what the ones before it found.
  const worker = async () => {
    for (const [index, entry] of queue) results[index] = await work(entry)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
