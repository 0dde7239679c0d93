/**
 * For every operation of the contract: a valid input, what it names, and how its record gets to where the operation
 * succeeds. The generated tests (guards, census, bad input) fail for an operation that has no sample here, and for a
 * field that holds an id and is not named among the references.
 */
import { z } from 'zod'
import { getCsrfToken } from '../../src/contract/auth.ts'
import type { Contract, Role } from '../../src/contract/define.ts'
import { CONTRACTS } from '../../src/contract/index.ts'
import * as members from '../../src/contract/members.ts'
import * as schemes from '../../src/contract/schemes.ts'
import { suspendTenant } from '../../src/contract/tenants.ts'
import * as trustees from '../../src/contract/trustees.ts'
import * as users from '../../src/contract/users.ts'
import { forbidInLogs } from './canaries.ts'
import { aPpsNumber, type Caller, nobody, type Reply, type SendOptions, unique } from './people.ts'
import { type Service, TEST_SECRETS } from './service.ts'
import { type Kind, PASSWORD, type Records, type Stand } from './stand.ts'

type Sent = Record<string, unknown>

/** A field besides the path that holds the id of a record. */
interface Reference {
  kind: Kind
  /** What a stranger's id gets: 403; an empty list; or no attention at all. */
  foreign: 'refused' | 'nothing' | 'ignored'
  /** What goes along for the reference to be looked at. */
  with?: Sent
}

export interface Sample {
  /** The kind of record whose owner decides; null where it is the caller's own account or firm. */
  names: Kind | null
  sent(records: Records): Sent
  references?: Record<string, Reference>
  /** Roles that reach the minimum and are refused all the same. */
  refused?: readonly Role[]
  /** Brings the stand to where the operation succeeds; answers what differs from the sample. */
  ready?(stand: Stand): Promise<{ actor?: Caller; sent?: Sent; options?: SendOptions } | undefined>
  /** Where the state of the record decides, a repetition is refused. */
  repeats?: boolean
  /** Names under which by-products are recorded besides the operation's own. */
  alsoRecords?: readonly string[]
}

const path = (kind: Kind, body: Sent = {}): Sample => ({
  names: kind,
  sent: (records) => ({ ...body, id: records[kind] }),
})
const filtered = (references: Record<string, Kind>): Sample => ({
  names: null,
  sent: () => ({}),
  references: Object.fromEntries(
    Object.entries(references).map(([field, kind]) => [field, { kind, foreign: 'nothing' }]),
  ),
})
const own = (body: Sent = {}): Sample => ({ names: null, sent: () => body })
const anything: Sample = own()

/** A verb that leads from the state that the earlier ones lead to. */
const after = (kind: Kind, steps: readonly Contract[], body: Sent = {}, stepBody: Sent = {}): Sample => ({
  ...path(kind, body),
  repeats: false,
  async ready({ people, records }) {
    for (const step of steps) {
      const reply = await people.BrokerAdmin.send(step, { ...stepBody, id: records[kind] })
      if (reply.status >= 300) throw new Error(`${step.name} was refused: ${reply.text}`)
    }
    return undefined
  },
})

const { submitScheme, approveScheme, closeScheme, freezeScheme, startWindUpScheme } = schemes
/** Submitted by a BrokerUser, so that a BrokerAdmin may approve. */
const schemeAfter = (steps: readonly Contract[], body: Sent = {}): Sample => ({
  ...path('scheme', body),
  repeats: false,
  async ready({ people, records }) {
    for (const step of steps) {
      const actor = step === submitScheme ? people.BrokerUser : people.BrokerAdmin
      const reply = await actor.send(step, { id: records.scheme })
      if (reply.status >= 300) throw new Error(`${step.name} was refused: ${reply.text}`)
    }
    return undefined
  },
})
const ACTIVE = [submitScheme, approveScheme]

/** An EmployerAdmin manages EmployerUsers; a BrokerUser ranks above and manages nobody. */
const userVerb = (ready?: Sample['ready']): Sample => ({
  ...path('user'),
  refused: ['BrokerUser'],
  repeats: false,
  ...(ready ? { ready } : {}),
})

