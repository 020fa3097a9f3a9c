import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Studio } from './Studio'
import './studio.css'

const root = document.getElementById('root')
if (!root) throw new Error('studio/app/index.html has no element with the id "root" to render into')
createRoot(root).render(createElement(StrictMode, null, createElement(Studio)))
