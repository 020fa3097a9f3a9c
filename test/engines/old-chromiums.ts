import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { browserFloor } from '../../scripts/vite/browser-floor'
import { fontConfiguration } from '../site/chromium'

const cache = resolve(import.meta.dirname, '../../node_modules/.cache')

/**
 * Versions of `@sparticuz/chromium`, with the `integrity` of npm's registry. They are no dependencies, because each has 55 MB and
 * `npm test` needs none of them.
 */
const packages = {
  '109.0.6': 'sha512-9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
  '114.0.0': 'sha512-jzOUZInBjnJYXXCJFCDOEQb0t22Klx2+t7isZEiSOxLdDyDtDaykUS5c8Bw4KczWYb4fDxorO0D+g0rCFq5/gA==',
  '123.0.1': 'sha512-RPrA99xrddbXXZjhUH1WZkTCK3QDQ77t/0y+vULtiW1uAlWLBxorxGnNTuzBDk6eNolxOVFrXZ2aoAN+/eB5TA==',
  '131.0.1': 'sha512-VfmHkQmb/Px0zjwdSQwjRMwFw63Qfj+g4Giumz4jiAGEpXHgIZk6xEwlUz6yiUHVDveK2TEgMR2MR6I3okOE7w==',
}

/** The packages have programs for this platform only. */
const isSupported = process.platform === 'linux' && process.arch === 'x64'

/** Chromium at the floor, and later versions up to the current one. `fetchOldChromiums` puts them at their paths. */
export const oldChromiums = Object.entries(packages).map(([version, integrity]) => {
  const major = Number.parseInt(version, 10)
  const folder = join(cache, `chromium-${version}`)
  const path = isSupported ? join(folder, 'chromium') : ''
  return {
    name: `Chromium ${major}`,
    command: `@sparticuz/chromium@${version} for this platform`,
    path,
    // Without a graphics card, the start of Chromium 131's process for it makes one tab of ten hang.
    args: ['--disable-gpu'],
    fonts: join(folder, 'fonts.conf'),
    version,
    integrity,
    folder,
  }
})

if (!oldChromiums.some(({ name }) => name === `Chromium ${browserFloor.chrome}`))
  throw new Error(`No journeys run in Chromium ${browserFloor.chrome}, the oldest supported version`)

/** Fetches the browsers that `node_modules/.cache` lacks from npm. */
export function fetchOldChromiums(): void {
  if (!isSupported) return
  for (const { version, integrity, folder } of oldChromiums) {
    if (existsSync(folder)) continue
    const draft = `${folder}.${process.pid}`
    mkdirSync(draft, { recursive: true })
    const name = `@sparticuz/chromium@${version}`
    const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', draft, name], {
      encoding: 'utf8',
    }).trim()
    const digest = createHash('sha512')
      .update(readFileSync(join(draft, archive)))
      .digest('base64')
    if (`sha512-${digest}` !== integrity) throw new Error(`${name} is not the package that this repository names`)
    execFileSync('tar', ['-xzf', archive, 'package/bin/chromium.br'], { cwd: draft })
    const program = brotliDecompressSync(readFileSync(join(draft, 'package/bin/chromium.br')))
    writeFileSync(join(draft, 'chromium'), program, { mode: 0o755 })
    writeFileSync(join(draft, 'fonts.conf'), fontConfiguration(folder))
    for (const rest of [archive, 'package']) rmSync(join(draft, rest), { recursive: true })
    renameSync(draft, folder)
  }
}
