import './no-inspector'
import { join } from 'node:path'
import { runServer } from './run'

// In `npm run dev` Vite renders the pages from the sources, so no build is served.
const distDir = process.env.NODE_ENV === 'development' ? undefined : join(import.meta.dirname, '..')
process.exitCode = await runServer(process.env, distDir)
