import { defaultTreeAdapter, html as names, parseFragment } from 'parse5'
import { createLimitedTree } from './limited-tree'

/** Parses a body outside of a browser, with the limits of a body. `hasPlaces` adds the places of nodes in the HTML. */
export function parseBody(html: string, hasPlaces = false) {
  return parseFragment(defaultTreeAdapter.createElement('div', names.NS.HTML, []), html, {
    treeAdapter: createLimitedTree(),
    scriptingEnabled: false,
    sourceCodeLocationInfo: hasPlaces,
  })
}
