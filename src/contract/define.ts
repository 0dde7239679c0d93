/** How an operation of the API is defined: name, route, access and schemas. `npm run rows` lists them in `operations.ts`. */
import { z } from 'zod'
import { type Access, type Body, type Method, type Path, ROLES, type Route } from './access.ts'

export const Role = z.enum(ROLES).describe('Role of a user (Spec 2.2)')
export type Role = z.infer<typeof Role>

export const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value)

export const isAtLeast = (role: Role, minimum: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimum)

/**
 * Rate limit that an operation counts against (Spec 8). `ai`: runs retrieval or a provider, and all of /api/ai/*. `upload`: takes a file.
 * `heavy`: costs seconds of processor time for any request. `unlimited`: health probes.
 */
export const RATE_CLASSES = ['standard', 'ai', 'upload', 'heavy', 'unlimited'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

type PathParameters<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParameters<Rest>
  : unknown

/** Description of an operation for its callers. Its schemas are present only where its contract was loaded. */
export interface Operation<
  Name extends string = string,
  R extends Route = Route,
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
> {
  name: Name
  kind: 'query' | 'command'
  route: R
  access: Access
  /** JSON unless stated. */
  body?: Body
  input?: In
  output?: Out
}

/** A value that was accepted and is seldom right. */
export const FieldWarning = z.object({ field: z.string(), message: z.string() })

type Definition<R extends Route, In extends z.ZodType, Out extends z.ZodType> = Pick<
  Operation<string, R>,
  'route' | 'access' | 'body'
> &
  Terms<In, Out>

/** Terms that only a contract states of its operation. */
interface Terms<In extends z.ZodType, Out extends z.ZodType> {
  /** `standard` unless stated. */
  rateClass?: RateClass
  /** One sentence for the reference: what the operation does and what it needs. */
  summary: string
  /** Schemas of path parameters that are not ids, by name. */
  path?: Readonly<Record<string, z.ZodType<string>>>
  /** Query parameters of a query, body of a command. */
  input: In
  output: Out
  /** Warnings about the returned record, by field; if there are any, the response has them as `warnings`. */
  listWarnings?(record: z.output<Out>, today: string): Partial<Record<string, string>>
  /** The status of success; 200 unless stated. */
  status?: 200 | 201 | 204 | 302
  /** The operation can also send its answer as events, to callers that accept text/event-stream. */
  streams?: true
  /** False where the answer must not be stored for a repeat: it holds a secret, or it changes the session. */
  isReplayable?: false
  /** The largest JSON or form body in bytes, where it differs from the default of the server; 413 above it. */
  bodyBytes?: number
  /** Where a browser that posted the form is sent after a 401; it is answered with redirects instead of JSON. */
  failureRedirect?: string
  /** Allowed when the firm is closed and its records are read-only. */
  isAllowedInClosedFirm?: true
  /** Changes an account's own session or credentials only: no obligation is recalculated. */
  changesNoRecord?: true
  /**
   * Refused (403, `RECENT_SIGN_IN_REQUIRED`) unless the caller signed in, or confirmed their identity, in the last 10 minutes: a session
   * left open must not change who can sign in. Accounts without a second factor have this protection only `of everyone`.
   */
  requiresRecentSignIn?: 'of users with a second factor' | 'of everyone'
  /** Allowed in a session that may only set up the second factor that the firm requires. */
  isAllowedWithoutFactor?: true
  /** Takes the cookie of a sign-in whose password was correct, and a CSRF token in the header although there is no session. */
  usesPendingSignIn?: true
  /** The largest file of a multipart body; a larger one is refused with 413. */
  fileBytes?: number
  /** Field of a multipart body that names a stored file; a body with it needs no file. */
  storedFileField?: string
  /** For a body that may be JSON or multipart: converts the fields of the form to the JSON body. */
  fromForm?: (fields: Record<string, unknown>) => unknown
}

export interface Contract<
  Name extends string = string,
  R extends Route = Route,
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
> extends Operation<Name, R, In, Out>,
    Terms<In, Out> {
  input: In
  output: Out
}

/** Zod infers an empty object as Record<string, never>, which cannot be merged with another type. */
type Fields<T> = string extends keyof T ? unknown : T

type InputOf<C extends Operation> = NonNullable<C['input']>

/** Input of a handler: the parsed input with the path's ids merged over it. */
export type Input<C extends Operation> = Fields<z.output<InputOf<C>>> & PathParameters<C['route']>
/** Input as a caller sends it. */
export type Sent<C extends Operation> = Fields<z.input<InputOf<C>>> & PathParameters<C['route']>
export type Output<C extends Operation> = z.output<NonNullable<C['output']>>
/** Record of a list as the web application requests it: its summary if the list has summaries. */
export type Summary<C extends Operation> =
  NonNullable<C['output']> extends { summary: infer S extends z.ZodType }
    ? z.output<S>
    : Output<C> extends { data: readonly (infer Row)[]; nextCursor: string | null }
      ? Row
      : never

/** Reads; its database handle cannot write. */
export const query = <
  const N extends string,
  const R extends `GET ${Path}`,
  In extends z.ZodType,
  Out extends z.ZodType,
>(
  name: N,
  terms: Definition<R, In, Out>,
): Contract<N, R, In, Out> & { kind: 'query' } => ({ name, kind: 'query', ...terms })

/** Changes data, and is recorded in the audit log under its name. */
export const command = <
  const N extends string,
  const R extends Exclude<Route, `GET ${Path}`>,
  In extends z.ZodType,
  Out extends z.ZodType,
>(
  name: N,
  terms: Definition<R, In, Out>,
): Contract<N, R, In, Out> & { kind: 'command' } => ({ name, kind: 'command', ...terms })

/** Commands on the record at a path: `{noun}.{verb}` is `POST {path}/{verb}`, and its response is the record. */
export const defineRecordCommands =
  <const Noun extends string, const P extends Path, Out extends z.ZodType>(
    noun: Noun,
    path: P,
    output: Out,
    usualAccess: Access = 'BrokerUser',
  ) =>
  <const V extends string, In extends z.ZodType>(verb: V, summary: string, input: In, access = usualAccess) =>
    command(`${noun}.${verb}`, { route: `POST ${path}/${verb}`, access, summary, input, output })

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
 * Whether the operation approves a submitted record. Then it needs a BrokerAdmin (Spec 2.2: a BrokerUser cannot approve), and a second
 * person where the firm requires one (server/operation/four-eyes.ts).
 */
export const isApproval = ({ name }: Pick<Contract, 'name'>): boolean =>
  /\.(?:approve|approve-minutes|appoint)$/.test(name)

/** May a person of this role use the operation at all? Pages ask this instead of comparing roles. */
export const can = (role: Role, operation: Pick<Operation, 'access'>): boolean =>
  operation.access === 'public' ||
  (operation.access !== 'cron' && operation.access !== 'ingest' && isAtLeast(role, operation.access))
