import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { queryAllByRole } from '@testing-library/dom'
import { type Driver, startDriver } from './drivers'
import type { Engine } from './engines'

/** An element as a screen reader finds it: its role, its exact name if given, and its container. */
export type Target = [role: string, name?: string, within?: Target]

/** The actions, which are the same in every engine. Each action waits until its element exists, as a person would. */
export type Tab = ReturnType<typeof createTab>

export async function openTab(engine: Engine): Promise<Tab> {
  return createTab(await startDriver(engine), await readFile(finderPath, 'utf8'))
}

const finderPath = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')

function createTab(driver: Driver, finder: string) {
  /** Runs a function in the page. The function can use only its arguments and the page's globals. */
  async function run<Args extends unknown[], T>(script: (...args: Args) => T, ...args: Args): Promise<Awaited<T>> {
    return (await driver.evaluate(`(${script})(${args.map((arg) => JSON.stringify(arg)).join()})`)) as Awaited<T>
  }

  /** Like `run`, for a function whose first argument finds elements. */
  async function runWithFinder<Args extends unknown[], T>(script: (find: Find, ...args: Args) => T, ...args: Args) {
    if (!(await run(() => 'TestingLibraryDom' in globalThis))) await driver.evaluate(`(() => {${finder}})()`)
    const given = [`(${find})`, ...args.map((arg) => JSON.stringify(arg))]
    return (await driver.evaluate(`(${script})(${given.join()})`)) as Awaited<T>
  }

  async function moveTo(target: Target, clicks: boolean): Promise<void> {
    let centre: Awaited<ReturnType<typeof centreOf>>
    await eventually(async () => {
      centre = await runWithFinder(centreOf, target)
      return centre ? 'in place' : `not in place: ${target.join()}`
    }).toBe('in place')
    if (centre) await driver.point(centre.x, centre.y, clicks)
  }

  return {
    ...driver,
    run,
    click: (...target: Target) => moveTo(target, true),
    hover: (...target: Target) => moveTo(target, false),
    /** Returns the texts of all elements that match at the moment. */
    texts: (...target: Target) =>
      runWithFinder((find, wanted) => find(wanted).map((element) => element.textContent?.trim() ?? ''), target),
    attribute: (name: string, ...target: Target) =>
      runWithFinder((find, wanted, attribute) => find(wanted)[0]?.getAttribute(attribute) ?? null, target, name),
    back: () => run(() => history.back()),
    /** Returns all errors so far, from the browser and from the `collector` in the page. */
    complaints: async () => [...driver.complaints, ...(await run(() => JSON.parse(sessionStorage.complaints ?? '[]')))],
    /** Leaves the page, so that it does not affect the next test. */
    leave: async () => {
      await driver.open('about:blank')
      driver.complaints.length = 0
    },
  }
}

/** Retries an assertion until it holds. Reading may fail meanwhile, because the page may be navigating. */
export function eventually<T>(read: () => Promise<T>) {
  return expect.poll(() => read().catch((error: Error) => error.message), { intervals: [50] })
}

/** A script for `front.script` that collects the page's errors in every engine. */
export const collector = `
const complain = (text) => {
  sessionStorage.complaints = JSON.stringify([...JSON.parse(sessionStorage.complaints ?? '[]'), text])
}
addEventListener('error', ({ message }) => complain('uncaught: ' + message))
addEventListener('unhandledrejection', ({ reason }) => complain('rejected: ' + reason))
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => complain('policy: ' + violatedDirective + ' ' + blockedURI))
const { error } = console
console.error = (...reasons) => {
  complain('console: ' + reasons.join(' '))
  error(...reasons)
}
`

type Find = (target: Target) => HTMLElement[]

/** Finds elements by role and name. Runs in the page. */
function find([role, name, within]: Target): HTMLElement[] {
  const library = Reflect.get(globalThis, 'TestingLibraryDom') as { queryAllByRole: typeof queryAllByRole }
  const root = within ? find(within)[0] : document.body
  return root ? library.queryAllByRole(root, role, name ? { name } : {}) : []
}

/** Returns the centre of an element if it is at rest, visible and not covered. Runs in the page. */
async function centreOf(find: Find, target: Target): Promise<{ x: number; y: number } | undefined> {
  const [element] = find(target)
  if (!element) return undefined
  const middle = () => {
    const { x, y, width, height } = element.getClientRects()[0] ?? new DOMRect()
    return { x: x + width / 2, y: y + height / 2 }
  }
  const isHit = ({ x, y }: { x: number; y: number }) => element.contains(document.elementFromPoint(x, y))
  if (!isHit(middle())) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const before = middle()
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const after = middle()
  return isHit(after) && before.x === after.x && before.y === after.y ? after : undefined
}
