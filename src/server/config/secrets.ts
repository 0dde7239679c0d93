/** Secrets of the service, the keys that are derived from them, and what makes a secret unsafe. */
import { hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { hexKey } from '../platform/variable-formats.ts'
import { findSecretWeakness } from './weak-secrets.ts'

export interface Secrets {
  /** Signs session tokens. At least 32 characters. */
  SESSION_SECRET: string
  /** Signs CSRF tokens. At least 32 characters. */
  CSRF_SECRET: string
  /** AES-256 key of the PPS numbers: 64 hexadecimal characters (Spec 2.7). */
  PPS_ENCRYPTION_KEY: string
  /** Key of the hash that finds equal PPS numbers. 64 hexadecimal characters, another than the encryption key. */
  PPS_INDEX_KEY: string
  /** Bearer token of /api/cron/*. */
  CRON_TOKEN: string
  /** Bearer token of /api/rag/ingest. */
  RAG_INGEST_TOKEN: string
}

/** Minimum length of a secret; a developer's own may be shorter. */
const SECRET_CHARACTERS = 32

export const secretVariables = {
  SESSION_SECRET: z.string().optional().describe('Secret that signs session tokens'),
  SESSION_SECRET_PREVIOUS: z
    .string()
    .optional()
    .describe('Previous SESSION_SECRET, still accepted while sessions move to the new one'),
  CSRF_SECRET: z.string().optional().describe('Secret that signs CSRF tokens'),
  PPS_ENCRYPTION_KEY: hexKey.optional().describe('AES-256 key of the PPS numbers (Spec 2.7)'),
  PPS_ENCRYPTION_KEY_PREVIOUS: hexKey
    .optional()
    .describe(
      'Previous PPS_ENCRYPTION_KEY, needed until npm run rotate-pps-key has re-encrypted all PPS numbers',
    ),
  PPS_INDEX_KEY: hexKey
    .optional()
    .describe(
      'Key of the hash that finds equal PPS numbers; the secrets of authenticator apps, sign-in providers and webhooks are encrypted with keys derived from it. It cannot be changed later',
    ),
  FILES_ENCRYPTION_KEY: hexKey
    .optional()
    .describe('AES-256 key that encrypts the keys of stored files. Default: derived from PPS_ENCRYPTION_KEY'),
  FILES_ENCRYPTION_KEY_PREVIOUS: hexKey
    .optional()
    .describe(
      'Previous FILES_ENCRYPTION_KEY, needed until npm run rotate-pps-key has re-encrypted all keys of stored files',
    ),
  AUDIT_SEAL_KEY: hexKey
    .optional()
    .describe('Ed25519 seed that signs audit checkpoints. Default: derived from PPS_INDEX_KEY'),
  AUDIT_SEAL_KEY_PREVIOUS: hexKey
    .optional()
    .describe('Previous AUDIT_SEAL_KEY, whose signatures are still accepted'),
  BACKUP_KEY: hexKey
    .optional()
    .describe('AES-256 key of backup files, used only by npm run backup and npm run restore'),
  CRON_TOKEN: z.string().optional().describe('Bearer token for the jobs (/api/cron/*)'),
  RAG_INGEST_TOKEN: z
    .string()
    .optional()
    .describe('Bearer token for importing legal sources (/api/rag/ingest)'),
}

type SecretVariables = z.infer<z.ZodObject<typeof secretVariables>>

export const SECRET_NAMES = [
  'SESSION_SECRET',
  'CSRF_SECRET',
  'PPS_ENCRYPTION_KEY',
  'PPS_INDEX_KEY',
  'CRON_TOKEN',
  'RAG_INGEST_TOKEN',
] as const
/** Secrets that must differ from each other. */
const DIFFERENT_SECRETS = [
  ...SECRET_NAMES,
  'SESSION_SECRET_PREVIOUS',
  'PPS_ENCRYPTION_KEY_PREVIOUS',
  'FILES_ENCRYPTION_KEY',
  'FILES_ENCRYPTION_KEY_PREVIOUS',
  'AUDIT_SEAL_KEY',
  'AUDIT_SEAL_KEY_PREVIOUS',
  'BACKUP_KEY',
] as const

/** Keys of 32 bytes each. */
type KeyRing = [Buffer, ...Buffer[]]

/** The secrets with the keys of each purpose. */
export interface ServiceKeys extends Secrets {
  previousSession: string | null
  previousPps: string | null
  idempotency: Buffer
  /** 32 bytes each: the first wraps the keys of stored files, the others can still decrypt some. */
  files: KeyRing
  /** Seeds of Ed25519 keys: the first signs audit checkpoints, signatures of all are accepted. */
  seal: KeyRing
  /** Encrypts the secrets of authenticator apps. */
  factors: KeyRing
  /** Encrypts the client secrets of the providers of firms. */
  providers: KeyRing
  /** The first encrypts sign-ins that wait for the response of a provider, the others can still decrypt some. */
  signIns: KeyRing
  /** Encrypts the secrets that sign the events of webhooks. */
  webhooks: KeyRing
  /** The first encrypts mails that are waiting to be sent, the others can still decrypt some. */
  mails: KeyRing
  /** The first encrypts cursors of lists, the others can still decrypt some. */
  cursors: KeyRing
}

export function deriveKeys(variables: SecretVariables): ServiceKeys {
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, variables[name]]),
  ) as unknown as Secrets
  const sessionKeys = (purpose: string): KeyRing => [
    derive(secrets.SESSION_SECRET, purpose),
    ...(variables.SESSION_SECRET_PREVIOUS ? [derive(variables.SESSION_SECRET_PREVIOUS, purpose)] : []),
  ]
  return {
    ...secrets,
    previousSession: variables.SESSION_SECRET_PREVIOUS ?? null,
    previousPps: variables.PPS_ENCRYPTION_KEY_PREVIOUS ?? null,
    idempotency: derive(secrets.SESSION_SECRET, 'idempotency'),
    files: buildFilesKeys(variables, secrets),
    seal: buildSealKeys(variables, secrets),
    // The index key is not rotated: a secret stays readable as long as its app is in use.
    factors: [derive(secrets.PPS_INDEX_KEY, 'second-factor')],
    providers: [derive(secrets.PPS_INDEX_KEY, 'single-sign-on')],
    signIns: sessionKeys('single-sign-on'),
    webhooks: [derive(secrets.PPS_INDEX_KEY, 'webhooks')],
    mails: sessionKeys('mails'),
    cursors: sessionKeys('cursors'),
  }
}

