/** Returns the result of `use`, or `undefined` if it throws, as the browser's storage does where it is denied or full. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
