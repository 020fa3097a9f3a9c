import { fork, spawn } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { launchBrowser } from '../site/chromium'
import { languages } from '../site/page'
import { makeCertificate } from '../support/certificate'
import { freePort } from '../support/free-port'
import { phone, startSides } from './sides'
import { startSlowLink } from './slow-line/slow-link'
import { median, printTable } from './table'

/**
 * Measures the first paint of the home page by HTTP/3 and by HTTP/2, and of the hand-written page by HTTP/2, over the 3G link at a
 * quarter of this machine's speed. Needs Debian's Caddy, whose first window over HTTP/3 has 32 packets; `CADDY_PATH` names another.
 */

const { RUNS = '5', CADDY_PATH = 'caddy' } = process.env

const table = printTable(['page', 'side', 'protocol', 'first paint', 'ours by HTTP/3 to it'])

const paths = languages.map((language) => language.paths.home())

/** Starts Caddy with HTTP/3 in front of a server, behind a slow line of datagrams. Returns the address in front of the line. */
async function startQuic(server: string) {
  const folder = await mkdtemp(join(tmpdir(), 'http3-'))
  const { file, keyFile, cert } = await makeCertificate(folder)
  const port = await freePort()
  const target = new URL(server).host
  const config = `{
  admin off
  auto_https off
}
https://localhost:${port} {
  tls ${file} ${keyFile}
  reverse_proxy ${target}
}
`
  await writeFile(join(folder, 'Caddyfile'), config)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = spawn(CADDY_PATH, ['run', '--config', join(folder, 'Caddyfile')], { stdio: 'ignore', env })
  const line = fork(join(import.meta.dirname, 'slow-line/datagrams.ts'), [String(port)], {
    execArgv: ['--import', 'tsx'],
  })
  const [own] = (await once(line, 'message')) as [number]
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return {
    address: `https://localhost:${own}`,
    browserArgs: [
      `--origin-to-force-quic-on=localhost:${own}`,
      `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`,
    ],
    stop: async () => {
      caddy.kill()
      line.kill()
      await rm(folder, { recursive: true })
    },
  }
}

/** Loads a page in a new browser. Returns the time of its first paint, in milliseconds, and the protocol that it came by. */
async function load(url: string, browserArgs: string[]) {
  const browser = await launchBrowser(browserArgs)
  const page = await browser.newPage(phone)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'commit' })
  const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const protocol = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
  )
  const firstPaint = Number(await paint.jsonValue())
  await browser.close()
  return { firstPaint, protocol }
}

test('the home page by HTTP/3', async () => {
  const { sides, stop } = await startSides(paths)
  const link = await startSlowLink(sides.map(({ address }) => address))
  const quic = await startQuic(sides[0]?.address ?? '')
  for (const path of paths) {
    const ways = [
      { name: 'ours', address: quic.address, browserArgs: quic.browserArgs },
      ...sides.map(({ name, address }) => ({ name, address: link.addressOf(address), browserArgs: link.browserArgs })),
    ]
    const loads = ways.map((): Awaited<ReturnType<typeof load>>[] => [])
    for (let run = 0; run < Number(RUNS); run++)
      for (const [index, { address, browserArgs }] of ways.entries())
        loads[index]?.push(await load(address + path, browserArgs))
    const paints = loads.map((each) => median(each.map(({ firstPaint }) => firstPaint)))
    for (const [index, { name }] of ways.entries()) {
      const paint = paints[index] ?? Number.NaN
      const protocol = loads[index]?.[0]?.protocol ?? ''
      table.push([path, name, protocol, Math.round(paint), ((paints[0] ?? Number.NaN) / paint).toFixed(2)])
    }
  }
  await quic.stop()
  await link.close()
  await stop()
})
