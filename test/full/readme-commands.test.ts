import { spawn } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serve } from '../contract-check/run'
import { runShell } from '../scripts/run-script'
import { root, startApp, tempContent } from '../support/app'
import { documents } from '../support/documents'
import { emptyFolder, snapshot } from '../support/folders'
import { freePort } from '../support/free-port'
import { read } from '../support/sources'

const docs = documents.map(read).join('\n')

/** Returns a command. Fails if no document contains it. */
function fromDocs(command: string): string {
  expect(docs).toContain(command)
  return command
}

test.each<[command: string, said: RegExp, more?: string]>([
  ['npm run fixtures', /The fixtures hold; texts missing: \d+ in English/],
  ['npm run fixtures -- --fix', /^fixed {2}[\s\S]*The fixtures hold/m],
  ['npm run fixtures -- new course "Deep learning"', /Added course "deep-learning" at .*courses\.json:\d+/],
  ['npm run contract -- https://api.example.org', /\d+ passed, 0 drift, 0 unchecked/],
  // Records into a temporary folder, because the command of the README would record into the project.
  ['npm run record -- https://api.example.org', /^Recorded /m, ' --out OUT'],
])('%s does what its row says', async (command, said, more = '') => {
  const [{ url }, { fixturesDir, imagesDir }, out] = [await serve(), await tempContent(), await emptyFolder()]
  const line = (fromDocs(command) + more).replace('https://api.example.org', url).replace('OUT', out)
  const { code, stdout } = await runShell(line, { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir })
  expect([code, stdout]).toStrictEqual([0, expect.stringMatching(said)])
  expect((await readdir(out)).sort()).toStrictEqual(more ? ['fixtures', 'images'] : [])
})

test('npm run fixtures finds nothing to repair or to translate in the shipped content, and npm run schemas changes nothing', async () => {
  const before = await snapshot(join(root, 'fixtures'))
  const stdout = 'The fixtures hold; texts missing: 0 in English, 0 in Arabic.\n'
  expect(await runShell('npm run --silent fixtures', {})).toMatchObject({ code: 0, stdout })
  expect(await runShell(fromDocs('npm run schemas'), {})).toMatchObject({ code: 0 })
  expect(await snapshot(join(root, 'fixtures'))).toStrictEqual(before)
})

test('the contact sheet pictures a page in both languages, three widths and two schemes', async () => {
  const line = fromDocs('npx playwright test -c test --project "contact sheet *" --reporter html')
  // Uses a separate folder, because a run removes the report of a concurrent run.
  const out = await emptyFolder()
  const env = { PLAYWRIGHT_HTML_OUTPUT_DIR: join(out, 'report'), PLAYWRIGHT_HTML_OPEN: 'never' }
  const { code, stdout } = await runShell(`${line} --output ${join(out, 'results')} -g "ourMission"`, env)
  expect([code, stdout]).toStrictEqual([0, expect.stringContaining('2 passed')])
  const pictures = (await readdir(join(out, 'report/data'))).filter((name) => /\.jpe?g$/.test(name))
  expect(pictures).toHaveLength(12)
})

test('npm run fonts makes the committed files', async () => {
  const files = () =>
    Promise.all(['client/styles/fonts', 'server/publish/share-image-fonts'].map((name) => snapshot(join(root, name))))
  const before = await files()
  expect(await runShell(fromDocs('npm run fonts'), {})).toMatchObject({ code: 0 })
  expect(await files()).toStrictEqual(before)
})

test.each<[command: string, said: RegExp]>([
  ['npm run export -- --out DIR --public-url https://www.example.org', /^Exported \d+ pages/m],
  ['npm run export -- --out DIR --public-url https://NAME.github.io --base /REPOSITORY/', /^Exported \d+ pages/m],
  ['npm run export -- --out DIR --public-url https://www.example.org --from https://api.example.org', /^Exported /m],
])('%s writes a site', async (command, said) => {
  const [{ url }, { fixturesDir, imagesDir }, folder] = [await serve(), await tempContent(), await emptyFolder()]
  const out = join(folder, 'site')
  const line = fromDocs(command).replace('DIR', out).replace('https://api.example.org', url)
  const env = { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: 'off' }
  expect(await runShell(line, env)).toMatchObject({ code: 0, stdout: expect.stringMatching(said) })
  expect(await readdir(out)).toContain('index.html')
})

test.each<[command: string, listing: (command: string) => string]>([
  ['npm run bench', (command) => `${command} -- --list`],
  ['npm run bench -- --project server', (command) => `${command} --list`],
  ['npm run bench -- --project pages -g "home"', (command) => `${command} --list`],
  ['npm run demo', (command) => `${command} -- --list`],
  ['npm run test:browser -- keyboard', (command) => `${command} --list`],
  ['npm run test:browser -- -g contact', (command) => `${command} --list`],
  ['npm run test:browser -- --trace on -g menu', (command) => `${command} --list`],
  ['npx playwright test -c test soak --project "full *"', (command) => `${command} --list`],
  ['npx playwright test -c test alfa --project "full *"', (command) => `${command} --list`],
  ['npx playwright test -c test heard -u --project en --project "full browser ar"', (command) => `${command} --list`],
])('%s finds tests', async (command, listing) => {
  const { code, stdout } = await runShell(listing(fromDocs(command)), {})
  expect([code, stdout]).toStrictEqual([0, expect.stringMatching(/Total: [1-9]\d* tests? in/)])
})

