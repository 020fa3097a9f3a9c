import { base } from '#contract/paths'

/**
 * The local storage keys of the home data (`lang`, spec section 3) and of its fetch time. The keys contain the base path, because
 * several sites can share an origin.
 */
export const homeKey = `${base.slice(1)}lang`
export const timeKey = `${homeKey}.at`
