/**
 * `npm run template`: prepares the database that a first start on the embedded database begins with, unless there is one of the same
 * sources. Runs by itself after `npm ci`. Without it a first start migrates an empty database, which takes some seconds longer.
 */
import { ensureTemplate } from '../src/server/build-template.ts'
import { CommandError, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run template
Builds the database that a first start begins with into dist/database, if anything it is made from has changed.`

await runCommand('template', async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  if (await ensureTemplate('starter')) print('The database of a first start is prepared in dist/database')
})
