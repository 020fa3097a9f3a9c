import { parseFragment } from 'parse5'

/*
 * Programs outside of a browser read entities and names of elements by this module. The client's build takes
 * `html-reader-in-browser.ts` in its place (`imports` in package.json), because the names would be a part of every page's script.
 */

/** Decodes the entities in a text without tags, as browsers do. */
export function decodeEntities(text: string): string {
  const [node] = parseFragment(text.replaceAll('<', '&lt;')).childNodes
  return node && 'value' in node ? node.value : ''
}

/** True for an element of HTML that browsers know, including most obsolete ones. `name` is in lower case. */
export function isElement(name: string): boolean {
  return elements.has(name)
}

const elements = new Set(
  [
    'a abbr acronym address area article aside audio b base basefont bdi bdo big blockquote body br button canvas caption center',
    'cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer',
    'form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link listing main',
    'map mark marquee menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture',
    'plaintext pre progress q rb rp rt rtc ruby s samp script section select slot small source span strike strong style sub',
    'summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp',
  ].flatMap((names) => names.split(' ')),
)
