/** Firms and their users. Every test creates its own; tests share only the database server. */
import type { InjectOptions } from 'fastify'
import type { Contract, Output, Role, Sent } from '../../src/contract/define.ts'
import { createEmployer } from '../../src/contract/employers.ts'
import { createMember } from '../../src/contract/members.ts'
import { createParticipation } from '../../src/contract/participations.ts'
import { calculatePpsCheckLetter } from '../../src/contract/pps-number.ts'
import { buildRequest } from '../../src/contract/request.ts'
import { approveScheme, createScheme, getScheme } from '../../src/contract/schemes.ts'
import { TenantSettings } from '../../src/contract/tenants.ts'
import { recalculateChanged } from '../../src/server/areas/calendar/obligations/index.ts'
import { auditedScheme, schemes } from '../../src/server/areas/schemes/schemes/records.ts'
import type { Config } from '../../src/server/config.ts'
import { createCsrf } from '../../src/server/http/csrf.ts'
import { type ChosenGrant, createSessionCookie } from '../../src/server/http/session-cookie.ts'
import { updateUnlessStale } from '../../src/server/operation/update-unless-stale.ts'
import { updated } from '../../src/server/pipeline/define-operation.ts'
import type { AuthenticatedUser } from '../../src/server/pipeline/pipeline.ts'
import { type Clock, getTodayInDublin } from '../../src/server/platform/clock.ts'
import { createId } from '../../src/server/platform/ids.ts'
import { createPasswords } from '../../src/server/platform/passwords.ts'
import { searchKey } from '../../src/server/platform/text-keys.ts'
import { assertNotInLogs } from './canaries.ts'
import { buildMultipart, type SentFile } from './multipart.ts'
import type { Service } from './open-service.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

export type SendOptions = { headers?: Record<string, string>; raw?: string; query?: Record<string, string> }

/** A user with a session, or a visitor without one. */
export interface Caller {
  id: string
  email: string
  role: Role | null
  tenantId: string
  cookie: string
  csrfToken: string
  /** Returns the body of a successful response; throws if the request was refused. */
  call<C extends Contract>(contract: C, sent: Sent<C>): Promise<Output<C>>
  /** Sends a file and its fields, and returns any response. */
  upload<C extends Contract>(
    contract: C,
    fields: Sent<C>,
    file: SentFile,
    options?: SendOptions,
  ): Promise<Reply>
  /** Returns any response. For a multipart contract the file is in `file`. */
  send(contract: Contract, sent?: Record<string, unknown>, options?: SendOptions): Promise<Reply>
  /** Sends any request with the cookie and the CSRF token of this person. */
  request(options: InjectOptions): Promise<Reply>
}

export interface Person {
  id: string
  email: string
  name: string
  role: Role
  tenantId: string
  employerId?: string | null
  memberId?: string | null
  password?: string
}

/** Writes digits as letters: seven digits before a letter may have the form of a PPS number, and the service refuses text with one. */
const spellDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)

let counter = 0
/** One word, so that names which contain it have no word in common. */
export const nextUniqueText = (): string => spellDigits(`${Date.now()}${process.pid}z${counter++}`)
/** The name that `createFirm` gives to a firm. */
export const nameFirm = (id: string): string => `Firm ${spellDigits(id)}`

/** A separate range of numbers for each of two workers and for the template; no constant of a test is in these ranges. */
const PPS_NUMBERS_OF_PROCESS = 300_000
const firstPpsNumber =
  8_000_000 +
  (process.env.VITEST_POOL_ID ? Number(process.env.VITEST_POOL_ID) % 2 : 2) * PPS_NUMBERS_OF_PROCESS
let ppsNumbers = 0
/** Generates a valid invented PPS number, used once in a process. */
export function generatePpsNumber(): string {
  const digits = String(firstPpsNumber + (ppsNumbers++ % PPS_NUMBERS_OF_PROCESS))
  return `${digits}${calculatePpsCheckLetter(digits, 'A')}A`
}

export async function createCaller(
  service: Service,
  person: Person,
  sessionVersion = 1,
  grant: ChosenGrant | null = null,
): Promise<Caller> {
  const user: AuthenticatedUser = {
    id: person.id,
    role: person.role,
    tenantId: person.tenantId,
    employerId: person.employerId ?? null,
    memberId: person.memberId ?? null,
    sessionVersion,
  }
  const { cookies, tokens } = issuersOf(service)
  const opened = await cookies.start(user)
  const session = await cookies.read(opened)
  const token = grant && session ? await cookies.choose(session, grant) : opened
  return callerWith(
    service,
    person,
    `${cookies.name}=${token}`,
    tokens.tokenFor({ sessionId: session?.sessionId ?? '' }),
  )
}

const issuers = new WeakMap<Config, ReturnType<typeof createIssuers>>()
/** Returns the issuers of a service's cookies and tokens, created once: creating their session cache is slower than a session. */
function issuersOf({ config, clock }: Service) {
  const known = issuers.get(config) ?? createIssuers(config, clock)
  issuers.set(config, known)
  return known
}
const createIssuers = (config: Config, clock: Clock) => ({
  cookies: createSessionCookie({
    isProduction: config.isProduction,
    secret: config.secrets.SESSION_SECRET,
    previousSecret: null,
    clock,
  }),
  tokens: createCsrf({
    isProduction: config.isProduction,
    secret: config.secrets.CSRF_SECRET,
    appUrl: config.appUrl,
  }),
})

