import { packContract, writePages } from './contract/pack'

/** `npm run contract:build`: builds the package of the contract check, ready for `npm pack`. */
await writePages(false)
await packContract()
