import { z } from 'zod'
import { command, query } from './define.ts'
import { Id, Instant, listOf, NoParameters, pageOf, recordFields } from './values.ts'

export const InboxKind = z.enum(['MENTION', 'ASSIGNMENT', 'RETURNED'])
export type InboxKind = z.infer<typeof InboxKind>

/** Records that an inbox item can be about, as the audit log names them. */
export const InboxEntity = z.enum([
  'scheme',
  'obligation',
  'breach',
  'writtenPolicy',
  'draft',
  'ownRiskAssessment',
])
export type InboxEntity = z.infer<typeof InboxEntity>

export const InboxItem = z.object({
  ...recordFields,
  tenantId: Id,
  kind: InboxKind.describe(
    'MENTION: a comment mentions the user. ASSIGNMENT: a record was assigned to the user. RETURNED: a record that the user submitted for approval was returned',
  ),
  entityType: InboxEntity,
  entityId: Id,
  title: z.string().describe('Title of the record'),
  schemeId: Id.nullable(),
  schemeName: z.string().nullable(),
  actorName: z
    .string()
    .nullable()
    .describe('Name of the user who mentioned, assigned or returned; null if not known'),
  commentText: z
    .string()
    .nullable()
    .describe('Text of the comment that mentions the user; null for other kinds'),
  readAt: Instant.nullable(),
})
export type InboxItem = z.infer<typeof InboxItem>

export const listInbox = query('inbox.list', {
  route: 'GET /api/inbox',
  access: 'BrokerUser',
  summary:
    "Lists the caller's inbox, newest first. Read items are deleted after 90 days, unread items after a year.",
  input: pageOf({
    unread: z.enum(['true', 'false']).optional().describe('true: unread items; false: read items'),
    sort: z.enum(['-createdAt']).default('-createdAt'),
  }),
  output: listOf(InboxItem),
})
export const markInboxRead = command('inbox.mark-read', {
  route: 'POST /api/inbox/mark-read',
  access: 'BrokerUser',
  summary: "Marks the given items of the caller's inbox as read, or all items if none are given.",
  input: z.object({ ids: z.array(Id).min(1).max(200).optional().describe('Default: all unread items') }),
  output: z.object({ marked: z.int() }),
})

export const NavigationCounts = z.object({
  inbox: z.int().describe('Number of unread inbox items'),
  overdue: z.int().describe('Number of overdue obligations'),
  approvals: z
    .int()
    .describe(
      'Number of schemes, policies, own-risk assessments and appointments that wait for a decision which the four-eyes rule allows the caller',
    ),
  lawChanges: z.int().describe('Number of open reviews of law changes'),
})
export type NavigationCounts = z.infer<typeof NavigationCounts>
export const countForNavigation = query('inbox.counts', {
  route: 'GET /api/inbox/counts',
  access: 'BrokerUser',
  summary:
    'Returns the counts of the navigation: unread inbox items and approvals of the caller, and overdue obligations and law changes of the firm. Each count stops at 1,000.',
  input: NoParameters,
  output: NavigationCounts,
})
