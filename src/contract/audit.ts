import { z } from 'zod'
import { query, Role } from './define.ts'
import { codeLine, Id, Instant, listOf, pageOf } from './values.ts'

const State = z.record(z.string(), z.unknown()).nullable()

/** Spec 2.6, and its place in the chain of the firm. */
export const AuditEntry = z.object({
  id: Id,
  tenantId: Id,
  actorId: z.string(),
  actorType: Role,
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  previousState: State.describe('null for creates'),
  newState: State.describe('null for deletes'),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  timestamp: Instant,
  sequence: z.int().describe('1, 2, 3 … without gaps within the firm'),
  previousHash: z.string(),
  hash: z.string().describe('SHA-256 over the previous hash and the text of the entry (docs/decisions/0008)'),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const tenantId = Id.optional().describe('SuperAdmin only: which firm')

export const listAuditEntries = query('audit-log.list', {
  route: 'GET /api/audit-log',
  access: 'BrokerAdmin',
  summary: 'The audit log of the firm, newest first (Spec 2.6 rule 4).',
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
      .describe('A day is that whole day in Dublin'),
    tenantId,
    sort: z
      .enum(['-sequence', 'sequence', '-timestamp', 'timestamp'])
      .optional()
      .describe('By the place in the chain; over all firms, which have a chain each, by time'),
  }),
  output: listOf(AuditEntry),
})

export const ExportedAuditEntry = AuditEntry.extend({
  head: z
    .object({ sequence: z.int(), hash: z.string() })
    .describe('The end of the chain when it was exported: a cut tail is found by it'),
})

export const exportAuditLog = query('audit-log.export', {
  route: 'GET /api/audit-log/export',
  access: 'BrokerAdmin',
  rateClass: 'heavy',
  summary: 'The whole chain as JSON Lines, one entry a line, for offline verification.',
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
      'The latest signed checkpoint in the database and the latest one outside of it; the log was compared with them. Empty: a log that was completely rewritten cannot be distinguished from the original',
    ),
})
export type Verification = z.infer<typeof Verification>

export const verifyAuditLog = query('audit-log.verification', {
  route: 'GET /api/audit-log/verification',
  access: 'BrokerAdmin',
  rateClass: 'heavy',
  summary:
    'Recomputes every link of the chain, compares it with signed checkpoints and the creation of the firm, and says where it first breaks. One verification or export of a log at a time; another is 409.',
  input: z.strictObject({ tenantId }),
  output: Verification,
})
