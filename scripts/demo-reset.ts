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
Deletes the embedded database in DATA_DIR, and the files and mails beside it. The next start makes the demo again.`

await runCommand('demo:reset', async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  if (readEnvironment(process.env) === 'production')
    throw new CommandError('NODE_ENV says production: there is no demo there, and nothing was deleted')
  if (process.env.DATABASE_URL) {
    throw new CommandError(
      'DATABASE_URL is set, and this deletes nothing from a PostgreSQL server: its audit log cannot be emptied. Drop that database and create it again (dropdb, createdb); the next start with DEMO=1 makes the demo in it',
    )
  }
  const folder = process.env.DATA_DIR || '.data'
  const parts = ['database', 'files', 'outbox'].map((name) => join(folder, name))
  if (!parts.some((part) => existsSync(part))) return print(`Nothing to delete in ${folder}.`)
  if (!existsSync(join(folder, 'secrets.json'))) {
    throw new CommandError(
      `${folder} was not made by this service (it has no secrets.json): nothing was deleted`,
    )
  }
  const unlock = await lockFolder(folder, process.pid)
  try {
    for (const part of parts) await rm(part, { recursive: true, force: true })
  } finally {
    await unlock()
  }
  print(`The database, the files and the mails in ${folder} are deleted, the secrets are kept.`)
  print('The next npm start makes the demo again.')
})
