/**
 * `npm run rotate-pps-key`: re-encrypts every PPS number under the new key (Spec 2.7), batch by batch. It may be ended at
 * any moment and run again. The service itself reads with both keys meanwhile, so it is started with both beforehand.
 */
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { countUnderOtherKeys, reencryptAll } from '../src/server/domains/members/index.ts'
import { pipeline as createPipeline, SYSTEM } from '../src/server/operation/pipeline.ts'
import { createCipher } from '../src/server/platform/cipher.ts'
import { FolderInUse } from '../src/server/platform/data-folder.ts'
import type { Database, Tx } from '../src/server/platform/database.ts'
import { createLog } from '../src/server/platform/log.ts'
import { type OpenedDatabase, openMigratedDatabase, readCommandConfig } from '../src/server/start.ts'
import { CommandError, counted, runCommand, say, toStandardError } from './command.ts'

const USAGE = `Usage: npm run rotate-pps-key [-- --batch-size N]
Needs the configuration of the service with PPS_ENCRYPTION_KEY set to the new key and PPS_ENCRYPTION_KEY_PREVIOUS to the
old one. On PostgreSQL the service keeps running, with the same two keys; the embedded database needs it stopped.
N numbers (1 to 1000, 100 unless given) are one transaction, during which a firm's other changes wait.`

const ATTEMPTS = 10
const LINE_EVERY_MS = 1_000
/** Lock timeout, deadlock, serialisation: somebody else was first, and nothing is wrong. */
const PASSING_CODES = new Set(['55P03', '40P01', '40001'])

function batchSizeOf(args: string[]): number {
  if (args.length === 0) return 100
  const [name, text = ''] = args
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (name !== '--batch-size' || args.length > 2 || size < 1 || size > 1_000) throw new CommandError(USAGE)
  return size
}

/** A transaction as the platform's own account, tried again where somebody else held a lock too long. */
const transactionsOn = (database: Database) => {
  const pipeline = createPipeline({
    database,
    refuseDevelopmentAccounts: true,
    onAfterCommitFailure: () => {},
  })
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await pipeline.actAs(SYSTEM, 'member.reencrypt-pps', async (tx) => ({
          answer: await work(tx),
          changes: [],
        }))
      } catch (error) {
        if (attempt === ATTEMPTS || !PASSING_CODES.has((error as { code?: string }).code ?? '')) throw error
        await pause(attempt * 100)
      }
    }
  }
}

async function open(config: Awaited<ReturnType<typeof readCommandConfig>>): Promise<OpenedDatabase> {
  if ('dataDir' in config.database && !existsSync(config.database.dataDir))
    throw new CommandError(`There is no database in ${config.dataDir}`)
  try {
    return await openMigratedDatabase(config, createLog('warn', toStandardError), process.pid)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandError(
      `The service is running on ${config.dataDir}: stop it first, because the embedded database belongs to one process at a time. On PostgreSQL it would keep running`,
    )
  }
}

await runCommand('rotate-pps-key', async () => {
  const batchSize = batchSizeOf(process.argv.slice(2))
  // A generated key is the one in use: taking it for the new one would rotate nothing and say that all is well.
  if (!process.env.PPS_ENCRYPTION_KEY || !process.env.PPS_ENCRYPTION_KEY_PREVIOUS) {
    throw new CommandError(
      `Set PPS_ENCRYPTION_KEY to the new key and PPS_ENCRYPTION_KEY_PREVIOUS to the old one.\n${USAGE}`,
    )
  }
  const config = await readCommandConfig(process.env)
  const cipher = createCipher({
    current: config.secrets.PPS_ENCRYPTION_KEY,
    previous: config.secrets.previousPps,
    index: config.secrets.PPS_INDEX_KEY,
  })
  const opened = await open(config)
  try {
    const inTransaction = transactionsOn(opened.database)
    const total = await inTransaction((tx) => countUnderOtherKeys(cipher, tx))
    if (total === 0) return say('Nothing is left to do: every PPS number stands under the new key.')
    say(`${counted(total)} PPS numbers stand under another key than the new one.`)
    let lineAt = Number.NEGATIVE_INFINITY
    let end = { reencrypted: 0, unreadable: 0, remaining: total }
    for await (const { reencrypted, unreadable, remaining } of reencryptAll(
      cipher,
      inTransaction,
      batchSize,
    )) {
      if (remaining !== null) end = { reencrypted, unreadable, remaining }
      else if (performance.now() - lineAt >= LINE_EVERY_MS) {
        lineAt = performance.now()
        say(`${counted(reencrypted)} of ${counted(total)} re-encrypted`)
      }
    }
    conclude(end, opened.isEmbedded ? `${config.dataDir}/secrets.json` : null)
  } finally {
    await opened.close()
  }
})

function conclude(
  { reencrypted, unreadable, remaining }: { reencrypted: number; unreadable: number; remaining: number },
  secretsFile: string | null,
): void {
  say(`${counted(reencrypted)} re-encrypted, ${counted(remaining)} left.`)
  if (unreadable > 0) {
    throw new CommandError(
      `${counted(unreadable)} PPS numbers open under neither key and were left as they are: keep the old key, and look for the key they were written under`,
    )
  }
  if (remaining > 0) {
    throw new CommandError(
      `${counted(remaining)} PPS numbers were being changed or were written under the old key meanwhile: see that every instance of the service has the new key as PPS_ENCRYPTION_KEY, and run this again`,
    )
  }
  say('Every PPS number stands under the new key: PPS_ENCRYPTION_KEY_PREVIOUS can go.')
  if (secretsFile)
    say(`Where ${secretsFile} is used, put the new key there; it still holds the one it was made with.`)
}
