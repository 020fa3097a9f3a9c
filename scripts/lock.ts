import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Completes package-lock.json after `npm install`. A registry mirror may lack the packages of other platforms; npm then omits them
 * from the lock file, and `npm ci` refuses such a file even where they are not needed. Adds them by name and version with the
 * platform from their name, so that npm skips them elsewhere.
 */
type Locked = { version?: string; optionalDependencies?: Record<string, string>; [field: string]: unknown }

const path = resolve(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Locked> }
const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {}, ...parent }) =>
  Object.entries(optionalDependencies)
    .filter(
      ([name, version]) =>
        /^\d/.test(version) && !Object.keys(lock.packages).some((key) => key.endsWith(`node_modules/${name}`)),
    )
    .map(([name, version]) => ({ name, version, isDev: parent.dev === true })),
)
for (const { name, version, isDev } of missing) {
  const [, system = '', cpu = '', variant] =
    /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm64|arm|x64|ia32|loong64|mips64el|ppc64|riscv64|s390x)(?:-([a-z]+))?$/.exec(
      name,
    ) ?? []
  if (!system) throw new Error(`${name}: its name tells no platform; add it to package-lock.json by hand`)
  lock.packages[`node_modules/${name}`] = {
    version,
    cpu: [cpu],
    ...(isDev && { dev: true }),
    ...(system === 'linux' && variant && { libc: [variant.startsWith('musl') ? 'musl' : 'glibc'] }),
    optional: true,
    os: [system],
  }
}
const packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
process.stdout.write(`${missing.length} packages of other platforms added to package-lock.json\n`)
