/**
 * The inline script in the head of every page. It shows the web fonts from the second page load on, when the service worker has
 * cached them. At the first load they would delay the first picture, and if they came later, the page would move while it is read.
 * The time of the stored home data marks an earlier visit, because it is in local storage even if the home data is too long for it.
 * The script also reserves the place of the share button if the device can share.
 */

import { attempt } from '#content/attempt'
import { timeKey } from './storage-keys'

if ('share' in navigator) document.documentElement.dataset.share = ''
if (attempt(() => localStorage.getItem(timeKey))) {
  const faces = document.getElementById('faces') as HTMLStyleElement // in index.html
  faces.media = 'all'
  // For fonts that are requested here, Chrome delays the first paint by up to 50 ms. For others it does not wait.
  document.fonts.load("1em 'Readex Pro'", 'aا').catch(() => undefined)
}
