import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromium } from 'playwright-core'
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { Builder, Key } from 'selenium-webdriver'
import { chromiumArguments } from '../site/chromium'
import { freePort } from '../support/free-port'
import type { Engine } from './engines'

/** The actions of a browser that the journeys need. Each engine has its own protocol for them. The browser has one page. */
export type Driver = {
  version: string
  open: (address: string) => Promise<unknown>
  reload: () => Promise<unknown>
  /** Returns the value of an expression in the page. Waits for a promise. */
  evaluate: (expression: string) => Promise<unknown>
  /** Moves the mouse to a point of the window, and clicks there if `clicks` is true. */
  point: (x: number, y: number, clicks: boolean) => Promise<unknown>
  press: (key: DriverKey) => Promise<unknown>
  type: (text: string) => Promise<unknown>
  /** Sets the page's size, or the nearest size that the window can have. */
  size: (width: number, height: number) => Promise<unknown>
  /** The messages that the browser itself reports. WebKitGTK's driver reports none. */
  complaints: string[]
  quit: () => Promise<unknown>
}

export type DriverKey = 'Enter' | 'Space' | 'Tab' | 'Escape' | 'ArrowDown'

export function startDriver(engine: Engine): Promise<Driver> {
  if (engine.name === 'WebKitGTK') return startWebKit(engine)
  return engine.name === 'Firefox' ? startFirefox(engine) : startChromium(engine)
}

/** Starts Chromium with its DevTools protocol, which Playwright speaks with old versions too. */
async function startChromium({ path, args = [], fonts }: Engine): Promise<Driver> {
  const browser = await chromium.launch({
    executablePath: path,
    args: [...chromiumArguments, ...args],
    ...(fonts && { env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: fonts } }),
  })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(`uncaught: ${String(error)}`))
  return {
    version: browser.version(),
    open: (address) => page.goto(address, { waitUntil: 'domcontentloaded' }),
    reload: () => page.reload({ waitUntil: 'domcontentloaded' }),
    evaluate: (expression) => page.evaluate(expression),
    point: (x, y, clicks) => (clicks ? page.mouse.click(x, y) : page.mouse.move(x, y)),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    size: (width, height) => page.setViewportSize({ width, height }),
    complaints,
    quit: () => browser.close(),
  }
}

/** Starts Firefox with WebDriver BiDi, which needs no driver program. */
async function startFirefox({ path }: Engine): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: path })
  const page = await browser.newPage()
  // In a window without focus, a key press activates no button in Firefox.
  await page.bringToFront()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(`uncaught: ${String(error)}`))
  return {
    version: (await browser.version()).replace(/^.*\//, ''),
    open: (address) => page.goto(address, { waitUntil: 'domcontentloaded' }),
    reload: () => page.reload({ waitUntil: 'domcontentloaded' }),
    evaluate: (expression) => page.evaluate(expression),
    point: (x, y, clicks) => (clicks ? page.mouse.click(x, y) : page.mouse.move(x, y)),
    press: (key) => page.keyboard.press(key === 'Space' ? ' ' : (key satisfies KeyInput)),
    type: (text) => page.keyboard.type(text),
    size: (width, height) => page.setViewport({ width, height }),
    complaints,
    quit: () => browser.close(),
  }
}

/** Starts WebKitGTK with WebKitWebDriver, and a virtual display, which the browser needs. */
async function startWebKit({ path }: Engine): Promise<Driver> {
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const xvfb = spawn('Xvfb', ['-displayfd', '3', ...screen], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [display] = await once(xvfb.stdio[3] as NodeJS.ReadableStream, 'data')
  const port = await freePort()
  const service = spawn(path, [`--port=${port}`], {
    // Turns compositing off. Without a graphics card it takes most of the time, and sometimes makes a page hang.
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  while (!(await fetch(`${address}/status`).catch(() => undefined)));
  const driver = await new Builder()
    .usingServer(address)
    // Limits scripts to 10 s, because the driver never answers a script whose page is left.
    .withCapabilities({ browserName: 'MiniBrowser', timeouts: { script: 10_000 } })
    .build()
  const evaluate = (expression: string): Promise<unknown> => driver.executeScript(`return ${expression}`)
  const window = driver.manage().window()
  return {
    version: (await driver.getCapabilities()).getBrowserVersion() ?? '',
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    evaluate,
    point: (x, y, clicks) => {
      const move = driver.actions().move({ x: Math.round(x), y: Math.round(y), duration: 0 })
      return (clicks ? move.click() : move).perform()
    },
    press: (key) =>
      driver
        .actions()
        .sendKeys(
          { Enter: Key.ENTER, Space: Key.SPACE, Tab: Key.TAB, Escape: Key.ESCAPE, ArrowDown: Key.ARROW_DOWN }[key],
        )
        .perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    size: async (width, height) => {
      // The window also contains the browser's own bars.
      const bars = Number(await evaluate('outerHeight - innerHeight'))
      await window.setRect({ width, height: height + bars })
    },
    complaints: [],
    quit: async () => {
      await driver.quit()
      service.kill()
      xvfb.kill()
    },
  }
}
