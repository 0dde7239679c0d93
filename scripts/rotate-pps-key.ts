/**
 * `npm run rotate-pps-key`: re-encrypts every PPS number under the new key (Spec 2.7), batch by batch, and re-wraps the keys of
 * stored files: their wrapping key is derived from the key of the PPS numbers unless they have their own. The operator may stop the
 * command at any moment and run it again. The service must be started with both keys beforehand, because it reads with both meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createFileKeyRotation } from '../src/server/areas/documents/documents/index.ts'
import { createLogoKeyRotation } from '../src/server/areas/firm/tenants/index.ts'
import { createImportDraftKeyRotation } from '../src/server/areas/members/import-drafts/index.ts'
import { createPpsNumberRotation } from '../src/server/areas/members/members/index.ts'
import { createCompletePipeline } from '../src/server/operation/complete-pipeline.ts'
import { type KeyRotation, rotateAll } from '../src/server/operation/rotation.ts'
import { SYSTEM } from '../src/server/pipeline/act-as.ts'
import { createCipher } from '../src/server/platform/cipher.ts'
import { getTodayInDublin, systemClock } from '../src/server/platform/clock.ts'
import type { Database, Tx } from '../src/server/platform/database.ts'
import { createFileKeys } from '../src/server/platform/files/encrypted-files.ts'
import { readCommandConfig } from '../src/server/start.ts'
import { CommandError, formatCount, print, runCommand } from './command.ts'
import { openDatabaseOfService } from './open-database.ts'

const USAGE = `Usage: npm run rotate-pps-key [-- --batch-size N]
Re-encrypts all PPS numbers and file keys with the new key.
Needs the configuration of the service, with PPS_ENCRYPTION_KEY set to the new key and PPS_ENCRYPTION_KEY_PREVIOUS to the old
one. To change only the key of files, set FILES_ENCRYPTION_KEY and FILES_ENCRYPTION_KEY_PREVIOUS instead. With PostgreSQL
the service can keep running, with the same keys. With the embedded database, stop the service first.
One transaction re-encrypts N numbers (1 to 1000, default 100). Other changes of a firm wait for it.`

const PREVIOUS = ['PPS_ENCRYPTION_KEY_PREVIOUS', 'FILES_ENCRYPTION_KEY_PREVIOUS']
const PPS_NUMBERS: Kind = { action: 'member.reencrypt-pps', name: 'PPS numbers', verb: 're-encrypted' }
const FILE_KEYS: Kind = { action: 'document.rewrap-key', name: 'file keys', verb: 're-encrypted' }
const LOGO_KEYS: Kind = { action: 'tenant.rewrap-logo', name: 'logos', verb: 're-encrypted' }
const IMPORT_KEYS: Kind = {
  action: 'import-draft.rewrap-key',
  name: 'keys of unfinished imports',
  verb: 're-encrypted',
}

const ATTEMPTS = 10
const LINE_EVERY_MS = 1_000
/** Lock timeout, deadlock, serialisation failure: another transaction was first, so a retry can succeed. */
const PASSING_CODES = new Set(['55P03', '40P01', '40001'])

function batchSizeOf(args: string[]): number {
  if (args.length === 0) return 100
  const [name, text = ''] = args
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (name !== '--batch-size' || args.length > 2 || size < 1 || size > 1_000) throw new CommandError(USAGE)
  return size
}

