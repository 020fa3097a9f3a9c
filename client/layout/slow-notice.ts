import type { createBrowserRouter } from 'react-router-dom'
import type { Locale } from '#contract/locales'
import { splitLocale } from '#contract/paths'
import { bareWords } from '../language/i18n'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** After so many milliseconds of an empty page, visitors wonder whether anything still happens. */
const patience = 5_000

/** In both languages here, as the labels may be on their way too. */
const words: Record<Locale, string> = {
  en: 'This is taking longer than it should.',
  ar: 'يستغرق هذا وقتًا أطول مما ينبغي.',
}

/**
 * Says that a page has been awaited for long, and offers to load it anew: the server keeps its last good pages, so it may have
 * this one though the API hangs. Beside React, as it comes after the page's own script, which every page waits for.
 */
export function watchSlowness({ state, subscribe }: Router): void {
  let awaited: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let notice: HTMLElement | undefined
  const look = ({ navigation, initialized, location: shown }: Router['state']) => {
    const { pathname, search } = navigation.location ?? shown
    const wanted = navigation.state === 'idle' && initialized ? undefined : pathname + search
    if (wanted === awaited) return
    awaited = wanted
    clearTimeout(timer)
    notice?.remove()
    if (wanted === undefined) return
    timer = setTimeout(() => {
      notice = noticeOf(wanted, splitLocale(pathname)[0])
      document.body.append(notice)
    }, patience)
  }
  look(state)
  subscribe(look)
}

function noticeOf(address: string, locale: Locale): HTMLElement {
  const notice = document.createElement('div')
  notice.className = 'stale-notice band-night'
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent = words[locale]
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = bareWords[locale].tryAgain
  button.onclick = () => location.assign(address)
  notice.append(text, button)
  return notice
}
