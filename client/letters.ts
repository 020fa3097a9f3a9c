import { arrivalEvent } from './components/use-arrival'
import { whenIdle } from './when-idle'

/** What the head of a page that the server rendered leaves to whoever shows the site's letters (`server/font-script.ts`). */
type Letters = {
  /** Gives what a selector finds the site's letters, and the rest the device's; `:root` is all, nothing is none. */
  write: (selector: string) => void
  /** Runs this once the letters are there, where the page is seen in the device's own. */
  show: (run: () => void) => void
}

type Box = { whole: DOMRect; start: DOMRect }

/** Of the sums that browsers call a layout shift: what nobody notices, and half of what `quality.md` allows (P3). */
const stillEnough = 0.005

/** How long a part waits for its turn at most, in milliseconds. */
const soon = { timeout: 500 }

/**
 * Shows a page in the site's letters that was painted in the device's own. A line may wrap otherwise in them, and what stands
 * below it would move before the reader's eyes. So they are shown at once only where no visible thing moves; elsewhere with the
 * next page that the visitor opens, or unseen. They come part by part of the page, each a task of its own: to lay out the whole
 * home page anew takes an old phone a fifth of a second (quality row P2).
 */
export function showLetters(): void {
  const letters: Letters | undefined = Reflect.get(globalThis, 'letters')
  letters?.show(() => {
    if (document.hidden) return letters.write(':root')
    finishUnseen(letters)
    whenIdle(() => addParts(letters, 0), soon)
  })
}

let isFinished = false

/** The whole page has them as soon as it is another, or out of sight. */
function finishUnseen({ write }: Letters): void {
  const unseen = new AbortController()
  const finish = () => {
    isFinished = true
    write(':root')
    unseen.abort()
  }
  const { signal } = unseen
  addEventListener(arrivalEvent, finish, { signal })
  document.addEventListener('visibilitychange', () => document.hidden && finish(), { signal })
}

/** Goes on behind the first so many parts of the page, as long as nothing in sight moves. */
function addParts(letters: Letters, count: number): void {
  if (isFinished) return
  const parts = [...document.querySelectorAll('#root > main > *, #root > footer')]
  const seen = parts.filter((part) => part.getBoundingClientRect().top < innerHeight).length
  const next = Math.max(seen, count + 1)
  const near = seen > count ? nearElements(document.body) : []
  const before = near.map(boxOf)
  const writeFirst = (number: number) => {
    // All of them: also those that come when what has failed is there after all.
    if (number >= parts.length) letters.write('#root>:not(main),main>*')
    else letters.write(number ? `#root>:not(main,footer),main>:nth-child(-n+${number})` : '')
  }
  writeFirst(next)
  if (!isStill(before, near.map(boxOf))) writeFirst(count)
  else if (next < parts.length) whenIdle(() => addParts(letters, next), soon)
}

/** What is in sight or may come into it: not what lies far off, or beside the window as the cards of a slider do. */
function nearElements(element: Element): Element[] {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  if (bottom < -innerHeight / 2 || top > 1.5 * innerHeight || left > innerWidth || right < 0) return []
  return [element, ...Array.from(element.children).flatMap(nearElements)]
}

function boxOf(element: Element): Box {
  const whole = element.getBoundingClientRect()
  return { whole, start: element.getClientRects()[0] ?? whole }
}

/** Whether what the browser will call the layout shift between these is small enough. */
function isStill(before: Box[], after: Box[]): boolean {
  const start = document.documentElement.dir === 'rtl' ? 'right' : 'left'
  const moved: DOMRect[] = []
  let farthest = 0
  before.forEach((from, index) => {
    const to = after[index] ?? from
    const way = Math.max(Math.abs(from.start.top - to.start.top), Math.abs(from.start[start] - to.start[start]))
    const seen = [from, to].filter(({ whole }) => isSeen(whole)).length
    if (way < 3 || seen === 0) return
    // What comes into the window, or leaves it, counts as if it had crossed it.
    farthest = Math.max(farthest, seen === 2 ? way : Math.max(innerWidth, innerHeight))
    moved.push(from.whole, to.whole)
  })
  let touched = 0
  for (let column = 0.5; column < 16; column++) {
    for (let row = 0.5; row < 16; row++) {
      const x = (innerWidth * column) / 16
      const y = (innerHeight * row) / 16
      if (moved.some(({ left, right, top, bottom }) => left <= x && x < right && top <= y && y < bottom)) touched++
    }
  }
  return ((touched / 256) * farthest) / Math.max(innerWidth, innerHeight) < stillEnough
}

function isSeen({ left, right, top, bottom }: DOMRect): boolean {
  return right > left && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
}
