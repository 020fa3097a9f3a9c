/**
 * The inline script in the head of every page. It shows web fonts at the first paint of a later visit, which finds them in the
 * browser's cache. At a first visit they would delay the first picture, so the client fetches them later
 * (`client/styles/fetch-faces.ts`). The time of the stored home data marks an earlier visit, because it is in local storage even
 * if the home data is too long for it. The script also reserves the place of the share button if the device can share.
 */

import { attempt } from '#content/attempt'
import { timeKey } from './storage-keys'

if ('share' in navigator) document.documentElement.dataset.share = ''
const faces = document.getElementById('faces')
if (faces instanceof HTMLStyleElement && attempt(() => localStorage.getItem(timeKey))) faces.media = 'all'
