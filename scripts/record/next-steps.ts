import { join } from 'node:path'
import { fieldsOf, kinds } from '#contract/fields'
import { fieldOfOtherProduct, type RawFixtures } from '#contract/fixture-files'
import { defaultProduct } from '#contract/operations'
import { shellQuote } from '#contract/text/shell-quote'
import { plural } from '../../contract-check/reports/words'
import { createContentCheck } from '../../server/content/load'
import { tidy } from '../fixtures/tidy'

/** Content as it is recorded: the fixtures, the names of the pictures, and the folder. */
export type Recorded = {
  content: RawFixtures
  images: ReadonlySet<string>
  product: string
  out: string
  /** The name of the packed archive's command if that runs, which has no npm scripts. */
  packed?: string | undefined
}

/** The folder of this project, whose fixtures need no variables. */
export const project = join(import.meta.dirname, '../..')

/** Tells whether the server starts with recorded content, and which command mends what is left. */
export function nextSteps(recorded: Recorded): string {
  const { left, violations } = countViolations(recorded)
  const env = envOf(recorded)
  const { packed, out, product } = recorded
  if (packed !== undefined) {
    const serve = `${packed} serve ${shellQuote(out)}${product === defaultProduct ? '' : ` --product ${product}`}`
    return violations === 0
      ? `Next: this serves the content: ${serve}`
      : `Next: correct ${plural(violations, 'violation')}, which this names: ${serve}`
  }
  if (violations === 0) return `Next: the server starts with this content: ${env}npm start`
  const fixable = violations - left
  const fixing = `${env}npm run fixtures -- --fix`
  const byHand = `${env}npm run fixtures`
  const steps = [
    ...(fixable > 0 ? [`${fixing} mends ${left === 0 ? 'all' : fixable}`] : []),
    ...(left > 0 ? [`${byHand} names file and line of ${fixable > 0 ? 'the other' : 'each'}, to mend by hand`] : []),
  ]
  return `Next: the server refuses to start with this content, because of ${plural(violations, 'violation')}: ${steps.join('; ')}`
}

/** Tells what to do when nothing was replaced, and what `--lenient` would lead to. */
export function stepsAfterRefusal(url: string, recorded: Recorded): string {
  const other = fieldOfOtherProduct(recorded.content.news, fieldsOf('news', recorded.product))
  const { packed } = recorded
  if (other) {
    const product = shellQuote(other.product)
    const ofExport = packed === undefined ? ` (npm run export: PRODUCT=${product})` : ''
    return `Next: the news have ${other.found}, as of another product: give --product ${product}${ofExport}`
  }
  const { left, violations } = countViolations(recorded)
  const fixing = packed === undefined ? `, of which npm run fixtures -- --fix mends ${violations - left}` : ''
  const start =
    violations === 0
      ? 'the server would start with it'
      : `the server would refuse to start with it, because of ${plural(violations, 'violation')}${fixing}`
  const check = packed === undefined ? 'npm run contract --' : `${packed} check`
  return `Next: correct the API, and see what is left by ${check} ${shellQuote(url)}\nWith --lenient this content would be recorded; ${start}`
}

/** The number of violations for which a server refuses content, and of those that are left after `fixtures --fix`. */
function countViolations({ content, images, product }: Recorded): { violations: number; left: number } {
  const check = createContentCheck(product)
  const tidied = kinds.map((kind) => [kind, tidy(content[kind], kind, product).value])
  const [violations, left] = [content, Object.fromEntries(tidied) as RawFixtures].map(
    (each) => [...check(each, images)].flat().length,
  )
  return { violations: violations ?? 0, left: left ?? 0 }
}

function envOf({ out, product }: Recorded): string {
  const variables = {
    ...(out !== project && { FIXTURES_DIR: join(out, 'fixtures'), IMAGES_DIR: join(out, 'images') }),
    ...(product !== defaultProduct && { PRODUCT: product }),
  }
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${shellQuote(value)} `)
    .join('')
}
