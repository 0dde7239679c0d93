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

/** Whose accounts a role sees: the people of a firm see all of the firm, those of an employer see those of the employer. */
export function maySeeAccounts(actor: Role, target: Role): boolean {
  if (actor === 'EmployerAdmin') return getRoleBinding(target) === 'employer'
  return isBrokerRole(actor) && (canSeeEveryFirm(actor) || !canSeeEveryFirm(target))
}

/** Works with the records of employers: broker roles, and SuperAdmins, who see the same records. */
export const isBrokerRole = (role: Role): boolean => isAtLeast(role, 'BrokerUser')

/** Receives reminder mails: users of a firm. */
export const canReceiveDigest = (role: Role): boolean => isBrokerRole(role) && !canSeeEveryFirm(role)

/** Belongs to no firm and creates firms: the only role of the platform. */
export const canSeeEveryFirm = (role: Role): boolean => isAtLeast(role, 'SuperAdmin')

/** Has one pension record to read, and neither lists nor schemes. */
export const isLimitedToOwnRecord = (role: Role): boolean => getRoleBinding(role) === 'member'

/** What a role is bound to besides the firm. */
export function getRoleBinding(role: Role): 'employer' | 'member' | 'none' {
  if (role === 'EmployerAdmin' || role === 'EmployerUser') return 'employer'
  return role === 'Member' ? 'member' : 'none'
}

export const UserStatus = z.enum(['INVITED', 'ACTIVE', 'DEACTIVATED'])
export type UserStatus = z.infer<typeof UserStatus>

const userFields = {
  email: Email,
  name: line(1, 200),
  role: Role.describe('Never above the role of the person who grants it'),
  employerId: optional(Id.describe('Required for EmployerAdmin and EmployerUser')),
  memberId: optional(Id.describe('Required for Member')),
}

export const NewUser = z.object({
  ...userFields,
  tenantId: Id.optional().describe('SuperAdmin only: all other users invite into their own firm'),
})
export const EditableUser = z.object({ ...userFields, email: Email.optional() })

export const User = z.object({
  ...recordFields,
  tenantId: Id,
  ...toStoredFields(userFields),
  role: Role,
  status: UserStatus,
  lastSignInAt: Instant.nullable(),
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
  summary: 'The users of the firm; an EmployerAdmin sees those of their employer.',
  input: pageOf({
    role: Role.optional(),
    status: UserStatus.optional(),
    employerId: Id.optional(),
    q: SearchText.optional(),
    sort: z.enum(['name', '-createdAt']).default('name'),
  }),
  output: listOf(User),
})
/** Whom records can be assigned to, and comments can mention. */
export const Colleague = User.pick({ id: true, tenantId: true, name: true, role: true })
export type Colleague = z.infer<typeof Colleague>
export const listColleagues = query('user.colleagues', {
  route: 'GET /api/users/colleagues',
  access: 'BrokerUser',
  summary:
    'The active users with a broker role, by name: whom records can be assigned to and comments can mention.',
  input: pageOf({
    tenantId: Id.optional().describe('The firm, for a SuperAdmin'),
    q: SearchText.optional().describe('Part of the name'),
    sort: z.enum(['name']).default('name'),
  }),
  output: listOf(Colleague),
})
export const getUser = query('user.get', {
  route: 'GET /api/users/{id}',
  access: 'EmployerAdmin',
  summary: 'One user.',
  input: NoParameters,
  output: User,
})
export const createUser = command('user.create', {
  route: 'POST /api/users',
  access: 'EmployerAdmin',
  summary:
    'Invites a person: a mail with a one-time link to set a password. A BrokerUser invites roles below their own, an EmployerAdmin EmployerUsers of their employer.',
  input: NewUser,
  output: User,
  status: 201,
})
export const updateUser = command('user.update', {
  route: 'PUT /api/users/{id}',
  access: 'EmployerAdmin',
  summary:
    'Replaces name, role and what the role is bound to. A change of role ends the sessions of the person. A new address takes effect once the person opens the link that is mailed to it.',
  input: EditableUser,
  output: User,
})
const userVerb = defineRecordCommands('user', '/api/users/{id}', User, 'EmployerAdmin')
export const deactivateUser = userVerb(
  'deactivate',
  'Ends every session of the person and refuses sign-in.',
  Nothing,
)
export const reactivateUser = userVerb('reactivate', 'Lets a deactivated person sign in again.', Nothing)
export const inviteUser = userVerb(
  'invite',
  'Sends the invitation again; the earlier link stops working.',
  Nothing,
)

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
    .describe('Whether the daily digest of obligations is sent; only users of a firm receive it'),
  showsFirstSteps: z.boolean().describe('Whether Today shows the first steps of the firm'),
})
export const getMe = query('me.get', {
  route: 'GET /api/me',
  access: 'Member',
  summary: 'The caller.',
  input: NoParameters,
  output: Me,
})
export const updateMe = command('me.update', {
  route: 'PUT /api/me',
  access: 'Member',
  summary: 'Updates the account of the caller.',
  input: z.object({
    name: line(1, 200),
    wantsDigest: z.boolean().optional().describe('Stays as it is where it is not sent'),
    showsFirstSteps: z.boolean().optional().describe('Stays as it is where it is not sent'),
  }),
  output: Me,
})