const personal = (service: Service, fields: Sent): Sent => {
  forbidInLogs(service.runFolder, ...Object.values(fields).filter((value) => typeof value === 'string'))
  return fields
}

const emailOfSample = (): string => `sample-${unique()}@example.com`

const SAMPLES: Record<string, Sample> = {
  'auth.csrf': anything,
  'auth.session': anything,
  'auth.signin': {
    ...anything,
    async ready({ service, people }) {
      const visitor = nobody(service)
      const { headers, body } = await visitor.send(getCsrfToken)
      const cookie = String(headers['set-cookie']).split(';', 1)[0] as string
      return {
        actor: asVisitor(visitor, people.BrokerUser),
        sent: { csrfToken: body.csrfToken, email: people.BrokerUser.email, password: PASSWORD },
        options: { headers: { cookie } },
      }
    },
  },
  'auth.signout': { ...anything, repeats: false },
  'auth.signout-everywhere': { ...anything, repeats: false },
  'auth.forgot-password': {
    ...own({ email: 'nobody-of-this-address@example.com' }),
    async ready({ service, people }) {
      return {
        actor: asVisitor(nobody(service), people.BrokerUser),
        sent: { email: people.BrokerUser.email },
      }
    },
  },
  'auth.reset-password': {
    ...own({ token: 'not-a-token', password: 'another few quiet words' }),
    repeats: false,
    async ready({ service, people }) {
      const visitor = nobody(service)
      await visitor.send(contractOf('auth.forgot-password'), { email: people.BrokerUser.email })
      const mail = await service.mailer.mailTo(people.BrokerUser.email, 'Reset')
      const token = /token=([\w-]+)/.exec(mail.text)?.[1]
      return {
        actor: asVisitor(visitor, people.BrokerUser),
        sent: personal(service, { token, password: `another few quiet words ${unique()}` }),
      }
    },
  },
  'auth.change-password': {
    ...own({ currentPassword: PASSWORD, newPassword: 'some other quiet words' }),
    repeats: false,
  },

  'user.list': { ...filtered({ employerId: 'employer' }), refused: ['BrokerUser'] },
  'user.get': { ...path('user'), refused: ['BrokerUser'] },
  'user.create': {
    names: null,
    sent: ({ employer, tenant }) => ({
      email: emailOfSample(),
      name: 'Person of a sample',
      role: 'EmployerUser',
      employerId: employer,
      // Read from a SuperAdmin only.
      tenantId: tenant,
    }),
    refused: ['BrokerUser'],
    references: {
      employerId: { kind: 'employer', foreign: 'refused' },
      memberId: { kind: 'member', foreign: 'refused', with: { role: 'Member' } },
      tenantId: { kind: 'tenant', foreign: 'ignored' },
    },
  },
  'user.update': {
    names: 'user',
    sent: ({ user, employer }) => ({
      id: user,
      name: `Renamed ${unique()}`,
      role: 'EmployerUser',
      employerId: employer,
    }),
    refused: ['BrokerUser'],
    references: {
      employerId: { kind: 'employer', foreign: 'refused' },
      memberId: { kind: 'member', foreign: 'refused', with: { role: 'Member' } },
    },
  },
  'user.deactivate': userVerb(),
  'user.reactivate': userVerb(async ({ people, records }) => {
    await people.BrokerAdmin.call(users.deactivateUser, { id: records.user })
    return undefined
  }),
  'user.invite': {
    ...userVerb(async ({ service, people, records }) => {
      const fields = personal(service, { email: emailOfSample(), name: `Invited ${unique()}` })
      const { id } = await people.BrokerAdmin.call(users.createUser, {
        ...(fields as { email: string; name: string }),
        role: 'EmployerUser',
        employerId: records.employer,
      })
      return { sent: { id } }
    }),
    repeats: true,
  },
  'me.get': anything,
  'me.update': own({ name: 'Own name of a sample' }),

  'tenant.list': anything,
  'tenant.get': path('tenant'),
  'tenant.create': {
    names: null,
    sent: () => ({
      name: `Firm of a sample ${unique()}`,
      adminEmail: emailOfSample(),
      adminName: 'Admin of a sample',
    }),
    references: { complianceOfficerUserId: { kind: 'user', foreign: 'ignored' } },
    alsoRecords: ['user.create'],
  },
  'tenant.update': {
    names: 'tenant',
    sent: ({ tenant }) => ({ id: tenant, name: `Firm renamed ${unique()}` }),
    references: { complianceOfficerUserId: { kind: 'user', foreign: 'refused' } },
  },
  'tenant.suspend': { ...path('tenant', { reason: 'Sample' }), repeats: false },
  'tenant.close': { ...path('tenant', { reason: 'Sample' }), repeats: false },
  'tenant.reactivate': {
    ...path('tenant', { reason: 'Sample' }),
    repeats: false,
    async ready({ people, records }) {
      await people.SuperAdmin.call(suspendTenant, { id: records.tenant, reason: 'Sample' })
      return undefined
    },
  },

  'employer.list': anything,
  'employer.get': path('employer'),
  'employer.create': {
    names: null,
    // The firm is read from a SuperAdmin only.
    sent: ({ tenant }) => ({ legalName: `Employer of a sample ${unique()}`, tenantId: tenant }),
    references: { tenantId: { kind: 'tenant', foreign: 'ignored' } },
  },
  'employer.update': {
    names: 'employer',
    sent: ({ employer }) => ({ id: employer, legalName: `Employer renamed ${unique()}` }),
  },

  'scheme.list': filtered({ employerId: 'employer' }),
  'scheme.get': path('scheme'),
  'scheme.create': {
    names: 'employer',
    sent: ({ employer }) => ({
      employerId: employer,
      name: `Scheme of a sample ${unique()}`,
      type: 'DC',
    }),
    references: { employerId: { kind: 'employer', foreign: 'refused' } },
  },
  'scheme.update': {
    names: 'scheme',
    sent: ({ scheme }) => ({ id: scheme, name: `Scheme renamed ${unique()}`, type: 'PRSA' }),
  },
  'scheme.compliance': path('scheme'),
  'scheme.submit': schemeAfter([]),
  'scheme.approve': schemeAfter([submitScheme]),
  'scheme.reject': schemeAfter([submitScheme], { reason: 'Sample' }),
  'scheme.close': schemeAfter(ACTIVE),
  'scheme.reopen': schemeAfter([...ACTIVE, closeScheme]),
  'scheme.freeze': schemeAfter(ACTIVE),
  'scheme.unfreeze': schemeAfter([...ACTIVE, freezeScheme]),
  'scheme.start-wind-up': schemeAfter(ACTIVE),
  'scheme.complete-wind-up': schemeAfter([...ACTIVE, startWindUpScheme]),

  'trustee.list': path('scheme'),
  'trustee.get': path('trustee'),
  'trustee.create': path('scheme', { personName: 'Trustee of a sample' }),
  'trustee.update': path('trustee', { personName: 'Trustee of a sample' }),
  'trustee.assess': after('trustee', []),
  // A review on the day of the last one is a review.
  'trustee.review': { ...after('trustee', [trustees.assessTrustee]), repeats: true },
  'trustee.appoint': after('trustee', [trustees.assessTrustee]),
  'trustee.retire': after('trustee', [trustees.assessTrustee, trustees.appointTrustee]),
  'trustee.remove': after('trustee', []),
  'trustee.record-death': after('trustee', []),
  'trustee.disqualify': after('trustee', []),

  'member.list': filtered({
    schemeId: 'scheme',
    employerId: 'employer',
    samePersonAs: 'member',
  }),
  'member.get': path('member'),
  'member.create': {
    names: 'scheme',
    sent: ({ scheme }) => ({
      schemeId: scheme,
      firstName: 'Vorname of a sample',
      lastName: 'Nachname of a sample',
      ppsNumber: aPpsNumber(),
      email: emailOfSample(),
    }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
    },
  },
  'member.update': {
    names: 'member',
    sent: ({ member }) => ({
      id: member,
      firstName: 'Vorname of a sample',
      lastName: `Nachname of a sample ${unique()}`,
      ppsNumber: aPpsNumber(),
    }),
  },
  'member.join': after('member', []),
  'member.leave': after('member', [members.joinMember]),
  'member.retire': after('member', [members.joinMember]),
  'member.transfer': after('member', [members.joinMember, members.leaveMember]),
  'member.refund': after('member', [members.joinMember]),
  'member.opt-out': after('member', []),
  'member.record-death': after('member', []),
  'member.reveal-pps': path('member', { reason: 'Asked for by the sample' }),

  'dashboard.get': anything,

  'audit-log.list': {
    ...filtered({ entityId: 'scheme', actorId: 'user' }),
    references: {
      entityId: { kind: 'scheme', foreign: 'nothing' },
      actorId: { kind: 'user', foreign: 'nothing' },
      tenantId: { kind: 'tenant', foreign: 'refused' },
    },
  },
  'audit-log.export': {
    ...anything,
    references: { tenantId: { kind: 'tenant', foreign: 'refused' } },
  },
  'audit-log.verification': {
    ...anything,
    references: { tenantId: { kind: 'tenant', foreign: 'refused' } },
  },

  'job.housekeeping': anything,
  'job.reencrypt': anything,
  'health.live': anything,
  'health.ready': anything,
  'health.db': anything,
  'meta.openapi': anything,
}