/** Runs a transaction as the platform's own account, with retries after conflicts with other transactions. */
const transactionsOn = (database: Database, action: string) => {
  const pipeline = createCompletePipeline({
    database,
    refuseDevelopmentAccounts: true,
    today: () => getTodayInDublin(systemClock),
    onAfterCommitFailure: () => {},
    derive: async () => null,
  })
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await pipeline.actAs(SYSTEM, action, async (tx) => ({
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

await runCommand('rotate-pps-key', async () => {
  const batchSize = batchSizeOf(process.argv.slice(2))
  const previous = PREVIOUS.filter((name) => process.env[name])
  // A generated key is the key in use: with it as the new key, the command would rotate nothing and report success.
  const isGenerated = previous.includes('PPS_ENCRYPTION_KEY_PREVIOUS') && !process.env.PPS_ENCRYPTION_KEY
  if (isGenerated || (previous.length === 0 && !process.env.FILES_ENCRYPTION_KEY)) {
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
  const fileKeysOfConfig = createFileKeys(config.secrets.files)
  const opened = await openDatabaseOfService(config)
  try {
    const numbers = await rotate(opened.database, batchSize, createPpsNumberRotation(cipher), PPS_NUMBERS)
    const fileKeys = await rotate(
      opened.database,
      batchSize,
      createFileKeyRotation(fileKeysOfConfig),
      FILE_KEYS,
    )
    const importKeys = await rotate(
      opened.database,
      batchSize,
      createImportDraftKeyRotation(fileKeysOfConfig, config.secrets.files),
      IMPORT_KEYS,
    )
    const logoKeys = await rotate(
      opened.database,
      batchSize,
      createLogoKeyRotation(fileKeysOfConfig),
      LOGO_KEYS,
    )
    const problems = [
      problemOf(numbers, PPS_NUMBERS),
      problemOf(fileKeys, FILE_KEYS),
      problemOf(importKeys, IMPORT_KEYS),
      problemOf(logoKeys, LOGO_KEYS),
    ].filter((problem) => problem !== null)
    if (problems.length > 0) throw new CommandError(problems.join('\n'))
    conclude(
      numbers.total + fileKeys.total + importKeys.total + logoKeys.total,
      previous,
      opened.isEmbedded ? `${config.dataDir}/secrets.json` : null,
    )
  } finally {
    await opened.close()
  }
})

interface Kind {
  action: string
  /** Plural noun. */
  name: string
  verb: string
}

interface End {
  total: number
  unreadable: number
  remaining: number
}

async function rotate<At>(
  database: Database,
  batchSize: number,
  rotating: KeyRotation<At>,
  { action, name, verb }: Kind,
): Promise<End> {
  const inTransaction = transactionsOn(database, action)
  const total = await inTransaction((tx) => rotating.countUnderOtherKeys(tx))
  const end: End = { total, unreadable: 0, remaining: 0 }
  if (total === 0) return end
  print(`${formatCount(total)} ${name} are not yet encrypted with the new key.`)
  let lineAt = Number.NEGATIVE_INFINITY
  let done = 0
  for await (const { moved, unreadable, remaining } of rotateAll(rotating, inTransaction, batchSize)) {
    done = moved
    if (remaining !== null) Object.assign(end, { unreadable, remaining })
    else if (performance.now() - lineAt >= LINE_EVERY_MS) {
      lineAt = performance.now()
      print(`${formatCount(moved)} of ${formatCount(total)} ${verb}`)
    }
  }
  print(`${formatCount(done)} ${name} ${verb}, ${formatCount(end.remaining)} left.`)
  return end
}

function problemOf({ unreadable, remaining }: End, { name }: Kind): string | null {
  if (unreadable > 0)
    return `${formatCount(unreadable)} ${name} cannot be decrypted with either key and were not changed. Keep the old key, and find the key with which they were encrypted`
  if (remaining > 0)
    return `${formatCount(remaining)} ${name} were in use or were encrypted with the old key in the meantime. Make sure that each instance of the service has the new key, and run this command again`
  return null
}

function conclude(total: number, previous: readonly string[], secretsFile: string | null): void {
  if (total === 0) print('No work is left: all PPS numbers and file keys are encrypted with the new key.')
  else print('All PPS numbers and file keys are encrypted with the new key.')
  if (previous.length > 0) print(`Remove ${previous.join(' and ')} from the configuration.`)
  if (secretsFile && previous.includes('PPS_ENCRYPTION_KEY_PREVIOUS'))
    print(`If the service uses ${secretsFile}, enter the new key there: the file still contains the old one.`)
}
