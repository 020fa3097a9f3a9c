import type { Shot } from './camera'

/** The sheet: all pictures in a grid with filters, in one file that needs nothing but the pictures beside it. */
export function sheetPage(title: string, shots: Shot[]): string {
  const names = [...new Set(shots.map(({ kind, name }) => `${kind}: ${name}`))]
  const sections = names.map((name) => {
    const own = shots.filter((shot) => `${shot.kind}: ${shot.name}` === name)
    return `<section data-name="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2><div class="shots">${own.map(figure).join('\n')}</div></section>`
  })
  const select = (key: string, label: string, values: (string | number)[]) =>
    `<label>${label} <select name="${key}"><option value="">all</option>${values.map((value) => `<option>${escapeHtml(String(value))}</option>`).join('')}</select></label>`
  const valuesOf = (key: 'locale' | 'width' | 'scheme') => [...new Set(shots.map((shot) => shot[key]))]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<header><h1>${escapeHtml(title)}</h1>
<form>${select('locale', 'Language', valuesOf('locale'))}${select('width', 'Width', valuesOf('width'))}${select('scheme', 'Scheme', valuesOf('scheme'))}${select('name', 'Page', names)}
<label><input type="checkbox" name="faulty"> only with findings</label> <output></output></form></header>
<main>${sections.join('\n')}</main>
<dialog aria-label="Picture"><p></p><img alt=""></dialog>
<script>${script}</script>
</html>
`
}

function figure({ kind, name, locale, path, width, scheme, file, findings }: Shot): string {
  const list = findings.map(
    ({ fault, place, text }) => `<li><b>${fault}</b> ${escapeHtml(place)}: <bdi>${escapeHtml(text)}</bdi></li>`,
  )
  const told =
    list.length > 0 ? `<details><summary>${list.length} found</summary><ul>${list.join('')}</ul></details>` : ''
  return `<figure data-locale="${locale}" data-width="${width}" data-scheme="${scheme}"${told && ' data-faulty'}>
<a href="${file}"><img src="${file}" alt="${escapeHtml(`${kind} ${name}, ${locale}, ${width}, ${scheme}`)}" loading="lazy" decoding="async"></a>
<figcaption>${locale} · ${width} · ${scheme} <code>${escapeHtml(path)}</code>${told}</figcaption></figure>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0 }
header { position: sticky; inset-block-start: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; padding: .75rem 1.5rem; background: Canvas; border-block-end: 1px solid GrayText }
h1 { margin: 0; font-size: 1.125rem } h2 { font-size: 1rem; margin: 0 0 .75rem }
form { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center } select { font: inherit; max-inline-size: 16rem }
section { padding: 1.25rem 1.5rem; border-block-end: 1px solid color-mix(in srgb, GrayText 40%, transparent) }
.shots { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
figure { margin: 0; inline-size: 24rem } figure[data-width="360"] { inline-size: 11rem } figure[data-width="768"] { inline-size: 17rem }
figure a { display: block; block-size: 26rem; overflow: hidden; border: 1px solid GrayText; border-radius: .25rem; background: #8883 }
figure a:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
figure img { display: block; inline-size: 100% }
figcaption { font-size: .8125rem; overflow-wrap: anywhere } figcaption code { display: block; opacity: .75 }
details { color: #b3261e } @media (prefers-color-scheme: dark) { details { color: #f2b8b5 } }
[hidden] { display: none !important }
dialog { inline-size: min(100vw - 2rem, 84rem); max-block-size: calc(100vh - 2rem); padding: .75rem; overflow: auto }
dialog img { display: block; max-inline-size: 100%; margin-inline: auto } dialog p { margin: 0 0 .5rem }`

const script = `
const form = document.forms[0], dialog = document.querySelector('dialog'), figures = [...document.querySelectorAll('figure')]
for (const [key, value] of new URLSearchParams(location.hash.slice(1))) { const field = form.elements[key]; if (field) field.type === 'checkbox' ? field.checked = true : field.value = value }
function filter() {
  const { locale, width, scheme, name, faulty } = form.elements
  for (const figure of figures) {
    const { dataset } = figure
    figure.hidden = Boolean(locale.value && locale.value !== dataset.locale || width.value && width.value !== dataset.width || scheme.value && scheme.value !== dataset.scheme
      || name.value && name.value !== figure.closest('section').dataset.name || faulty.checked && !('faulty' in dataset))
  }
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('figure:not([hidden])')
  form.querySelector('output').textContent = figures.filter((figure) => !figure.hidden).length + ' of ' + figures.length
  history.replaceState(null, '', '#' + new URLSearchParams([...new FormData(form)].filter(([, value]) => value)))
}
form.addEventListener('input', filter)
form.addEventListener('submit', (event) => event.preventDefault())
filter()
let shown
function show(figure) {
  if (!figure) return
  shown = figure
  dialog.querySelector('img').src = figure.querySelector('img').src
  dialog.querySelector('p').textContent = figure.closest('section').dataset.name + ' · ' + figure.querySelector('figcaption').firstChild.textContent + '(arrow keys: the next one)'
  if (!dialog.open) dialog.showModal()
  dialog.scrollTop = 0
}
document.querySelector('main').addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (!link || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  show(link.closest('figure'))
})
dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
addEventListener('keydown', ({ key }) => {
  if (!dialog.open || !['ArrowLeft', 'ArrowRight'].includes(key)) return
  const visible = figures.filter((figure) => !figure.hidden)
  show(visible[visible.indexOf(shown) + (key === 'ArrowRight' ? 1 : -1)])
})`
