/**
 * `npm run demo:reset`: removes the embedded database, its files and its mails; the secrets stay, so that sessions and the printed
 * password keep working. It deletes nothing from a PostgreSQL server: the audit log there refuses every deletion.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readEnvironment } from '../src/server/config.ts'
import { lockFolder } from '../src/server/platform/data-folder.ts'
import { CommandError, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run demo:reset
Deletes the embedded database in DATA_DIR with its files and mails. The next start creates the demo again.`

await runCommand('demo:reset', async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  if (readEnvironment(process.env) === 'production')
    throw new CommandError('NODE_ENV is production, which has no demo. No data was deleted')
  if (process.env.DATABASE_URL) {
    throw new CommandError(
      'This command deletes only the embedded database, but DATABASE_URL is set. The audit log on a PostgreSQL server cannot be emptied. To reset that database, drop and create it (dropdb, createdb), and start the service with DEMO=1',
    )
  }
  const folder = process.env.DATA_DIR || '.data'
  const parts = ['database', 'files', 'outbox'].map((name) => join(folder, name))
  if (!parts.some((part) => existsSync(part))) return print(`No data to delete in ${folder}.`)
  if (!existsSync(join(folder, 'secrets.json'))) {
    throw new CommandError(
      `${folder} was not created by this service (it has no secrets.json). No data was deleted`,
    )
  }
  const unlock = await lockFolder(folder, process.pid)
  try {
    for (const part of parts) await rm(part, { recursive: true, force: true })
  } finally {
    await unlock()
  }
  print(`Deleted the database, the files and the mails in ${folder}. The secrets are kept.`)
  print('The next npm start creates the demo again.')
})
