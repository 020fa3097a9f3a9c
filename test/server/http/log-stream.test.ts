import { execFileSync } from 'node:child_process'
import { constants, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLogStream } from '../../../server/http/log-stream'
import { emptyFolder } from '../../support/folders'

const line = (text: string) => `{"level":30,"msg":"${text}"}\n`

/**
 * Makes a named pipe that this test reads. Its file descriptor stays open, because a log stream writes to it until the process
 * ends. If it were closed, the stream would write to the next file that gets the same number from the system.
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

test('what is flushed at once, as by a fatal line, arrives once, and so does what comes after', async () => {
  const { fd, read } = await pipe()
  const log = createLogStream(fd)
  const lines = Array.from({ length: 30 }, (_, index) => line(`${index} ${'x'.repeat(1_000)}`))
  for (const [index, each] of lines.entries()) {
    log.write(each)
    if (index % 10 < 9) continue
    log.flushSync()
    expect(read()).toContain(each)
  }
  await expect.poll(() => read().split('\n').sort()).toStrictEqual(lines.join('').split('\n').sort())
})

test('while its reader stalls at most 4 MB wait; then those arrive in order, with a line that counts the others', async () => {
  const { fd, read } = await pipe()
  const log = createLogStream(fd)
  const count = 10_000
  for (let index = 0; index < count; index++) log.write(line(`${index} ${'x'.repeat(1_000)}`))
  // Reads without a pause, because the stream waits 0.1 s whenever the pipe is full.
  let reading = setImmediate(function drain() {
    read()
    reading = setImmediate(drain)
  })
  onTestFinished(() => clearImmediate(reading))
  const countDropped = () => {
    // The notice is written with the next line.
    log.write(line('later'))
    return Number(/"dropped":(\d+)/.exec(read().slice(-1_000))?.[1] ?? 0)
  }
  await expect.poll(countDropped).toBeGreaterThan(count / 2)
  const written = Array.from(read().matchAll(/^\{"level":30,"msg":"(\d+) x{1000}"\}$/gm), ([, index]) => Number(index))
  expect(written).toStrictEqual(Array.from({ length: count - countDropped() }, (_, index) => index))
})

test('a full disk costs its lines and nothing else, also when the process ends', async () => {
  // The file stays open, like the pipes.
  const fd = openSync('/dev/full', 'w')
  const log = createLogStream(fd)
  for (let index = 0; index < 10_000; index++) log.write(line('x'.repeat(1_000)))
  log.flushSync()
})
