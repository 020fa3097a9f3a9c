import { execFileSync } from 'node:child_process'
import { constants, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createLogStream } from '../../../server/http/log-stream'
import { emptyFolder } from '../../support/folders'

const line = (text: string) => `{"level":30,"msg":"${text}"}\n`

/**
 * A named pipe whose reader is this test. Its descriptor stays open, as a log stream writes to it until the process ends: were it
 * closed, the stream would write into whatever file the system gives the same number to.
 */
async function pipe() {
  const path = join(await emptyFolder(), 'log')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const buffer = Buffer.alloc(1 << 20)
  let text = ''
  const read = () => {
    try {
      for (;;) text += buffer.toString('utf8', 0, readSync(fd, buffer))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
    return text
  }
  return { fd, read }
}

test('lines arrive whole and in order', async () => {
  const { fd, read } = await pipe()
  const log = createLogStream(fd)
  const lines = Array.from({ length: 2_000 }, (_, index) => line(`${index}`))
  for (const each of lines) log.write(each)
  await vi.waitFor(() => expect(read()).toBe(lines.join('')), { timeout: 20_000 })
})

test('what is flushed at once, as by a fatal line, arrives once, and so does what comes after', async () => {
  const { fd, read } = await pipe()
  const log = createLogStream(fd)
  const lines = Array.from({ length: 30 }, (_, index) => line(`${index} ${'x'.repeat(1_000)}`))
  for (const [index, each] of lines.entries()) {
    log.write(each)
    if (index % 10 === 9) log.flushSync()
  }
  await vi.waitFor(
    () => expect(read().split('\n').sort()).toStrictEqual(['', ...lines.map((each) => each.trim())].sort()),
    {
      timeout: 20_000,
    },
  )
})

test('while its reader stalls at most 4 MB wait; then those arrive, with a line that counts the others', async () => {
  const { fd, read } = await pipe()
  const log = createLogStream(fd)
  const count = 10_000
  for (let index = 0; index < count; index++) log.write(line(`${index} ${'x'.repeat(1_000)}`))
  const countDropped = () => JSON.parse(/^.*"dropped".*$/m.exec(read())?.[0] ?? '{}').dropped
  // The notice is written with the next line.
  await vi.waitFor(
    () => {
      log.write(line('later'))
      expect(countDropped()).toBeGreaterThan(count / 2)
    },
    { timeout: 20_000 },
  )
  const kept = read().match(/^\{"level":30,"msg":"\d+ x+"\}$/gm) ?? []
  expect(kept.length + countDropped()).toBe(count)
  expect(kept[0]).toContain('"0 x')
})

test('a full disk costs its lines and nothing else, also when the process ends', async () => {
  // Stays open, like the pipes.
  const fd = openSync('/dev/full', 'w')
  const log = createLogStream(fd)
  for (let index = 0; index < 10_000; index++) log.write(line('x'.repeat(1_000)))
  log.flushSync()
})
