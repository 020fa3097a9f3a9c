import type { createBrowserRouter } from 'react-router-dom'
import type { Locale } from '#contract/locales'
import { splitLocale } from '#contract/paths'
import { bareWords } from '../language/i18n'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** The wait before the notice appears, in milliseconds. */
const slowAfter = 5_000

/**
 * Shows a notice while a page takes long, with a button that reloads: the server may have cached the page although the API hangs.
 * Written without React and loaded after the page, so that the notice does not delay the start script.
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
    }, slowAfter)
  }
  look(state)
  subscribe(look)
}

function noticeOf(address: string, locale: Locale): HTMLElement {
  const notice = document.createElement('div')
  notice.className = 'stale-notice band-night'
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent = bareWords[locale].slow
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = bareWords[locale].tryAgain
  button.onclick = () => location.assign(address)
  notice.append(text, button)
  return notice
}
