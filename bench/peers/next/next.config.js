import { join } from 'node:path'

/** The content and the styles lie beside this folder. */
export default { turbopack: { root: join(import.meta.dirname, '..') } }
