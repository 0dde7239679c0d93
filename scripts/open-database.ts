/** Opens the database of the service for a command. */
import { existsSync } from 'node:fs'
import { FolderInUse } from '../src/server/platform/data-folder.ts'
import { createLog } from '../src/server/platform/log.ts'
import { type OpenedDatabase, openMigratedDatabase, type readCommandConfig } from '../src/server/start.ts'
import { CommandError, toStandardError } from './command.ts'

export async function openDatabaseOfService(
  config: Awaited<ReturnType<typeof readCommandConfig>>,
): Promise<OpenedDatabase> {
  if ('dataDir' in config.database && !existsSync(config.database.dataDir))
    throw new CommandError(
      `There is no database in ${config.dataDir}: set DATA_DIR to the folder of the service`,
    )
  try {
    return await openMigratedDatabase(config, createLog('warn', toStandardError), process.pid)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandError(
      `The service is running with ${config.dataDir}. Stop it first: only one process can open the embedded database. With PostgreSQL the service can keep running`,
    )
  }
}
