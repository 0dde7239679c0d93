import { z } from 'zod'
import { command, defineRecordCommands, isAtLeast, query, Role } from './define.ts'
import {
  Email,
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  reason,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

/** Lists accounts and manages some of them: the gate of all operations on accounts, by the ladder of roles alone (Spec 2.2). */
export const canManageAccounts = (role: Role): boolean => isAtLeast(role, 'EmployerAdmin')

/** Administrators manage up to their own level, a BrokerUser the levels below, an EmployerAdmin the EmployerUsers. */
export function mayManage(actor: Role, target: Role): boolean {
  if (actor === 'EmployerAdmin') return target === 'EmployerUser'
  if (actor === 'BrokerUser') return !isAtLeast(target, actor)
  return canManageAccounts(actor) && isAtLeast(actor, target)
}

/** Whether a role may see accounts of another role: users of a firm see all of the firm, those of an employer see those of the employer. */
export function maySeeAccounts(actor: Role, target: Role): boolean {
  if (actor === 'EmployerAdmin') return getRecordOfRole(target) === 'employer'
  return isBrokerRole(actor) && (canSeeEveryFirm(actor) || !canSeeEveryFirm(target))
}

/** Works with the records of employers: broker roles, and SuperAdmins, who see the same records. */
export const isBrokerRole = (role: Role): boolean => isAtLeast(role, 'BrokerUser')

/** Receives reminder mails: users of a firm. */
export const canReceiveDigest = (role: Role): boolean => isBrokerRole(role) && !canSeeEveryFirm(role)

/** Belongs to no firm and creates firms: the only role of the platform. */
export const canSeeEveryFirm = (role: Role): boolean => isAtLeast(role, 'SuperAdmin')

/** Can read one pension record, and neither lists nor schemes. */
export const isLimitedToOwnRecord = (role: Role): boolean => getRecordOfRole(role) === 'member'

/** Record that a role is bound to besides the firm. */
export function getRecordOfRole(role: Role): 'employer' | 'member' | 'none' {
  if (role === 'EmployerAdmin' || role === 'EmployerUser') return 'employer'
  return role === 'Member' ? 'member' : 'none'
}

export const UserStatus = z.enum(['INVITED', 'ACTIVE', 'DEACTIVATED'])
export type UserStatus = z.infer<typeof UserStatus>

const userFields = {
  email: Email,
  name: line(1, 200),
  role: Role.describe('Role of the user, not above the role of the user who assigns it'),
  employerId: optional(Id.describe('Required for EmployerAdmin and EmployerUser')),
  memberId: optional(Id.describe('Required for Member')),
}

export const NewUser = z.object({
  ...userFields,
  tenantId: Id.optional().describe('SuperAdmin only: the firm. Other users invite into their own firm'),
})
export const EditableUser = z.object({ ...userFields, email: Email.optional() })

export const User = z.object({
  ...recordFields,
  tenantId: Id,
  ...toStoredFields(userFields),
  role: Role,
  status: UserStatus,
  lastSignInAt: Instant.nullable(),
  hasSecondFactor: z.boolean().describe('Whether the user signs in with a second factor'),
  factorResetRequestedBy: Id.nullable().describe(
    'Administrator who requested the removal of the second factor in the last 7 days; another one carries it out',
  ),
  factorResetRequestedAt: Instant.nullable(),
  isLinkedToProvider: z.boolean().describe('Whether the user has signed in through the provider of the firm'),
})
export type User = z.infer<typeof User>

export const PAGES = {
  users: '/users',
  newUser: '/users/new',
  user: '/users/$userId',
}

export const listUsers = query('user.list', {
  route: 'GET /api/users',
  access: 'EmployerAdmin',
  summary: 'Lists the users of the firm. An EmployerAdmin sees only the users of their employer.',
  input: pageOf({
    role: Role.optional(),
    status: UserStatus.optional(),
    employerId: Id.optional(),
    q: SearchText.optional(),
    sort: z.enum(['name', '-createdAt']).default('name'),
  }),
  output: listOf(User),
})
/** A user whom records can be assigned to, and comments can mention. */
export const Colleague = User.pick({ id: true, tenantId: true, name: true, role: true })
export const listColleagues = query('user.colleagues', {
  route: 'GET /api/users/colleagues',
  access: 'BrokerUser',
  summary:
    'Lists the active users with a broker role, by name. Records can be assigned to them, and comments can mention them.',
  input: pageOf({
    tenantId: Id.optional().describe('SuperAdmin only: the firm'),
    q: SearchText.optional().describe('Part of the name'),
    sort: z.enum(['name']).default('name'),
  }),
  output: listOf(Colleague),
})
export const getUser = query('user.get', {
  route: 'GET /api/users/{id}',
  access: 'EmployerAdmin',
  summary: 'Returns one user.',
  input: NoParameters,
  output: User,
})
export const createUser = command('user.create', {
  route: 'POST /api/users',
  access: 'EmployerAdmin',
  summary:
    'Invites a user by a mail with a one-time link to set a password. A BrokerUser can invite roles below their own, an EmployerAdmin only EmployerUsers of their employer.',
  input: NewUser,
  output: User,
  status: 201,
})
export const updateUser = command('user.update', {
  route: 'PUT /api/users/{id}',
  access: 'EmployerAdmin',
  requiresRecentSignIn: 'of users with a second factor',
  summary:
    'Replaces the name, e-mail address and role of a user, and the employer or member of the role. A change of role ends the sessions of the user. A new address takes effect when the user opens the link that is mailed to it.',
  input: EditableUser,
  output: User,
})
const userVerb = defineRecordCommands('user', '/api/users/{id}', User, 'EmployerAdmin')
export const deactivateUser = userVerb(
  'deactivate',
  'Deactivates a user: ends all their sessions and refuses sign-in.',
  Nothing,
)
export const reactivateUser = userVerb(
  'reactivate',
  'Reactivates a user, who can then sign in again.',
  Nothing,
)
export const inviteUser = userVerb(
  'invite',
  'Sends the invitation again. The earlier link stops working.',
  Nothing,
)

export const endSessionsOfUser = command('user.end-sessions', {
  route: 'POST /api/users/{id}/end-sessions',
  access: 'EmployerAdmin',
  changesNoRecord: true,
  summary: 'Ends all sessions of a user, who can sign in again.',
  input: Nothing,
  output: User,
})

/** Four eyes: without a second factor the password alone opens the account. */
const ofFactorReset = {
  access: 'BrokerAdmin',
  changesNoRecord: true,
  requiresRecentSignIn: 'of users with a second factor',
  output: User,
} as const
export const requestFactorReset = command('user.request-factor-reset', {
  route: 'POST /api/users/{id}/request-factor-reset',
  ...ofFactorReset,
  summary:
    'Requests that the second factor of a user is removed, for a user who has lost it. Another administrator carries it out within 7 days. The user is informed by mail.',
  input: z.object({ reason: reason() }),
})
export const withdrawFactorReset = command('user.withdraw-factor-reset', {
  route: 'POST /api/users/{id}/withdraw-factor-reset',
  ...ofFactorReset,
  summary: 'Withdraws or refuses the requested removal of a second factor.',
  input: Nothing,
})
export const resetFactor = command('user.reset-factor', {
  route: 'POST /api/users/{id}/reset-factor',
  ...ofFactorReset,
  summary:
    'Removes the second factor of a user, as another administrator requested: authenticator app, passkeys and recovery codes. All sessions of the user end, and the user is informed by mail. For the only administrator of a firm a SuperAdmin carries it out.',
  input: Nothing,
})

export const Me = z.object({
  ...recordFields,
  email: z.string(),
  name: z.string(),
  role: Role,
  tenantId: Id,
  tenantName: z.string(),
  employerId: z.string().nullable(),
  memberId: z.string().nullable(),
  wantsDigest: z
    .boolean()
    .describe('True if the user wants the daily digest of obligations. Only users of a firm receive it'),
  showsFirstSteps: z.boolean().describe('True if the page Today shows the first steps of the firm'),
})
export const getMe = query('me.get', {
  route: 'GET /api/me',
  access: 'Member',
  isAllowedWithoutFactor: true,
  summary: 'Returns the user who makes the request.',
  input: NoParameters,
  output: Me,
})
export const updateMe = command('me.update', {
  route: 'PUT /api/me',
  access: 'Member',
  summary: 'Updates the account of the user who makes the request.',
  input: z.object({
    name: line(1, 200),
    wantsDigest: z.boolean().optional().describe('Leave it out to keep the present value'),
    showsFirstSteps: z.boolean().optional().describe('Leave it out to keep the present value'),
  }),
  output: Me,
})
