import { spawn } from 'node:child_process'
import { once } from 'node:events'
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { Builder, Key } from 'selenium-webdriver'
import { chromiumArguments } from '../site/chromium'
import { freePort } from '../support/free-port'
import type { Engine } from './engines'

/** The browser's actions that the journeys need, in the words of each engine's own protocol. One window, one page. */
export type Driver = {
  version: string
  open: (address: string) => Promise<unknown>
  reload: () => Promise<unknown>
  /** The value of an expression in the page; promises are waited for. */
  evaluate: (expression: string) => Promise<unknown>
  /** The mouse goes to a point of the window and, if asked to, clicks. */
  point: (x: number, y: number, clicks: boolean) => Promise<unknown>
  press: (key: DriverKey) => Promise<unknown>
  type: (text: string) => Promise<unknown>
  /** The page's size, or the nearest that the window can have. */
  size: (width: number, height: number) => Promise<unknown>
  /** The messages that the browser itself reports; WebKitGTK's driver has none. */
  complaints: string[]
  quit: () => Promise<unknown>
}

export type DriverKey = 'Enter' | 'Space' | 'Tab' | 'Escape' | 'ArrowDown'

export function startDriver(engine: Engine): Promise<Driver> {
  return engine.name === 'WebKitGTK' ? startWebKit(engine) : startPuppeteer(engine)
}

/** Chromium by its DevTools protocol, Firefox by WebDriver BiDi: neither needs a driver program. */
async function startPuppeteer({ name, path }: Engine): Promise<Driver> {
  const browser = await puppeteer.launch(
    name === 'Firefox'
      ? { browser: 'firefox', executablePath: path }
      : { executablePath: path, args: chromiumArguments },
  )
  const page = await browser.newPage()
  // Firefox presses no button by a key in a window without focus.
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

/** WebKitGTK by WebKitWebDriver; its browser needs a display. */
async function startWebKit({ path }: Engine): Promise<Driver> {
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const xvfb = spawn('Xvfb', ['-displayfd', '3', ...screen], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [display] = await once(xvfb.stdio[3] as NodeJS.ReadableStream, 'data')
  const port = await freePort()
  const service = spawn(path, [`--port=${port}`], {
    // Without a graphics card compositing takes most of the time, and now and then the page hangs in it.
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  while (!(await fetch(`${address}/status`).catch(() => undefined)));
  const driver = await new Builder()
    .usingServer(address)
    // A script whose page goes away meanwhile is never answered.
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
      // The window has the browser's own bars too.
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
