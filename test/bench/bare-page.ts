/** The style of a bare page, which shows the content of a page of the site as quickly as possible on a slow network. */
const style = `
body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif;background:#f6f0e4;color:#10243a}
header,main,footer{max-width:75rem;margin:auto;padding:1rem}
nav ul,header ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
h1{font-size:2rem;line-height:1.2}a{color:#0a6c7d}
img{display:block;width:100%;height:auto;border-radius:.875rem}
article{background:#fffdf8;border-radius:.875rem;padding:1rem}
.row{display:flex;gap:1rem;padding:0;overflow-x:auto;scroll-snap-type:x mandatory;list-style:none}
.row>*{flex:0 0 92%;scroll-snap-align:start}
.list{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr))}
footer{background:#10243a;color:#f6f0e4}footer a{color:#e8b44c}
@media(min-width:993px){.row>*{flex-basis:23%}}
`
  .replaceAll('\n', '')
  .trim()

/** The classes of elements that lie in a row or a grid on the site, and the classes that bare pages use instead. */
const arrangements: Record<string, string> = {
  'slider-list': 'row',
  'hero-track': 'row',
  'ticker-list': 'row',
  'item-list': 'list',
}

const plainAttributes =
  /^(?:href|src|srcset|sizes|width|height|alt|lang|dir|loading|fetchpriority|datetime|type|name|id|for)$/

/**
 * Makes a bare page, with which a page of the site is compared. It has the HTML of that page without everything that is not
 * content, one small inline style, and the system's font. Headings, texts, links, fields and pictures stay the same, with the
 * same variants. The head keeps its title, its description and the preload of the first picture.
 */
export function barePage(html: string): string {
  const attribute = (tag: string, name: string) => new RegExp(`<${tag}[^>]*\\s${name}="([^"]*)"`).exec(html)?.[1] ?? ''
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  const description = /<meta name="description" content="[^"]*">/.exec(html)?.[0] ?? ''
  const picture = /<link rel="preload" as="image"[^>]*>/.exec(html)?.[0] ?? ''
  const root = /<div id="root">([\s\S]*)<\/div>\s*<script type="application\/json"/.exec(html)?.[1] ?? ''
  const content = root
    .replace(/<svg[\s\S]*?<\/svg>|<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, '')
    // Removes hidden text for screen readers, which repeats visible text.
    .replace(/<span class="visually-hidden">(?:[^<]|<bdi[^>]*>[^<]*<\/bdi>)*<\/span>/g, '')
    // Removes drawings that the site shows only on wide screens.
    .replace(/<img[^>]*class="page-heading-art"[^>]*>/g, '')
    // Removes a carousel's buttons, which do nothing without script.
    .replace(/<button(?![^>]*type="submit")[^>]*>(\s*)<\/button>/g, '')
    .replace(/<(?:div|span|ul) class="(?:step-buttons|hero-indicators)"><\/(?:div|span|ul)>/g, '')
    .replace(/<([a-z][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/gi, (_, tag: string, attributes: string) =>
      openTag(tag, attributes),
    )
    .replace(/<\/?span>/g, '')
    // Puts menus into `<details>`, which folds without script, so that the first view on a phone has the same content.
    .replace(/<button type="button">([^<]*)<\/button>(<ul[^>]*>(?:(?!<ul|<\/ul>)[\s\S])*<\/ul>)/g, folded)
    .replace(/<button type="button">([^<]*)<\/button>([\s\S]*?)(?=<\/nav>)/g, folded)
  return [
    `<!doctype html><html lang="${attribute('html', 'lang')}" dir="${attribute('html', 'dir')}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${description}${picture}`,
    `<link rel="icon" href="data:,"><style>${style}</style></head><body>${content}</body></html>`,
  ].join('')
}

function folded(_: string, summary: string, content: string): string {
  return `<details><summary>${summary}</summary>${content}</details>`
}

function openTag(tag: string, attributes: string): string {
  const pairs = Array.from(attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g), ([, name = '', value]) => ({ name, value }))
  const names = pairs.find(({ name }) => name === 'class')?.value?.split(' ') ?? []
  const arrangement = names.map((name) => arrangements[name]).find(Boolean)
  const rest = pairs.filter(({ name }) => plainAttributes.test(name.toLowerCase()))
  const written = rest.map(({ name, value }) =>
    value === undefined ? name.toLowerCase() : `${name.toLowerCase()}="${value}"`,
  )
  return `<${[tag, ...(arrangement ? [`class=${arrangement}`] : []), ...written].join(' ')}>`
}
