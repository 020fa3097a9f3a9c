import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contractCheck from '../contract-check/pack'
import * as mockClient from '../mock-client/pack'

/** `npm run contract:build`: builds the packages of the contract check and of the mock client, ready for `npm pack`. */
for (const { packageFolder, packagePages } of [contractCheck, mockClient])
  for (const [file, text] of packagePages()) writeFileSync(join(packageFolder, file), text)
await contractCheck.packContract()
await mockClient.packMockClient()
