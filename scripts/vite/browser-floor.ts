/**
 * The oldest browsers that the site works in. The build lowers syntax for them, `test/client/browser-floor.test.ts` keeps newer
 * interfaces out of the built files, and README names them.
 */
export const browserFloor = { chrome: 109, firefox: 115, safari: 16.4 } as const

/** The browsers as Vite's `build.target`. On iPhones Safari has the same version, but some styles with a prefix only. */
export const target = Object.entries({ ...browserFloor, ios: browserFloor.safari }).map((entry) => entry.join(''))
