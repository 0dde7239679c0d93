/**
 * `npm run template`: prepares the embedded database for a first start, unless it exists for the same sources. Runs automatically after
 * `npm ci`. Without it a first start migrates an empty database, which takes some seconds longer.
 */
import { ensureTemplate } from '../src/server/build-template.ts'
import { CommandError, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run template
Prepares the database for the first start in dist/database, if its sources have changed.`

await runCommand('template', async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  if (await ensureTemplate('starter')) print('Prepared the database for the first start in dist/database')
})
