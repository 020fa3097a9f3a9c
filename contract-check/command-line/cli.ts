#!/usr/bin/env node
import { contractCommand } from './command'

/** The package's command, and `npm run contract -- URL`: checks any server against the contract. */
process.exitCode = await contractCommand(process.argv.slice(2), process)
