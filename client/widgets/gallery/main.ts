import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isLocale, type Locale, locales } from '#contract/locales'
import { Gallery } from './Gallery'
import './index.css'

// `?locale=ar` shows only Arabic and sets the document's language and direction, as a page of the site does.
const asked = new URLSearchParams(location.search).get('locale')
const shown = isLocale(asked) ? [asked] : (Object.keys(locales) as Locale[])
if (isLocale(asked)) {
  document.documentElement.lang = locales[asked].lang
  document.documentElement.dir = locales[asked].dir
}

const root = document.getElementById('root')
if (!root) throw new Error('client/widgets/gallery/index.html has no element with the id "root" to render into')
createRoot(root).render(createElement(StrictMode, null, createElement(Gallery, { shown })))
