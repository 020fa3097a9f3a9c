import { expect, test } from 'vitest'
import { createChooser } from '../../server/api/scenarios/choose-behaviour'
import { readConfig } from '../../server/config'
import { startApp } from '../support/app'
import { otherApi } from './api/other-api'

const development = { NODE_ENV: 'development' }

/** The scenario that the text of FAULTS is. */
function faultsOf(text: string) {
  return readConfig({ ...development, FAULTS: text }).faults ?? expect.unreachable('FAULTS is no scenario')
}

test('FAULTS is a scenario with settings for all operations and for single ones, later ones on top', () => {
  const { seed, behaviour = [] } = faultsOf(
    'latency=200ms, jitter=0.1s error=5% cut=19% seed=7;course: cut=0 error=1 status=503 latency=2s;',
  )
  const of = (name: string) => behaviour.filter(({ operation }) => operation === name)
  expect(seed).toBe(7)
  const blogs = { operation: 'blogs', delay: [200, 300] }
  // The second rule applies to 20 % of the calls that the first rule leaves, which are 19 % of all calls.
  const failures = [
    { share: 0.05, status: 500 },
    { share: 0.2, cut: true },
  ]
  expect(of('blogs')).toStrictEqual([...failures.map((failure) => ({ ...blogs, ...failure })), blogs])
  const course = { operation: 'course', delay: [2000, 2100] }
  expect(of('course')).toStrictEqual([{ ...course, share: 1, status: 503 }, course])
})

test.each([
  ['latncy=200', 'found "latncy"; did you mean "latency"?'],
  ['latency=61s', 'expected latency as a time of at most a minute, such as 200, 200ms or 2s, found "61s"'],
  ['error=101%', 'expected error as a share such as 0.1 or 10%, at most 1 or 100%, found "101%"'],
  ['error', 'expected error as a share such as 0.1 or 10%, at most 1 or 100%, found ""'],
  ['status=200', 'expected status as a status from 400 to 599, found "200"'],
  ['seed=-1', 'expected seed as a whole number'],
  ['corse: error=1', 'found "corse"; did you mean "course"?'],
  ['error=60%; course: drop=60%', 'error, cut, malformed and drop of course to be 100% together at most, found 120%'],
])('FAULTS=%s is refused by name', (text, message) => {
  const read = () => readConfig({ ...development, FAULTS: text })
  expect(read).toThrow(`FAULTS: `)
  expect(read).toThrow(message)
})

test.each([
  [{}, false],
  [{ NODE_ENV: 'production', FAULTS_IN_PRODUCTION: 'true' }, false],
  [{ NODE_ENV: 'production', FAULTS_IN_PRODUCTION: 'yes' }, true],
  [development, true],
])('with %j FAULTS is taken: %s', (env, isTaken) => {
  const read = () => readConfig({ ...env, FAULTS: 'error=1' }).faults
  if (isTaken) expect(read()?.behaviour).toContainEqual({ operation: 'course', share: 1, status: 500 })
  else expect(read).toThrow('FAULTS_IN_PRODUCTION=yes')
})

const plan = 'latency=100 jitter=50 error=10% cut=10% malformed=10% drop=10%'

/** Returns the behaviours for `count` calls of an operation under a plan. If `other` is given, each call follows one of `other`. */
function run(text: string, count: number, other?: 'blogs') {
  const [faults, { choose }] = [faultsOf(text), createChooser()]
  return Array.from({ length: count }, () => {
    if (other) choose([faults], { key: '', operation: other, payload: {} })
    return choose([faults], { key: '', operation: 'course', payload: {} })
  })
}

test('chance repeats with the same seed, independently of other operations, and not with another seed', () => {
  expect(run(plan, 50, 'blogs')).toStrictEqual(run(plan, 50))
  expect(run(`${plan} seed=2`, 50)).not.toStrictEqual(run(plan, 50))
})

test('chance keeps to the rates and the times', () => {
  const fates = run(plan, 2_000)
  for (const failure of [{ status: 500 }, { cut: true }, { body: 'malformed' }, { drop: true }]) {
    const count = fates.filter((fate) => expect.objectContaining(failure).asymmetricMatch(fate)).length
    expect(Math.abs(count / fates.length - 0.1), JSON.stringify(failure)).toBeLessThan(0.025)
  }
  const delays = fates.map((fate) => Number(fate?.delay))
  expect([Math.min(...delays), Math.max(...delays)]).toStrictEqual([100, 150])
})

test('calls fail as FAULTS says, with a mark, in front of another API too', async () => {
  const api = await otherApi(() => ({ text: '{"data":[]}' }))
  const { request } = await startApp({
    config: { upstream: api.url, faults: faultsOf('latency=1; course: error=1 status=503') },
  })
  const { status, headers, body } = await request.post('/api/get-course').send({ slug: 'none' })
  expect([status, body.status]).toStrictEqual([503, 503])
  expect(headers).toMatchObject({ 'x-answered-by': 'fault', 'x-answered-because': 'FAULTS: waited 1 ms, error' })
  const blogs = await request.get('/api/get-blogs').expect(200, { data: [] })
  expect(blogs.headers).toMatchObject({ 'x-answered-by': 'fault', 'x-answered-because': 'FAULTS: waited 1 ms' })
  // With FAULTS alone, no request can choose a scenario.
  await request.get('/api/get-blogs').set('x-scenario', 'empty').expect(200)
  await request.get('/__scenarios').expect(404)
})
