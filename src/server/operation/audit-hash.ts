/**
 * The hash of an audit entry, as the database computes it when it appends one (migrations/functions/04-audit-log.sql), for verifiers. Entries of the first
 * release have another form, which is still verified (docs/decisions/0008).
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ActorType } from '../../contract/audit.ts'
import type { State } from '../pipeline/audit-log.ts'

/** The fields that the hash of an entry commits to. */
export interface ChainedEntry {
  id: string
  tenantId: string
  actorId: string
  actorType: ActorType
  action: string
  entityType: string
  entityId: string
  previousState: State
  newState: State
  ipAddress: string | null
  userAgent: string | null
  timestamp: string
  sequence: number
  previousHash: string
}

/** The hash before the first entry of a firm: differs between firms, so that chains cannot be swapped. */
export const calculateGenesisHash = (tenantId: string): string =>
  createHash('sha256').update(`audit-chain:${tenantId}`).digest('hex')

/** SHA-256 of 0x02, the previous hash and the text of the entry as PostgreSQL writes jsonb. */
export const hashEntry = (entry: ChainedEntry): string =>
  calculateDigest(2, entry.previousHash, formatJsonb(pickChained(entry)))

/** Of the first release: SHA-256 of 0x00, the previous hash and the canonical JSON (RFC 8785) of the entry. */
export const calculateFirstHash = (entry: ChainedEntry): string =>
  calculateDigest(0, entry.previousHash, canonicalize(pickChained(entry)) as string)

const calculateDigest = (form: number, previousHash: string, text: string): string =>
  createHash('sha256')
    .update(Buffer.from([form]))
    .update(Buffer.from(previousHash, 'hex'))
    .update(text)
    .digest('hex')

/** Exactly the fields that the hash commits to. Other fields of the object are ignored. */
const pickChained = (entry: ChainedEntry): ChainedEntry => ({
  id: entry.id,
  tenantId: entry.tenantId,
  actorId: entry.actorId,
  actorType: entry.actorType,
  action: entry.action,
  entityType: entry.entityType,
  entityId: entry.entityId,
  previousState: entry.previousState,
  newState: entry.newState,
  ipAddress: entry.ipAddress,
  userAgent: entry.userAgent,
  timestamp: entry.timestamp,
  sequence: entry.sequence,
  previousHash: entry.previousHash,
})

/**
 * A JSON value as PostgreSQL writes jsonb: names by their length in bytes and then by their bytes, a space after each colon and
 * comma, numbers without an exponent.
 */
export function formatJsonb(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return formatDecimal(value)
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('A lone surrogate cannot be stored')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(formatJsonb).join(', ')}]`
  if (typeof value !== 'object') throw new TypeError(`jsonb has no ${typeof value}`)
  const fields = Object.entries(value).map(([name, field]) => ({ name, bytes: Buffer.from(name), field }))
  fields.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes))
  return `{${fields.map(({ name, field }) => `${formatJsonb(name)}: ${formatJsonb(field)}`).join(', ')}}`
}

/** `1e-7` as `0.0000001`, `1e21` as `1000000000000000000000`. */
function formatDecimal(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('JSON has no such number')
  const text = JSON.stringify(value)
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (exponent === undefined) return text
  const shift = Number(exponent)
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`
  return `${sign}${whole}${fraction.padEnd(shift, '0')}`
}
