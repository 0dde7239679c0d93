/** `npm run migrate`: applies missing migrations and verifies that firms are isolated, without starting the service. */
import { createLog } from '../src/server/platform/log.ts'
import { openMigratedDatabase, readCommandConfig } from '../src/server/start.ts'
import { CommandError, print, runCommand, toStandardError } from './command.ts'

const USAGE = `Usage: npm run migrate
Applies the missing migrations to MIGRATION_DATABASE_URL or DATABASE_URL, or to the embedded database in DATA_DIR.`

await runCommand('migrate', async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  const config = await readCommandConfig(process.env)
  const { applied, isEmbedded, close } = await openMigratedDatabase(
    config,
    createLog('warn', toStandardError),
    process.pid,
    { waitMs: 'url' in config.database ? config.database.waitMs : 0 },
  )
  await close()
  const where = isEmbedded ? `The embedded database in ${config.dataDir}` : 'The database'
  for (const name of applied) print(`Applied ${name}`)
  print(`${where} is up to date${applied.length === 0 ? ': no migration was missing' : ''}.`)
  print('Verified: without an access scope, the service cannot read any row of a firm.')
})
