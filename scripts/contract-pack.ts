import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder, packagePages, packContract } from '../contract-check/pack'

/** `npm run contract:build`: builds the package of the contract check, ready for `npm pack`. */
for (const [file, text] of packagePages()) writeFileSync(join(packageFolder, file), text)
await packContract()
