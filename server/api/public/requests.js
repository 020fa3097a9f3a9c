/** The script of `/__requests`. Copies a call as a curl line, and adds new calls while no call is open. */

const every = 2_000

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-curl]')
  if (!button) return
  const said = document.querySelector('#said')
  try {
    await navigator.clipboard.writeText(button.dataset.curl)
    said.textContent = 'Copied.'
  } catch {
    said.textContent = 'The browser does not let this page copy; the line is in the row’s details.'
  }
})

setInterval(async () => {
  if (document.hidden || document.querySelector('details[open]')) return
  // The focus must not be taken from under somebody's fingers.
  if (document.querySelector('tbody')?.contains(document.activeElement)) return
  const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!response?.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#calls')
  const shown = document.querySelector('#calls')
  if (fresh && shown.dataset.newest !== fresh.dataset.newest) shown.replaceWith(document.adoptNode(fresh))
}, every)
