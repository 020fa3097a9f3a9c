#!/usr/bin/env node
import '../server/no-inspector'
import { siteCommand } from './command'

/** The command of the packed archive. */
process.exitCode = await siteCommand(process.argv.slice(2), process)
