/**
 * What a promise of this service looks like. A contract's name is at once the OpenAPI operationId, the
 * audit action and the log field (Spec 2.6: "dotted name of the operation").
 */
import { z } from 'zod'

/** Lowest first; a role check passes when the actor's level is at least the required one (Spec 2.2). */
export const ROLES = [
  'Member',
  'EmployerUser',
  'EmployerAdmin',
  'BrokerUser',
  'BrokerAdmin',
  'SuperAdmin',
] as const
export const Role = z.enum(ROLES).describe('Position in the role hierarchy (Spec 2.2)')
export type Role = z.infer<typeof Role>

export const isAtLeast = (role: Role, minimum: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimum)

/** Who may call: a minimum role, or one of the three doors that carry no session. Never optional. */
export type Access = Role | 'public' | 'cron' | 'ingest'

/**
 * Whose rate limit an operation counts against (Spec 8). `ai`: runs retrieval or a provider, and all of /api/ai/*. `upload`: takes
 * a file. `heavy`: costs seconds of processor time for any request. `unlimited`: health probes.
 */
export const RATE_CLASSES = ['standard', 'ai', 'upload', 'heavy', 'unlimited'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route = `${Method} /api/${string}`

type PathParameters<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParameters<Rest>
  : unknown

interface Terms<R extends Route, In extends z.ZodType, Out extends z.ZodType> {
  route: R
  access: Access
  /** `standard` unless said. */
  rateClass?: RateClass
  /** One sentence for the reference: what it does and what it needs. */
  summary: string
  /** What stands in the path and is no id, by name. */
  path?: Readonly<Record<string, z.ZodType<string>>>
  /** Query parameters of a query, body of a command. */
  input: In
  output: Out
  /** The status of success; 200 unless said. */
  status?: 200 | 201 | 204 | 302
  /** How the body arrives; JSON unless said. A multipart body has one file, in the field `file`. */
  body?: 'json' | 'form' | 'multipart' | 'json or multipart'
  /** It answers piece by piece as well, for whoever accepts text/event-stream. */
  streams?: true
  /** False where the answer must not be stored for a repeat: it holds a secret, or it changes the session. */
  isReplayable?: false
  /** Of a JSON body that may be larger than others. */
  bodyBytes?: number
  /** Of a multipart body: the largest file that is taken; 413 above it. */
  fileBytes?: number
  /** Where a body may be either: what the fields of the form are as JSON. */
  fromForm?: (fields: Record<string, unknown>) => unknown
}

export interface Contract<
  Name extends string = string,
  R extends Route = Route,
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
> extends Terms<R, In, Out> {
  name: Name
  kind: 'query' | 'command'
}

/** Zod infers an empty object as Record<string, never>, which nothing can be merged with. */
type Fields<T> = string extends keyof T ? unknown : T

/** What a handler is given: the parsed input with the path's ids merged over it. */
export type Input<C extends Contract> = Fields<z.output<C['input']>> & PathParameters<C['route']>
/** What a caller sends. */
export type Sent<C extends Contract> = Fields<z.input<C['input']>> & PathParameters<C['route']>
export type Output<C extends Contract> = z.output<C['output']>

/** Reads; its database handle cannot write. */
export function query<
  const N extends string,
  const R extends `GET /api/${string}`,
  In extends z.ZodType,
  Out extends z.ZodType,
>(name: N, promise: Terms<R, In, Out>): Contract<N, R, In, Out> & { kind: 'query' } {
  return { name, kind: 'query', ...promise }
}

/** Changes something, and is recorded in the audit log under its name. */
export function command<
  const N extends string,
  const R extends Route,
  In extends z.ZodType,
  Out extends z.ZodType,
>(name: N, promise: Terms<R, In, Out>): Contract<N, R, In, Out> & { kind: 'command' } {
  return { name, kind: 'command', ...promise }
}

export function parseRoute(route: Route): { method: Method; path: string; parameters: string[] } {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) }
}

export const getRateClass = ({ rateClass }: Pick<Contract, 'rateClass'>): RateClass => rateClass ?? 'standard'

/**
 * Does the operation accept an Idempotency-Key? Every POST of a signed-in person does, with any status, so that no operation
 * that adds money or rows can be forgotten; the exceptions say so themselves.
 */
export const acceptsIdempotencyKey = ({ kind, route, access, isReplayable }: Contract): boolean =>
  kind === 'command' &&
  route.startsWith('POST ') &&
  access !== 'public' &&
  access !== 'cron' &&
  access !== 'ingest' &&
  isReplayable !== false

/**
 * Does the operation approve what somebody put forward? Then it needs a BrokerAdmin (Spec 2.2: a BrokerUser cannot approve), and
 * a second person where the firm asks for one (server/operation/four-eyes.ts).
 */
export const isApproval = ({ name }: Pick<Contract, 'name'>): boolean =>
  /\.(?:approve|approve-minutes|appoint)$/.test(name)

/** May a person of this role use the operation at all? Pages ask this instead of comparing roles. */
export const can = (role: Role, contract: Pick<Contract, 'access'>): boolean =>
  contract.access === 'public' ||
  (contract.access !== 'cron' && contract.access !== 'ingest' && isAtLeast(role, contract.access))
