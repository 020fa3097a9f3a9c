/**
 * Runs every function of `growing-work.ts` on every hostile text of two lengths and prints a line before each. Ends with an error
 * if one takes more processor time than linear work can.
 */
import { work } from './growing-work'
import { hostileTexts } from './hostile-shapes'

/** The shorter length, in characters. The other is 16 times as long. */
const length = 16_000

/** The longest processor time of one run, in seconds. Linear work takes less than 1 s, quadratic work far more. */
const maxSeconds = 4

for (const characters of [length, 16 * length]) {
  for (const [shape, text] of hostileTexts(characters)) {
    for (const [name, run] of Object.entries(work)) {
      const label = `${name}, ${characters} characters: ${shape}`
      process.stdout.write(`${label}\n`)
      const { user: before } = process.cpuUsage()
      await run(text)
      const seconds = (process.cpuUsage().user - before) / 1e6
      if (process.env.FIGURES && seconds > 0.2) process.stderr.write(`${label}: ${seconds} s\n`)
      if (seconds > maxSeconds) throw new Error(`${label} took ${seconds} s`)
    }
  }
}
process.stdout.write('done\n')