test('single files of vitest are found', async () => {
  const one = await runShell(fromDocs('npm run test:unit -- test/server/api/caching.test.ts'), {})
  expect([one.code, one.stdout]).toStrictEqual([0, expect.stringMatching(/Test Files .*1 passed/)])
  const long = fromDocs('npx vitest run --config test/full/vitest.config.ts fuzz')
  const { stdout } = await runShell(long.replace(' run ', ' list --filesOnly '), {})
  expect(stdout).toContain('test/full/fuzz.test.ts')
})

test('the calls of docs/mocking.md by curl do what they say', async () => {
  const { url } = await startApp({ config: { scenarios: [] } })
  const lines = read('test/mocking/calls.sh').replace('http://localhost:3000', url)
  const { code, stdout } = await runShell(lines, {})
  expect([code, stdout]).toStrictEqual([
    0,
    expect.stringMatching(/"status": ?503[\s\S]*"total":1[\s\S]*"verified":true/),
  ])
  // The last line has emptied every list for the whole server.
  expect(await (await fetch(`${url}/api/get-blogs`)).json()).toEqual({ data: [] })
})

/** Starts a command that runs until the test ends, and returns the first address in its output. */
async function startShell(line: string, env: Record<string, string>): Promise<string> {
  // Starts a process group, because npm starts other processes. Leaves out vitest's own variables, of which BASE_URL is the site's too.
  const child = spawn(line, { cwd: root, shell: true, detached: true, env: { PATH: process.env.PATH, ...env } })
  onTestFinished(() => void (child.exitCode === null && child.pid && process.kill(-child.pid, 'SIGKILL')))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const address = () => /The (?:site|API) is at (http:\/\/[^\s"\\]+)/.exec(output)?.[1]
  return vi.waitUntil(() => address() ?? (child.exitCode !== null && expect.fail(output)), { timeout: 300_000 })
}

test.each(['BASE_URL=https://api.example.org npm start', 'UPSTREAM=https://api.example.org npm start'])(
  '%s shows the content of that API',
  async (command) => {
    const title = 'A course of the other API'
    const { url } = await serve({
      content: ({ courses }) => {
        for (const each of courses) each.en_title = title
      },
    })
    const line = fromDocs(command).replace('https://api.example.org', url)
    const site = await startShell(line, { PORT: '0', CACHE_DIR: 'off' })
    expect(await (await fetch(new URL('/courses', site))).text()).toContain(title)
  },
)

test('the server of docs/demo.md has scenarios, and its pictures go into a folder', async () => {
  const site = await startShell(fromDocs('SCENARIOS=yes npm start'), { PORT: '0', CACHE_DIR: 'off' })
  expect((await fetch(new URL('/__scenarios', site))).status).toBe(200)
  const out = await emptyFolder()
  const line = `${fromDocs('DEMO_PICTURES=DIR npm run demo').replace('DIR', out)} -- -g 0-00-ar --output ${join(out, 'results')}`
  const { code, stdout } = await runShell(line, {})
  expect([code, stdout]).toStrictEqual([0, expect.stringContaining('1 passed')])
  expect(await readdir(out)).toEqual(expect.arrayContaining(['0-00-ar-computer.jpg', '0-00-ar-phone.jpg']))
})

test('npm run dev fails as FAULTS says', async () => {
  const command = fromDocs(
    `FAULTS='latency=300 jitter=200 error=5% seed=7; course: error=100% status=503; homeData: cut=50%' npm run dev`,
  )
  const [port, clientPort] = [await freePort(), await freePort()]
  const { fixturesDir, imagesDir } = await tempContent()
  const env = { PORT: `${port}`, CLIENT_PORT: `${clientPort}`, FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir }
  const api = await startShell(command, env)
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(new URL('/api/get-course', api), { method: 'POST', headers, body: '{"slug":"any"}' })
  expect(status).toBe(503)
})

test('the contract check is packed, and runs from the archive', async () => {
  const folder = await emptyFolder()
  const { url } = await serve()
  const pack = [fromDocs('npm run contract:build'), fromDocs('npm pack ./contract-check/package')]
  expect(await runShell(pack.join(' && '), {})).toMatchObject({ code: 0 })
  const archive = 'ugarit-contract-check-0.1.0.tgz'
  onTestFinished(() => rm(join(root, archive), { force: true }))
  const checks = [
    fromDocs('npx --yes ./ugarit-contract-check-0.1.0.tgz https://api.example.org'),
    fromDocs(
      'npx --yes ./ugarit-contract-check-0.1.0.tgz https://api.example.org --baseline contract-baseline.json --update-baseline',
    ),
  ]
  for (const check of checks) {
    const line = `cp ${archive} ${folder} && cd ${folder} && ${check.replace('https://api.example.org', url)}`
    expect(await runShell(line, { npm_config_offline: 'true' })).toMatchObject({ code: 0 })
  }
  expect(await readdir(folder)).toContain('contract-baseline.json')
})