const contractOf = (name: string): Contract => {
  const contract = CONTRACTS.find((one) => one.name === name)
  if (!contract) throw new Error(`No contract is called ${name}`)
  return contract
}

/** Requests of nobody, of which the account that they are about is known. */
const asVisitor = (visitor: Caller, { id, role, tenantId, email }: Caller): Caller => ({
  ...visitor,
  id,
  role,
  tenantId,
  email,
})

/** Throws where an operation has no sample, so that a new one cannot be forgotten. */
export function sampleFor({ name }: Contract): Sample {
  const sample = SAMPLES[name]
  if (!sample) throw new Error(`${name} has no sample in test/harness/samples.ts`)
  return sample
}

export const sampleNames = (): string[] => Object.keys(SAMPLES)

/** The fields of an input, as its JSON Schema names them. */
export interface Field {
  name: string
  type: string | undefined
  isRequired: boolean
  isId: boolean
}

interface FieldSchema {
  type?: string
  pattern?: string
  format?: string
  anyOf?: FieldSchema[]
  enum?: unknown[]
}

export function fieldsOf({ input }: Contract): Field[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, FieldSchema>
    required?: string[]
  }
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const variants = [property, ...(property.anyOf ?? [])]
    return {
      name,
      type: variants.map(({ type }) => type).find((type) => type !== undefined && type !== 'null'),
      isRequired: schema.required?.includes(name) ?? false,
      isId: /Id$/.test(name) || variants.some(({ pattern }) => pattern?.startsWith('^[a-z][a-z0-9]{')),
    }
  })
}

