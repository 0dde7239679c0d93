/** API keys: payroll and other software calls named operations with a key, as the user who created it. */
import { z } from 'zod'
import { command, defineRecordCommands, isAtLeast, type Operation, query, Role } from './define.ts'
import { OPERATIONS } from './operations.ts'
import {
  CivilDate,
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  recordFields,
} from './values.ts'

/** The caller's own account: password, factors, sessions, views and feeds. */
const OF_OWN_ACCOUNT = / \/api\/(?:auth|me)(?:\/|$)/
/** For persons only: users and settings of the firm, the inbox, comments, questions to the assistant, and PPS numbers. */
const OF_PERSONS = /^(?:(?:user|tenant|api-key|inbox|comment|assistant)\.|member\.reveal-pps$)/

/** Whether a key may include the operation: no administrator's rights are needed, and it is for software too. */
export const isOpenToKeys = ({
  name,
  access,
  route,
}: Pick<Operation, 'name' | 'access' | 'route'>): boolean =>
  Role.safeParse(access).success &&
  !isAtLeast(access as Role, 'BrokerAdmin') &&
  !OF_OWN_ACCOUNT.test(route) &&
  !OF_PERSONS.test(name)

/** Names of the operations that a key may include, sorted. */
export const KEY_OPERATIONS: readonly string[] = Object.entries(OPERATIONS)
  .filter(([name, operation]) => isOpenToKeys({ name, ...operation }))
  .map(([name]) => name)

const MOST_OPERATIONS = 100
const MOST_SCHEMES = 500
/** A key that is forgotten must end. */
export const LONGEST_LIFE_DAYS = 366

export const ApiKeyStatus = z.enum(['ACTIVE', 'EXPIRED', 'REVOKED'])
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>

export const ApiKey = z.object({
  ...recordFields,
  tenantId: Id,
  name: z.string(),
  prefix: z.string().describe('Beginning of the key, to recognise it; also in the audit log'),
  ownerId: Id.describe('User whose rights the key has'),
  ownerName: z.string().nullable(),
  operations: z.array(z.string()),
  schemeIds: z
    .array(Id)
    .nullable()
    .describe('Schemes that the key is limited to; null for all schemes of the firm'),
  expiresOn: CivilDate.describe('Last day on which the key can be used'),
  lastUsedAt: Instant.nullable().describe('Last use, to about ten minutes'),
  revokedAt: Instant.nullable(),
  status: ApiKeyStatus,
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.object({
  name: line(1, 100).describe('Software that uses the key, such as the name of the payroll program'),
  operations: z
    .array(
      z.string().refine((name) => KEY_OPERATIONS.includes(name), 'Not an operation that a key can include'),
    )
    .min(1)
    .max(MOST_OPERATIONS)
    .describe('Operations that the key can call'),
  schemeIds: optional(z.array(Id).min(1).max(MOST_SCHEMES)).describe(
    'Schemes that the key is limited to. Empty: all schemes of the firm',
  ),
  expiresOn: CivilDate.describe(
    `Last day on which the key can be used, at most ${LONGEST_LIFE_DAYS} days from today`,
  ),
})

export const PAGES = {
  apiKeys: '/settings/api-keys',
  newApiKey: '/settings/api-keys/new',
  apiKey: '/settings/api-keys/$apiKeyId',
}

export const listApiKeys = query('api-key.list', {
  route: 'GET /api/api-keys',
  access: 'BrokerAdmin',
  summary: 'Lists the API keys of the firm, newest first.',
  input: pageOf({ sort: z.enum(['-createdAt']).default('-createdAt') }),
  output: listOf(ApiKey),
})
export const getApiKey = query('api-key.get', {
  route: 'GET /api/api-keys/{id}',
  access: 'BrokerAdmin',
  summary: 'Returns one API key, without its secret.',
  input: NoParameters,
  output: ApiKey,
})
export const createApiKey = command('api-key.create', {
  route: 'POST /api/api-keys',
  access: 'BrokerAdmin',
  summary:
    'Creates an API key with the rights of the caller, limited to the named operations and schemes. SuperAdmins cannot have keys: 403.',
  input: NewApiKey,
  output: ApiKey.extend({
    token: z
      .string()
      .describe(
        'The key, sent as `Authorization: Bearer`. Returned only once: the service stores a hash of it',
      ),
  }),
  status: 201,
  isReplayable: false,
  requiresRecentSignIn: 'of users with a second factor',
})

const apiKeyVerb = defineRecordCommands('api-key', '/api/api-keys/{id}', ApiKey, 'BrokerAdmin')
export const revokeApiKey = apiKeyVerb(
  'revoke',
  'Revokes an API key: requests with it get 401 from now on. This cannot be undone.',
  Nothing,
)
