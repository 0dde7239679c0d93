/**
 * Compares the configured keys with the stored data at start. A wrong key would otherwise be noticed at the first reveal or
 * download, after new values were stored under it.
 */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { calculateFingerprint } from './key-fingerprint.ts'
import type { Log } from './log.ts'

export interface KeysInUse {
  /** 64 hexadecimal characters each: keys that PPS numbers may be encrypted under. */
  pps: { current: string; previous: string | null }
  /** 64 hexadecimal characters: key of the hash that finds equal PPS numbers. */
  index: string
  /** Keys that the keys of stored files may be wrapped under. */
  files: readonly Buffer[]
}

/** The stored data was encrypted with another key. */
class WrongKey extends Error {}

const PPS_KEYS = 'PPS_ENCRYPTION_KEY and PPS_ENCRYPTION_KEY_PREVIOUS'
const FILE_KEYS =
  'FILES_ENCRYPTION_KEY and FILES_ENCRYPTION_KEY_PREVIOUS, or PPS_ENCRYPTION_KEY where the files have no key of their own,'

export async function verifyKeys(
  client: pg.ClientBase,
  { pps, index, files }: KeysInUse,
  log: Pick<Log, 'error'>,
  {
    keepsFirstCheck = true,
  }: {
    /** The first check of a database stores the hash of the index key. */ keepsFirstCheck?: boolean
  } = {},
): Promise<void> {
  const ppsKeys = [pps.current, pps.previous].filter((key) => key !== null)
  await client.query('begin')
  try {
    await client.query(
      "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)",
    )
    const numbers = await loadFingerprints(client, 'members', 'pps_key_fingerprint')
    verifyFingerprints(
      'PPS numbers',
      PPS_KEYS,
      numbers,
      ppsKeys.map(streamBytes).map(calculateFingerprint),
      log,
    )
    const stored = await loadFingerprints(client, 'document_versions', 'key_fingerprint')
    verifyFingerprints('stored files', FILE_KEYS, stored, files.map(calculateFingerprint), log)
    const { rows } = await client.query<{ isSame: boolean }>('select app.check_key($1, $2, $3) as "isSame"', [
      'PPS_INDEX_KEY',
      createHmac('sha256', streamBytes(index)).update('key check').digest('hex'),
      numbers.length > 0,
    ])
    if (!rows[0]?.isSame)
      throw new WrongKey(
        'PPS_INDEX_KEY is not the key that the PPS numbers of this database were indexed with: set the key that was used before',
      )
    await client.query(keepsFirstCheck ? 'commit' : 'rollback')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const streamBytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

/** Distinct values of an indexed column, each found by one step in the index for any number of rows. */
async function loadFingerprints(client: pg.ClientBase, table: string, column: string): Promise<string[]> {
  const { rows } = await client.query<{ fingerprint: string }>(`
    with recursive found (fingerprint) as (
      (select ${column} from ${table} where ${column} is not null order by ${column} limit 1)
      union all
      select (select ${column} from ${table} where ${column} > found.fingerprint order by ${column} limit 1)
        from found where found.fingerprint is not null
    )
    select fingerprint from found where fingerprint is not null`)
  return rows.map(({ fingerprint }) => fingerprint)
}

/** If only part of the data is under other keys, a rotation left it behind: it is logged, and the rest can be read. */
function verifyFingerprints(
  data: string,
  variables: string,
  stored: readonly string[],
  inUse: readonly string[],
  log: Pick<Log, 'error'>,
): void {
  const foreign = stored.filter((fingerprint) => !inUse.includes(fingerprint))
  if (foreign.length === 0) return
  if (foreign.length === stored.length)
    throw new WrongKey(
      `${variables} are not the keys that the ${data} of this database were encrypted with: set the key that was used before`,
    )
  log.error(`Some ${data} were encrypted with another key and cannot be read: set it as the previous key`, {
    names: foreign,
  })
}
