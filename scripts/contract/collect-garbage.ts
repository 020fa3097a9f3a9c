import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Answers above this size, in bytes, are worth a collection of some 10 ms once they are read. */
const large = 128 * 1024

/**
 * Gives back what a large answer took while it was read. V8 counts little of buffers outside its heap and would rather grow:
 * measured with 200 items of each kind, a check's memory above its start is then a third.
 */
export function collectAfter(bytes: number): void {
  if (bytes > large) collect()
}
