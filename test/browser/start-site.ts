import { startServer } from './setup'

/** Starts the production build once for all browser tests, on a free port; `npm test` has built it just before. */
export default async function startSite(): Promise<() => Promise<void>> {
  const server = await startServer({})
  process.env.SITE = server.address
  return server.stop
}