const derive = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

const readKey = (hex: string | undefined): Buffer[] => (hex ? [Buffer.from(hex, 'hex')] : [])

/** Not derived from a secret that is rotated: checkpoints are compared for years. */
function buildSealKeys(variables: SecretVariables, secrets: Secrets): KeyRing {
  return [
    ...readKey(variables.AUDIT_SEAL_KEY),
    derive(secrets.PPS_INDEX_KEY, 'audit-seal'),
    ...readKey(variables.AUDIT_SEAL_KEY_PREVIOUS),
  ] as KeyRing
}

/** A derived key stays in the ring: an installation may add its own key later, or remove it again. */
function buildFilesKeys(variables: SecretVariables, secrets: Secrets): KeyRing {
  const derived = (hex: string | undefined): Buffer[] => readKey(hex).map((key) => derive(key, 'files'))
  return [
    ...readKey(variables.FILES_ENCRYPTION_KEY),
    ...derived(secrets.PPS_ENCRYPTION_KEY),
    ...readKey(variables.FILES_ENCRYPTION_KEY_PREVIOUS),
    ...derived(variables.PPS_ENCRYPTION_KEY_PREVIOUS),
  ] as KeyRing
}

export function listEqualSecrets(variables: SecretVariables): string[] {
  const problems: string[] = []
  const nameBySecret = new Map<string, string>()
  for (const name of DIFFERENT_SECRETS) {
    const value = variables[name]?.toLowerCase()
    if (value === undefined) continue
    const twin = nameBySecret.get(value)
    if (twin) problems.push(`${twin} and ${name} must be different`)
    else nameBySecret.set(value, name)
  }
  return problems
}

/** Secrets that production refuses. */
export const listWeakSecrets = (variables: SecretVariables): string[] =>
  DIFFERENT_SECRETS.flatMap((name) => {
    const value = variables[name]
    if (value === undefined) return []
    if (value.length < SECRET_CHARACTERS)
      return [`${name} must have at least ${SECRET_CHARACTERS} characters`]
    const weakness = findSecretWeakness(value)
    return weakness ? [`${name} ${weakness}: generate it, for example with openssl rand -hex 32`] : []
  })
