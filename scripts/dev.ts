import concurrently from 'concurrently'
import { endWithNpm } from '../server/end-with-npm'

/** `npm run dev`: runs the API's server and Vite side by side. When one of them ends, the other is ended too. */
endWithNpm()
const { result } = concurrently(
  [
    { command: 'npm:dev:api', name: 'api', prefixColor: 'cyan' },
    { command: 'npm:dev:client', name: 'client', prefixColor: 'magenta' },
  ],
  { killOthersOn: ['success', 'failure'] },
)
await result.catch(() => {
  process.exitCode = 1
})
