import { z } from 'zod'
import { ROLES } from './access.ts'
import { query } from './define.ts'
import { codeLine, Id, Instant, listOf, pageOf } from './values.ts'

/** The role of the actor, or how a person with a grant came in. */
export const ActorType = z.enum([...ROLES, 'Trustee', 'Inspector'])
export type ActorType = z.infer<typeof ActorType>

const State = z.record(z.string(), z.unknown()).nullable()

/** Spec 2.6, and its place in the chain of the firm. */
export const AuditEntry = z.object({
  id: Id,
  tenantId: Id,
  actorId: z.string(),
  actorType: ActorType,
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  previousState: State.describe('State of the record before the change; null if the record was created'),
  newState: State.describe('State of the record after the change; null if the record was deleted'),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  timestamp: Instant,
  sequence: z.int().describe('Number of the entry within the firm: 1, 2, 3 … without gaps'),
  previousHash: z.string(),
  hash: z
    .string()
    .describe('SHA-256 of the hash of the previous entry and the text of this one, in hexadecimal'),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const ListedAuditEntry = AuditEntry.extend({
  schemeName: z
    .string()
    .nullable()
    .describe(
      'Present name of the scheme that the states name in `schemeId`; null without one. It is not part of the entry and its hash',
    ),
})
export type ListedAuditEntry = z.infer<typeof ListedAuditEntry>

const tenantId = Id.optional().describe('SuperAdmin only: the firm')

export const listAuditEntries = query('audit-log.list', {
  route: 'GET /api/audit-log',
  access: 'BrokerAdmin',
  summary: 'Lists the audit log of the firm, newest first (Spec 2.6 rule 4).',
  input: pageOf({
    entityType: codeLine(1, 60).optional(),
    entityId: codeLine(1, 60).optional(),
    actorId: codeLine(1, 60).optional(),
    action: codeLine(1, 80).optional(),
    from: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
    to: z.iso
      .datetime({ offset: true })
      .or(z.iso.date())
      .optional()
      .describe('End of the period, inclusive. A date means that whole day in Dublin'),
    tenantId,
    sort: z
      .enum(['-sequence', 'sequence', '-timestamp', 'timestamp'])
      .optional()
      .describe(
        'Sort order. Default: the number of the entry within the firm, or the time if a SuperAdmin lists the entries of all firms',
      ),
  }),
  output: listOf(ListedAuditEntry),
})

export const ExportedAuditEntry = AuditEntry.extend({
  head: z
    .object({ sequence: z.int(), hash: z.string() })
    .describe(
      'Last entry of the chain at the time of the export. It shows whether later entries were cut off',
    ),
})

export const exportAuditLog = query('audit-log.export', {
  route: 'GET /api/audit-log/export',
  access: 'BrokerAdmin',
  rateClass: 'heavy',
  summary:
    'Exports the whole audit log of the firm as JSON Lines, one entry in each line, for verification without the service.',
  input: z.strictObject({ tenantId }),
  output: ExportedAuditEntry,
})

export const Verification = z.object({
  tenantId: Id,
  intact: z.boolean(),
  entries: z.int(),
  head: z.object({ sequence: z.int(), hash: z.string() }),
  firstProblem: z
    .object({
      sequence: z.int(),
      kind: z.enum(['EDITED', 'MISSING', 'REORDERED', 'TRUNCATED', 'BEGINNING', 'REWRITTEN', 'SIGNATURE']),
      message: z.string(),
    })
    .nullable(),
  checkpoints: z
    .array(
      z.object({
        keptIn: z.enum(['DATABASE', 'ANCHOR_FILE']),
        sequence: z.int(),
        hash: z.string(),
        sealedAt: Instant,
      }),
    )
    .describe(
      'The latest signed checkpoint in the database and the latest one outside the database; the log was compared with them. Empty: there is no checkpoint, so a log that was rewritten completely cannot be distinguished from the original',
    ),
})
export type Verification = z.infer<typeof Verification>

export const verifyAuditLog = query('audit-log.verification', {
  route: 'GET /api/audit-log/verification',
  access: 'BrokerAdmin',
  rateClass: 'heavy',
  summary:
    'Recalculates every hash of the audit log, compares the log with signed checkpoints and the creation of the firm, and returns the first entry that does not match. Only one verification or export of a log can run at a time (409).',
  input: z.strictObject({ tenantId }),
  output: Verification,
})
