/** Firms and the people in them. Every test makes its own; nothing is shared but the database server. */
import type { InjectOptions } from 'fastify'
import type { Contract, Output, Role, Sent } from '../../src/contract/define.ts'
import { createEmployer } from '../../src/contract/employers.ts'
import { createMember } from '../../src/contract/members.ts'
import { ppsCheckLetter } from '../../src/contract/pps-number.ts'
import { requestFor } from '../../src/contract/request.ts'
import { createScheme } from '../../src/contract/schemes.ts'
import { TenantSettings } from '../../src/contract/tenants.ts'
import { csrf } from '../../src/server/http/csrf.ts'
import { sessionCookie } from '../../src/server/http/session-cookie.ts'
import { type Claimant, SYSTEM } from '../../src/server/operation/pipeline.ts'
import { newId } from '../../src/server/platform/ids.ts'
import { createPasswords } from '../../src/server/platform/passwords.ts'
import { searchKey } from '../../src/server/platform/text-keys.ts'
import { forbidInLogs } from './canaries.ts'
import { multipartOf, type SentFile } from './multipart.ts'
import type { Service } from './service.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

export type SendOptions = { headers?: Record<string, string>; raw?: string; query?: Record<string, string> }

/** Somebody with a session, or nobody. */
export interface Caller {
  id: string
  email: string
  role: Role | null
  tenantId: string
  cookie: string
  csrfToken: string
  /** The answer of a success; throws what was refused. */
  call<C extends Contract>(contract: C, sent: Sent<C>): Promise<Output<C>>
  /** A file and its fields; whatever the answer is. */
  upload<C extends Contract>(
    contract: C,
    fields: Sent<C>,
    file: SentFile,
    options?: SendOptions,
  ): Promise<Reply>
  /** Whatever the answer is. Of a multipart contract the file stands in `file`. */
  send(contract: Contract, sent?: Record<string, unknown>, options?: SendOptions): Promise<Reply>
  /** Any request, with the cookie and the CSRF token of this person. */
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

let counter = 0
export const unique = (): string => `${process.pid}-${Date.now().toString(36)}-${counter++}`

let ppsNumbers = 0
/** PPS numbers that are valid and made up, a thousand different ones a process; digits from a range of no test's constants. */
export function aPpsNumber(): string {
  const digits = String(8_000_000 + (process.pid % 900) * 1_000 + (ppsNumbers++ % 1_000))
  return `${digits}${ppsCheckLetter(digits, 'A')}A`
}

export async function signedIn(service: Service, person: Person, sessionVersion = 1): Promise<Caller> {
  const { config, clock } = service
  const claimant: Claimant = {
    id: person.id,
    role: person.role,
    tenantId: person.tenantId,
    employerId: person.employerId ?? null,
    memberId: person.memberId ?? null,
    sessionVersion,
  }
  const cookies = sessionCookie({
    isProduction: config.isProduction,
    secret: config.secrets.SESSION_SECRET,
    previousSecret: null,
    clock,
  })
  const token = await cookies.start(claimant)
  const session = await cookies.read(token)
  const tokens = csrf({
    isProduction: config.isProduction,
    secret: config.secrets.CSRF_SECRET,
    appUrl: config.appUrl,
  })
  return callerWith(
    service,
    person,
    `${cookies.name}=${token}`,
    tokens.tokenFor({ sessionId: session?.sessionId ?? '' }),
  )
}

export const nobody = (service: Service): Caller =>
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
    const { method, url, body } = requestFor(contract, sent as never)
    if (contract.body === 'multipart' && options.raw === undefined) {
      const { file, ...fields } = body as { file?: SentFile }
      const { payload, contentType } = multipartOf(fields, file)
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
      if (status >= 300) throw new Error(`${contract.name} was refused: ${status} ${text}`)
      return body
    },
  }
}

export interface Firm {
  id: string
  admin: Caller
  secondAdmin: Caller
  broker: Caller
  /** Another person of the firm; employer and member accounts name what they are bound to. */
  hires(role: Role, binding?: { employerId?: string; memberId?: string; password?: string }): Promise<Caller>
  hasEmployer(fields?: Partial<Sent<typeof createEmployer>>): Promise<Output<typeof createEmployer>>
  hasScheme(fields?: Partial<Sent<typeof createScheme>>): Promise<Output<typeof createScheme>>
  hasMember(fields?: Partial<Sent<typeof createMember>>): Promise<Output<typeof createMember>>
}

/** A firm with two BrokerAdmins and a BrokerUser. */
export async function aFirm(service: Service): Promise<Firm> {
  const id = newId()
  await service.app.pipeline.actAs(SYSTEM, 'test.firm', async (tx) => {
    const name = `Firm ${id}`
    await tx
      .insertInto('tenants')
      .values({
        id,
        name,
        search_key: name.toLowerCase(),
        settings: JSON.stringify(TenantSettings.parse({})),
      })
      .execute()
    return { answer: null, changes: [] }
  })
  const hires: Firm['hires'] = async (role, binding = {}) => {
    const person = await aPerson(service, { tenantId: id, role, ...binding })
    return signedIn(service, person)
  }
  const [admin, secondAdmin, broker] = [
    await hires('BrokerAdmin'),
    await hires('BrokerAdmin'),
    await hires('BrokerUser'),
  ]
  const firm: Firm = {
    id,
    admin,
    secondAdmin,
    broker,
    hires,
    hasEmployer: (fields = {}) =>
      broker.call(createEmployer, { legalName: `Employer ${unique()}`, ...fields }),
    async hasScheme(fields = {}) {
      const employerId = fields.employerId ?? (await firm.hasEmployer()).id
      return broker.call(createScheme, { name: `Scheme ${unique()}`, type: 'DC', ...fields, employerId })
    },
    async hasMember(fields = {}) {
      const schemeId = fields.schemeId ?? (await firm.hasScheme()).id
      const person = {
        firstName: `Vorname${unique()}`,
        lastName: `Nachname${unique()}`,
        ppsNumber: aPpsNumber(),
        email: `member-${unique()}@example.com`,
        dateOfBirth: '1970-05-04',
        ...fields,
        schemeId,
      }
      forbidInLogs(
        service.runFolder,
        person.firstName,
        person.lastName,
        person.ppsNumber as string,
        person.email,
      )
      return broker.call(createMember, person)
    },
  }
  return firm
}

export async function aSuperAdmin(service: Service): Promise<Caller> {
  return signedIn(service, await aPerson(service, { tenantId: 'platform', role: 'SuperAdmin' }))
}

/** An active account, with a password where one is given. */
export async function aPerson(
  service: Service,
  {
    tenantId,
    role,
    employerId,
    memberId,
    password,
  }: { tenantId: string; role: Role; employerId?: string; memberId?: string; password?: string },
): Promise<Person> {
  const id = newId()
  const email = `${role.toLowerCase()}-${unique()}@example.com`
  const name = `Person ${unique()}`
  forbidInLogs(service.runFolder, email, name, password)
  const passwordHash = password ? await createPasswords(4).hash(password) : null
  await service.app.pipeline.actAs(SYSTEM, 'test.person', async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id,
        tenant_id: tenantId,
        email,
        name,
        search_key: searchKey(name),
        role,
        status: 'ACTIVE',
        password_hash: passwordHash,
        employer_id: employerId ?? null,
        member_id: memberId ?? null,
      })
      .execute()
    return { answer: null, changes: [] }
  })
  return {
    id,
    email,
    name,
    role,
    tenantId,
    employerId: employerId ?? null,
    memberId: memberId ?? null,
    ...(password ? { password } : {}),
  }
}
