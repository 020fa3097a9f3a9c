import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readContent } from '../../test/shipped-content'
import { sitePages } from '../../test/site-pages'
import { startBuiltServer } from '../built-server'
import { inParallel } from '../contract/in-parallel'
import { makeCertificate, startFront } from './front'
import { bringScanner, scan, scanner } from './scanner'

/** The least that row X1 of quality.md allows: all there is for a site that sets no cookies and loads no foreign script. */
const wanted = 130

const help = `npm run observatory -- [--only /ar/courses]

Scores every page of the built site (npm run build) over TLS on this machine with Mozilla's HTTP Observatory. Brings
${scanner} from the npm registry the first time. Exit code: 0 when all have ${wanted} points, else 1.
`

type Output = { stdout: { write: (text: string) => unknown } }

export async function observatoryCommand(args: string[], { stdout }: Output): Promise<number> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) {
    stdout.write(help)
    return 0
  }
  const pages = sitePages(await readContent()).filter(
    ({ path, status }) => (values.only ?? path) === path && status === 200, // it scores nothing else
  )
  await bringScanner(stdout)
  const folder = await mkdtemp(join(tmpdir(), 'observatory-'))
  const certificate = await makeCertificate(folder)
  const front = await startFront(certificate)
  const server = await startBuiltServer({ PUBLIC_URL: `https://${front.host}`, TRUST_PROXY: '127.0.0.1' })
  front.passTo(server.port)
  let isGood = pages.length > 0
  try {
    const scans = await inParallel(2, pages, ({ path }) => scan(front.host + path, certificate.file))
    scans.forEach(({ score, grade, tests }, index) => {
      stdout.write(`${score >= wanted ? 'good' : 'BAD '}  ${score}, ${grade}  ${pages[index]?.path}\n`)
      isGood &&= score >= wanted
      for (const { name, pass, result, points } of tests) {
        if (!pass || (index === 0 && points !== 0)) stdout.write(`      ${points} points: ${name}, ${result}\n`)
      }
    })
  } finally {
    await server.stop()
    front.close()
    await rm(folder, { recursive: true, force: true })
  }
  return isGood ? 0 : 1
}