/** Asks for a session, and hence for a role. */
export const isForPeople = ({ access }: Contract): boolean =>
  access !== 'public' && access !== 'cron' && access !== 'ingest'

export interface Act {
  actor: Caller
  /** What is sent when nothing else is said. */
  sent: Sent
  run(): Promise<Reply>
  send(instead: SendOptions & { sent?: Sent; as?: Caller }): Promise<Reply>
}

/** An operation at the point where it succeeds when it is run, by the least role that may. */
export async function actOf(
  contract: Contract,
  stand: Stand,
  sample: Sample = sampleFor(contract),
): Promise<Act> {
  const ready = await sample.ready?.(stand)
  const { access } = contract
  const isMachine = access === 'public' || access === 'cron' || access === 'ingest'
  const actor = ready?.actor ?? (isMachine ? nobody(stand.service) : stand.people[access])
  const bearer: Record<string, string> =
    access === 'cron' || access === 'ingest'
      ? {
          authorization: `Bearer ${access === 'cron' ? TEST_SECRETS.CRON_TOKEN : TEST_SECRETS.RAG_INGEST_TOKEN}`,
        }
      : {}
  const sent = { ...sample.sent(stand.records), ...ready?.sent }
  const send: Act['send'] = ({ sent: instead, as, headers, ...options }) =>
    (as ?? actor).send(
      contract,
      { ...sent, ...instead },
      { ...options, headers: { ...bearer, ...ready?.options?.headers, ...headers } },
    )
  return { actor, sent, send, run: () => send({}) }
}
