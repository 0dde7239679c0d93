/** Grants: a person who is no user of the firm, or a user of another role, reads named schemes for a period. */
import { z } from 'zod'
import { command, defineRecordCommands, query } from './define.ts'
import { CAPABILITIES } from './grant-operations.ts'
import {
  CivilDate,
  Day,
  Email,
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  recordFields,
  toStoredFields,
} from './values.ts'

export const Capability = z
  .enum(CAPABILITIES)
  .describe(
    'TRUSTEE: reads the records of the scheme, comments, decides on papers that are put to the trustees, acknowledges policies and adds own certificates. INSPECTOR: reads the records of the scheme; each read is recorded in the audit log',
  )
export const GrantStatus = z.enum(['UPCOMING', 'ACTIVE', 'ENDED', 'REVOKED'])
export type GrantStatus = z.infer<typeof GrantStatus>

/** A visit of an inspector ends; a longer one is granted again. */
export const LONGEST_INSPECTION_DAYS = 90

const grantFields = {
  capability: Capability,
  schemeId: Id,
  trusteeId: optional(Id).describe('Trustee of the scheme; required for TRUSTEE, absent for INSPECTOR'),
  personName: optional(line(1, 200)).describe('Required for INSPECTOR. TRUSTEE: the name of the trustee'),
  email: Email.describe('Address that the person signs in with'),
  startsOn: optional(CivilDate).describe('First day; today if absent'),
  endsOn: optional(CivilDate).describe(
    `Last day. TRUSTEE: may be absent, the grant ends with the office. INSPECTOR: required, at most ${LONGEST_INSPECTION_DAYS} days after the first day`,
  ),
}
export const NewGrant = z.object(grantFields)

export const Grant = z.object({
  ...recordFields,
  tenantId: Id,
  ...toStoredFields(grantFields),
  personName: z.string(),
  startsOn: Day,
  schemeName: z.string(),
  revokedAt: Instant.nullable(),
  status: GrantStatus.describe(
    'UPCOMING: before the first day, or the trustee is not appointed yet. ENDED: after the last day, or the office has ended',
  ),
})
export type Grant = z.infer<typeof Grant>

export const PAGES = {
  grants: '/settings/grants',
  newGrant: '/settings/grants/new',
  grant: '/settings/grants/$grantId',
  chooseGrant: '/choose-firm',
}

export const listGrants = query('grant.list', {
  route: 'GET /api/grants',
  access: 'BrokerAdmin',
  summary: 'Lists the grants of the firm to trustees and inspectors, newest first.',
  input: pageOf({
    schemeId: Id.optional(),
    trusteeId: Id.optional(),
    capability: Capability.optional(),
    sort: z.enum(['-createdAt']).default('-createdAt'),
  }),
  output: listOf(Grant),
})
export const getGrant = query('grant.get', {
  route: 'GET /api/grants/{id}',
  access: 'BrokerAdmin',
  summary: 'Returns one grant.',
  input: NoParameters,
  output: Grant,
})
export const createGrant = command('grant.create', {
  route: 'POST /api/grants',
  access: 'BrokerAdmin',
  summary:
    'Grants a trustee or an inspector access to a scheme, and sends a mail with a link. A person without an account gets one that belongs to no firm.',
  input: NewGrant,
  output: Grant,
  status: 201,
  requiresRecentSignIn: 'of users with a second factor',
})

const grantVerb = defineRecordCommands('grant', '/api/grants/{id}', Grant, 'BrokerAdmin')
export const revokeGrant = grantVerb(
  'revoke',
  'Revokes a grant: requests with it get 401 from now on. This cannot be undone.',
  Nothing,
)

/** Schemes that the caller can open: one entry for each firm and capability; of inspectors one for each scheme. */
export const OwnGrant = z.object({
  id: Id,
  capability: Capability,
  tenantId: Id,
  tenantName: z.string(),
  schemeNames: z.array(z.string()),
  trusteeIds: z.array(Id).describe('Trustees of the schemes whom the caller is; none of an inspector'),
  endsOn: Day.nullable(),
})
export type OwnGrant = z.infer<typeof OwnGrant>

export const listOwnGrants = query('grant.own', {
  route: 'GET /api/me/grants',
  access: 'Member',
  summary:
    "Lists the caller's grants in force: of a trustee one for each firm, of an inspector one for each scheme.",
  input: NoParameters,
  output: z.object({ data: z.array(OwnGrant) }),
})
export const chooseGrant = command('grant.choose', {
  route: 'POST /api/me/grants/choose',
  access: 'Member',
  changesNoRecord: true,
  isAllowedInClosedFirm: true,
  isReplayable: false,
  summary: 'Switches the session to the grant; null switches back to the account’s own role.',
  input: z.object({ grantId: optional(Id) }),
  output: z.object({ grantId: Id.nullable() }),
})
