import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../test/browser/chromium'
import { startFaultySite } from '../test/faulty-site'
import { readContent } from '../test/shipped-content'
import { buildSite } from './builds'
import { type Shot, takePictures } from './contact-sheet/camera'
import { pseudoLabels } from './contact-sheet/pseudo'
import { sheetPage } from './contact-sheet/sheet-page'
import { type Subject, subjects } from './contact-sheet/states'

const usage = `npm run contact-sheet                 every page and state x en/ar x 360/768/1280 px x light/dark, in .contact-sheet/index.html
npm run contact-sheet -- --pseudo     the same in light, with labels that are longer, accented and in [brackets]
npm run contact-sheet -- --only TEXT  only the pages and states whose name has the text`

const root = resolve(import.meta.dirname, '..')
/** Each look once: `error-500`, `malformed`, `html` and `drop` look like `error-503`. */
const slugs = ['error-503', 'empty', 'no-image', 'arabic-only', 'english-only', 'minimal', 'long', 'mixed']

const { values } = parseArgs({
  options: { pseudo: { type: 'boolean', default: false }, only: { type: 'string' }, help: { type: 'boolean' } },
})
if (values.help) console.log(usage)
else await makeSheet(values.pseudo, values.only)

/** Builds the site, takes all pictures of it, and writes the sheet. */
async function makeSheet(isPseudo: boolean, only: string | undefined): Promise<void> {
  const began = Date.now()
  const folder = join(root, '.contact-sheet', ...(isPseudo ? ['pseudo'] : []))
  const distDir = join(folder, 'dist')
  await rm(join(folder, 'pictures'), { recursive: true, force: true })
  await mkdir(join(folder, 'pictures'), { recursive: true })
  // Apart from the site's own builds: it may have pseudo labels.
  await buildSite(distDir, isPseudo ? [pseudoLabels()] : [])
  const site = await startFaultySite({}, distDir)
  const browser = await launchBrowser()
  const shots: Shot[] = []
  const failures: string[] = []
  try {
    const hosts = {
      api: site.apiAddress,
      template: await readFile(join(distDir, 'client', 'index.html'), 'utf8'),
    }
    const wanted = subjects(await readContent(), slugs, hosts).filter(({ name }) => !only || name.includes(only))
    await takePictures(wanted, {
      browser,
      site: site.address,
      folder,
      schemes: isPseudo ? ['light'] : ['light', 'dark'],
      isPseudo,
      onShot: (shot) => shots.push(shot),
      onFailure: ({ name, locale }: Subject, error) => failures.push(`${name} in ${locale}: ${error.message}`),
    })
    const order = new Map(wanted.map((subject, index) => [`${subject.name} ${subject.locale}`, index]))
    const placeOf = ({ name, locale }: Shot) => order.get(`${name} ${locale}`) ?? 0
    shots.sort((a, b) => placeOf(a) - placeOf(b))
  } finally {
    await browser.close()
    await site.close()
  }
  const sheet = join(folder, 'index.html')
  await writeFile(sheet, sheetPage(isPseudo ? 'Contact sheet, pseudo labels' : 'Contact sheet', shots))
  report(shots, failures)
  console.log(`${shots.length} pictures in ${Math.round((Date.now() - began) / 1000)} s: ${sheet}`)
}

/** Each fault once, with the pages that have it. */
function report(shots: Shot[], failures: string[]): void {
  const places = new Map<string, Set<string>>()
  for (const { name, locale, width, findings } of shots) {
    for (const { fault, place, text } of findings) {
      const line = `${fault}: ${place}: ${text}`
      places.set(line, (places.get(line) ?? new Set()).add(`${name} ${locale} ${width}`))
    }
  }
  for (const [line, found] of places) {
    const [first] = found
    console.log(`${line}  (${first}${found.size > 1 ? ` and ${found.size - 1} more` : ''})`)
  }
  for (const failure of failures) console.error(`no picture: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
}
