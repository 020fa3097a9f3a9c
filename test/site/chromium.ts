import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const modules = resolve(import.meta.dirname, '../../node_modules')

/**
 * Starts the browser at `CHROME_PATH`, or else Chromium from the npm package `@sparticuz/chromium`, which has the same version on
 * every machine, or the installed Chrome where the package's does not run. `extraArgs` are arguments for Chromium.
 */
export async function launchBrowser(extraArgs: string[] = []): Promise<Browser> {
  const options = await launchOptions()
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...extraArgs] })
}

/** Chromium's sandbox does not work for root. Without the other arguments, Chromium would contact hosts that cannot be reached. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Returns Playwright's launch options for the browser. */
export async function launchOptions(): Promise<LaunchOptions> {
  const { CHROME_PATH } = process.env
  const hasPackaged = process.platform === 'linux' && process.arch === 'x64'
  const installed = CHROME_PATH ? { executablePath: CHROME_PATH } : { channel: 'chrome' }
  return { ...(hasPackaged && !CHROME_PATH ? await packagedBrowser() : installed), args: chromiumArguments }
}

/**
 * Unpacks the npm package's browser into `node_modules/.cache`. The package changes the environment of its process and unpacks to
 * fixed names in the temporary folder, so it runs in a process and a folder of its own. The complete folder is then renamed.
 */
async function packagedBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const folder = join(modules, '.cache/chromium-147')
  if (!existsSync(folder)) {
    const unpacking = `${folder}.${process.pid}`
    mkdirSync(unpacking, { recursive: true })
    const unpack = `require('@sparticuz/chromium').executablePath()`
    // This runtime name makes the package unpack libraries that a bare Debian lacks (nss, expat).
    const env = { ...process.env, TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
    execFileSync(process.execPath, ['-e', unpack], { cwd: dirname(modules), env })
    writeFileSync(join(unpacking, 'fonts.conf'), fontConfiguration(folder))
    try {
      renameSync(unpacking, folder)
    } catch (error) {
      // Another test process has renamed its folder first. Both folders have the same files.
      rmSync(unpacking, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/**
 * Configures fonts for Chromium, whose renderer crashes without any. The package's own configuration names folders that exist only
 * on AWS Lambda. DejaVu Sans has Latin and Arabic letters, like a phone's fonts.
 */
export function fontConfiguration(folder: string): string {
  const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`
}