export const createAnonymousCaller = (service: Service): Caller =>
  callerWith(service, { id: '', email: '', tenantId: '', role: null }, '', '')

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=raw',
  'json or multipart': 'application/json',
}

function callerWith(
  service: Service,
  { id, email, tenantId, role }: { id: string; email: string; tenantId: string; role: Role | null },
  cookie: string,
  csrfToken: string,
): Caller {
  const request: Caller['request'] = async (options) => {
    const response = await service.app.http.inject({
      ...options,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(csrfToken ? { 'x-csrf-token': csrfToken } : {}),
        accept: 'application/json',
        ...options.headers,
      },
    } as InjectOptions)
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : null,
      text: response.body,
      headers: response.headers,
    }
  }
  const send: Caller['send'] = (contract, sent = {}, options = {}) => {
    const { method, url, body } = buildRequest(contract, sent as never)
    if (contract.body === 'multipart' && options.raw === undefined) {
      const { file, ...fields } = body as { file?: SentFile }
      const { payload, contentType } = buildMultipart(fields, file)
      const headers = { 'content-type': contentType, ...options.headers }
      return request({ method: method as 'POST', url, payload, headers })
    }
    const payload =
      options.raw ??
      (body === undefined || method === 'GET'
        ? undefined
        : contract.body === 'form'
          ? new URLSearchParams(body as Record<string, string>).toString()
          : JSON.stringify(body))
    return request({
      method: method as 'GET',
      url,
      ...(payload === undefined
        ? {}
        : {
            payload,
            headers: {
              'content-type': CONTENT_TYPES[contract.body ?? 'json'],
              ...options.headers,
            },
          }),
      ...(payload === undefined && options.headers ? { headers: options.headers } : {}),
    } as InjectOptions)
  }
  return {
    id,
    email,
    role,
    tenantId,
    cookie,
    csrfToken,
    request,
    send,
    upload: (contract, fields, file, options) => send(contract, { ...(fields as object), file }, options),
    async call(contract, sent) {
      const { status, body, text } = await send(contract, sent as Record<string, unknown>)
      const logged = status === 500 ? ` ${service.loggedErrors.at(-1)}` : ''
      if (status >= 300) throw new Error(`${contract.name} was refused: ${status} ${text}${logged}`)
      return body
    },
  }
}

export interface Firm {
  id: string
  admin: Caller
  secondAdmin: Caller
  broker: Caller
  /** The stored accounts of these three users. */
  staff: Staff
  /** Creates another user of the firm; employer and member accounts name their employer or member. */
  hires(role: Role, binding?: { employerId?: string; memberId?: string; password?: string }): Promise<Caller>
  hasEmployer(fields?: Partial<Sent<typeof createEmployer>>): Promise<Output<typeof createEmployer>>
  hasScheme(fields?: Partial<Sent<typeof createScheme>>): Promise<Output<typeof createScheme>>
  /** Creates an approved scheme with obligations; `addedOn` is the date on which it was added to the service, by default today. */
  hasActiveScheme(
    fields?: Partial<Sent<typeof createScheme>>,
    options?: { addedOn?: string },
  ): Promise<Output<typeof createScheme>>
  hasMember(fields?: Partial<Sent<typeof createMember>>): Promise<Output<typeof createMember>>
  /** Creates another participating employer of the scheme, by default since 2020. */
  hasParticipant(
    schemeId: string,
    fields?: Partial<Sent<typeof createParticipation>>,
  ): Promise<Output<typeof createParticipation>>
}

/** The users of a test firm, one for each role. */
export interface Staff {
  admin: Person
  secondAdmin: Person
  broker: Person
}

/** A firm with two BrokerAdmins and a BrokerUser. */
export async function createFirm(service: Service): Promise<Firm> {
  const id = createId()
  const name = nameFirm(id)
  await service.asOwner(
    'insert into tenants (id, name, search_key, settings) values ($1, $2, lower($2), $3)',
    [id, name, JSON.stringify(TenantSettings.parse({}))],
  )
  const [admin, secondAdmin, broker] = (await insertPeople(
    service,
    (['BrokerAdmin', 'BrokerAdmin', 'BrokerUser'] as const).map((role) => ({ tenantId: id, role })),
  )) as [Person, Person, Person]
  return toFirm(service, id, { admin, secondAdmin, broker })
}

