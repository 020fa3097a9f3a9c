/** How long a page that is there waits for what is not its own, in milliseconds. */
const grace = 300

/** What a call gives, if it succeeds within a moment. */
export async function inGrace<T>(call: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, grace, undefined)
  })
  try {
    return await Promise.race([call, late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
