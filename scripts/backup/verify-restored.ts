/** Proves that a restored installation is usable: files, PPS numbers and audit logs are read with the keys of the service. */
import { createHash } from 'node:crypto'
import { createCheckpointKeys, verifyLog } from '../../src/server/areas/firm/audit/index.ts'
import { countPpsNumbers, loadEncryptedPpsNumbers } from '../../src/server/areas/members/members/index.ts'
import type { Config } from '../../src/server/config.ts'
import { createCompletePipeline } from '../../src/server/operation/complete-pipeline.ts'
import { SYSTEM } from '../../src/server/pipeline/act-as.ts'
import type { RunQuery } from '../../src/server/pipeline/define-operation.ts'
import { createCipher } from '../../src/server/platform/cipher.ts'
import { getTodayInDublin, systemClock } from '../../src/server/platform/clock.ts'
import type { Database, Tx } from '../../src/server/platform/database.ts'
import {
  createEncryptedFiles,
  type EncryptedFiles,
  FileDamaged,
} from '../../src/server/platform/files/encrypted-files.ts'
import { FileMissing } from '../../src/server/platform/files/file-store.ts'
import { runStatement } from '../../src/server/platform/statements.ts'
import { formatCount, print } from '../command.ts'
import { openFileStore, SELECT_STORED_FILES, type StoredFile } from './installation.ts'

const ACTION = 'job.verify-restore'
const ROWS_AT_ONCE = 500
/** Number of files that a quick verification reads. */
const SAMPLE = 100
/** Problems of one kind that are printed. */
const SHOWN = 20

export interface VerificationOptions {
  isQuick: boolean
  /** Files that were removed with their records after the snapshot of the backup. */
  removedMeanwhile: readonly string[]
}

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Prints what was verified and returns the problems; none if all is well. */
export async function verifyRestored(
  database: Database,
  config: Config,
  options: VerificationOptions,
): Promise<string[]> {
  const pipeline = createCompletePipeline({
    database,
    refuseDevelopmentAccounts: true,
    today: () => getTodayInDublin(systemClock),
    onAfterCommitFailure: () => {},
    derive: async () => null,
  })
  const inTransaction: InTransaction = (work) =>
    pipeline.actAs(SYSTEM, ACTION, async (tx) => ({ answer: await work(tx), changes: [] }))
  const problems = [
    ...(await verifyPpsNumbers(inTransaction, config)),
    ...(await verifyFiles(inTransaction, config, options)),
    ...(await verifyAuditLogs(inTransaction, config)),
  ]
  return problems.length > SHOWN
    ? [...problems.slice(0, SHOWN), `and ${formatCount(problems.length - SHOWN)} more`]
    : problems
}

async function verifyPpsNumbers(inTransaction: InTransaction, { secrets }: Config): Promise<string[]> {
  const cipher = createCipher({
    current: secrets.PPS_ENCRYPTION_KEY,
    previous: secrets.previousPps,
    index: secrets.PPS_INDEX_KEY,
  })
  const { readable, unreadable } = await countPpsNumbers(cipher, (after) =>
    inTransaction((tx) => loadEncryptedPpsNumbers(tx, after, ROWS_AT_ONCE)),
  )
  print(`PPS       ${formatCount(readable)} numbers decrypted`)
  return unreadable === 0 ? [] : [`${formatCount(unreadable)} PPS numbers cannot be decrypted`]
}

async function* readStoredFiles(inTransaction: InTransaction, isQuick: boolean): AsyncGenerator<StoredFile> {
  const query = (after: string) =>
    isQuick
      ? // The hash of the key gives a sample of all firms and dates.
        {
          text: `select * from (${SELECT_STORED_FILES}) f order by md5(f."key") limit $1::int`,
          values: [SAMPLE],
        }
      : {
          text: `select * from (${SELECT_STORED_FILES}) f where f."key" > $1 order by f."key" limit $2::int`,
          values: [after, ROWS_AT_ONCE],
        }
  for (let after = ''; ; ) {
    const rows = await inTransaction((tx) => runStatement(tx, query(after)))
    for (const row of rows) {
      const [key, wrappedKey, keyFingerprint, size, sha256] = row as string[]
      yield { key, wrappedKey, keyFingerprint, sizeBytes: Number(size), sha256 } as StoredFile
    }
    if (isQuick || rows.length === 0) return
    after = rows.at(-1)?.[0] as string
  }
}

async function verifyFiles(
  inTransaction: InTransaction,
  config: Config,
  { isQuick, removedMeanwhile }: VerificationOptions,
): Promise<string[]> {
  const store = await openFileStore(config.files)
  const files = createEncryptedFiles({ store, keys: config.secrets.files })
  const expectedMissing = new Set(removedMeanwhile)
  const problems: string[] = []
  let intact = 0
  try {
    for await (const file of readStoredFiles(inTransaction, isQuick)) {
      if (expectedMissing.has(file.key)) continue
      const problem = await findFileProblem(files, file)
      if (problem) problems.push(`The file ${file.key} ${problem}`)
      else intact += 1
    }
  } finally {
    store.close()
  }
  print(
    `files     ${formatCount(intact)} decrypted and compared with their SHA-256${isQuick ? ' (sample)' : ''}`,
  )
  if (removedMeanwhile.length > 0)
    print(
      `          ${formatCount(removedMeanwhile.length)} are missing, because users removed them while the backup ran`,
    )
  return problems
}

async function findFileProblem(files: EncryptedFiles, file: StoredFile): Promise<string | null> {
  const digest = createHash('sha256')
  try {
    for await (const chunk of await files.decrypt(file)) digest.update(chunk)
  } catch (error) {
    if (error instanceof FileMissing) return 'is missing'
    if (error instanceof FileDamaged) return 'cannot be decrypted'
    throw error
  }
  return digest.digest('hex') === file.sha256 ? null : 'has another SHA-256 than its record'
}

async function verifyAuditLogs(inTransaction: InTransaction, { secrets }: Config): Promise<string[]> {
  const runQuery: RunQuery = (...statements) =>
    inTransaction(async (tx) => {
      const answers = []
      for (const statement of statements) answers.push(await runStatement(tx, statement))
      return answers
    })
  const keys = createCheckpointKeys(secrets.seal)
  // Anchors outside the database may be later than the backup: a restore to an earlier time is no manipulation.
  const anchors = { of: async () => [] }
  const [chains = []] = await runQuery({
    text: 'select tenant_id from audit_chains order by tenant_id',
    values: [],
  })
  const problems: string[] = []
  let entries = 0
  for (const [tenantId] of chains as string[][]) {
    const verification = await verifyLog({ anchors, keys }, runQuery, tenantId as string, { touch: () => {} })
    entries += verification.entries
    const { firstProblem } = verification
    if (firstProblem)
      problems.push(
        `The audit log of ${tenantId} is not intact at sequence ${firstProblem.sequence}: ${firstProblem.message}`,
      )
  }
  print(`audit     ${formatCount(entries)} entries in ${formatCount(chains.length)} logs verified`)
  return problems
}
