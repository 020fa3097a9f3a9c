import { join } from 'node:path'

/** The root is the parent folder, because the content and the styles are in a folder beside this one. */
export default { turbopack: { root: join(import.meta.dirname, '..') } }
