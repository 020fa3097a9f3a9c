import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Hooks, inFirst } from '../../contract-check/drifting-server'
import { run } from '../run-command'
import { recordingOf, servedContent } from './recording'

const withoutSlug: Hooks = { content: ({ blogs }) => void delete blogs[0]?.slug }
const wrongCount = inFirst('courses', { count: 'many' })
const both: Hooks = {
  content: (site) => {
    withoutSlug.content?.(site)
    wrongCount.content?.(site)
  },
}

it('of right content names the command that starts a server with it', async () => {
  const { out, record } = await recordingOf()
  const [fixtures, images] = [join(out, 'fixtures'), join(out, 'images')]
  const next = `Next: the server starts with this content: FIXTURES_DIR=${fixtures} IMAGES_DIR=${images} npm start\n`
  expect((await record()).stdout).toContain(next)
  expect(await servedContent(out)).toBeDefined()
})

it('of news of another product names the option', async () => {
  const { record } = await recordingOf({
    content: ({ news }) => {
      for (const item of news) {
        Reflect.set(item, 'acme_news', item.ugarit_news)
        Reflect.deleteProperty(item, 'ugarit_news')
      }
    },
  })
  const { code, stderr } = await record()
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('the news have acme_news, as of another product: give --product acme'),
  ])
})

it.each([
  ['what --fix mends', withoutSlug, 1, 0],
  ['what --fix does not mend', wrongCount, 1, 1],
  ['both', both, 2, 1],
])(
  'of wrong content tells whether the server starts, and which command mends %s',
  async (_, hooks, violations, left) => {
    const { url, out, record } = await recordingOf(hooks)
    const count = `because of ${violations} violation${violations === 1 ? '' : 's'}`
    const refused = await record()
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`see what is left by npm run contract -- ${url}`),
    ])
    expect(refused.stderr).toContain(`the server would refuse to start with it, ${count}`)

    const { code, stdout } = await record('--lenient')
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`Next: the server refuses to start with this content, ${count}: `),
    ])
    expect(stdout.includes('npm run fixtures -- --fix mends')).toBe(left < violations)
    expect(stdout.includes('npm run fixtures names file and line')).toBe(left > 0)
    await expect(servedContent(out)).rejects.toThrow()

    const env = { FIXTURES_DIR: join(out, 'fixtures'), IMAGES_DIR: join(out, 'images') }
    const fixed = await run('fixtures', ['--fix'], env)
    expect(fixed.stdout.match(/^violation /gm) ?? []).toHaveLength(left)
    if (left === 0) expect(await servedContent(out)).toBeDefined()
  },
)

it('of an API that does not answer all calls says to run again', async () => {
  const { record } = await recordingOf({
    respond: ({ route }, response) => route === 'get-event' && Boolean(response.destroy()),
  })
  const { code, stderr } = await record()
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('Next: run this command again when the API answers all calls'),
  ])
})