/** Opens a stored firm for tests. */
export async function toFirm(service: Service, id: string, staff: Staff): Promise<Firm> {
  const [admin, secondAdmin, broker] = (await Promise.all(
    [staff.admin, staff.secondAdmin, staff.broker].map((person) => createCaller(service, person)),
  )) as [Caller, Caller, Caller]
  const firm: Firm = {
    id,
    admin,
    secondAdmin,
    broker,
    staff,
    hires: async (role, binding = {}) =>
      createCaller(service, await createPerson(service, { tenantId: id, role, ...binding })),
    hasEmployer: (fields = {}) =>
      broker.call(createEmployer, { legalName: `Employer ${nextUniqueText()}`, ...fields }),
    async hasScheme(fields = {}) {
      const employerId = fields.employerId ?? (await firm.hasEmployer()).id
      return broker.call(createScheme, {
        name: `Scheme ${nextUniqueText()}`,
        type: 'DC',
        ...(fields.type === 'RAC' && { legalForm: 'RAC_CONTRACT' }),
        isRegulatoryOwnFunds: false,
        hasAuthorisedTradeUnion: false,
        considersEsg: false,
        hasDepositary: false,
        limitsEntry: false,
        waitingPeriodMonths: 0,
        ...fields,
        employerId,
      })
    },
    async hasActiveScheme(fields = {}, { addedOn } = {}) {
      const { id: schemeId } = await firm.hasScheme(fields)
      await approveAtOnce(service, id, schemeId, addedOn)
      return broker.call(getScheme, { id: schemeId })
    },
    async hasMember(fields = {}) {
      const schemeId = fields.schemeId ?? (await firm.hasScheme()).id
      const person = {
        firstName: `Vorname${nextUniqueText()}`,
        lastName: `Nachname${nextUniqueText()}`,
        ppsNumber: generatePpsNumber(),
        email: `member-${nextUniqueText()}@example.com`,
        dateOfBirth: '1970-05-04',
        ...fields,
        schemeId,
      }
      assertNotInLogs(
        service.runFolder,
        person.firstName,
        person.lastName,
        person.ppsNumber as string,
        person.email,
      )
      return broker.call(createMember, person)
    },
    async hasParticipant(schemeId, fields = {}) {
      const employerId = fields.employerId ?? (await firm.hasEmployer()).id
      return broker.call(createParticipation, { fromOn: '2020-01-01', ...fields, id: schemeId, employerId })
    },
  }
  return firm
}

/** Approves a scheme that may be incomplete, with an audit entry like any approval. */
async function approveAtOnce(
  service: Service,
  tenantId: string,
  schemeId: string,
  addedOn?: string,
): Promise<void> {
  if (addedOn)
    await service.asOwner('update schemes set created_at = $2::date where id = $1', [schemeId, addedOn])
  await service.app.pipeline.actIn(tenantId, approveScheme.name, async (tx) => {
    const before = await schemes.require(tx, schemeId)
    await updateUnlessStale(tx, 'schemes', before, { status: 'ACTIVE' })
    const { answer, changes } = updated(auditedScheme, before, await schemes.require(tx, schemeId))
    await recalculateChanged(tx, tenantId, changes, getTodayInDublin(service.clock), async () => {})
    return { answer, changes }
  })
}

export async function createSuperAdmin(service: Service): Promise<Caller> {
  return createCaller(service, await createPerson(service, { tenantId: 'platform', role: 'SuperAdmin' }))
}

export interface NewPerson {
  tenantId: string
  role: Role
  employerId?: string
  memberId?: string
  password?: string
  /** By default an address of example.com. */
  email?: string
}

/** Creates an active account, with a password if one is given. */
export async function createPerson(service: Service, person: NewPerson): Promise<Person> {
  const [stored] = await insertPeople(service, [person])
  return stored as Person
}

const passwordHashes = new Map<string, Promise<string>>()
function passwordHashOf(password: string): Promise<string> {
  const known = passwordHashes.get(password) ?? createPasswords(4).hash(password)
  passwordHashes.set(password, known)
  return known
}

/** Creates active accounts in one statement. */
export async function insertPeople(service: Service, people: readonly NewPerson[]): Promise<Person[]> {
  const stored = people.map(
    ({ tenantId, role, employerId, memberId, password, email }): Person => ({
      id: createId(),
      tenantId,
      role,
      email: email ?? `${role.toLowerCase()}-${nextUniqueText()}@example.com`,
      name: `Person ${nextUniqueText()}`,
      employerId: employerId ?? null,
      memberId: memberId ?? null,
      ...(password ? { password } : {}),
    }),
  )
  assertNotInLogs(
    service.runFolder,
    ...stored.flatMap(({ email, name, password }) => [email, name, password]),
  )
  const rows = await Promise.all(
    stored.map(async ({ password, tenantId, employerId, memberId, name, ...person }) => ({
      ...person,
      name,
      tenant_id: tenantId,
      employer_id: employerId,
      member_id: memberId,
      search_key: searchKey(name),
      password_hash: password ? await passwordHashOf(password) : null,
    })),
  )
  await service.asOwner(
    `insert into users (id, tenant_id, role, email, name, search_key, employer_id, member_id, password_hash, status)
     select id, tenant_id, role, email, name, search_key, employer_id, member_id, password_hash, 'ACTIVE'
       from jsonb_to_recordset($1::jsonb) as p (id text, tenant_id text, role text, email text, name text, search_key text,
         employer_id text, member_id text, password_hash text)`,
    [JSON.stringify(rows)],
  )
  return stored
}
