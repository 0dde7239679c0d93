/** Conventions, headers, refusals and security schemes shared by all operations. */
import { TEXT } from '../../contract/problems.ts'
import type { Schema } from './openapi-schemas.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

/** Paragraphs in Markdown; `/docs` shows them too. */
export const conventions = `Compliance data of Irish occupational pension schemes under IORP II (S.I. 128/2021), for broker firms. One REST API over JSON; the web application uses the same.

**Records.** Names are camelCase. \`…Cents\` is money in whole cents, EUR; \`…At\` an instant in UTC; \`…On\` a civil date in Ireland. Fields of a body that are not listed are dropped.

**Lists.** A list answers \`data\` and \`nextCursor\`. Send \`nextCursor\` as \`cursor\` for the next page; it is null on the last one. A query parameter that is not listed is refused.

**Roles.** Lowest first: Member, EmployerUser, EmployerAdmin, BrokerUser, BrokerAdmin, SuperAdmin. Each operation names the lowest role that may use it. Brokers reach their own firm, employers their own records, members their own record; only a SuperAdmin reaches every firm.

**Sessions.** Signing in sets a cookie, which goes with every later request. It ends after 30 days without use, after 90 days in any case, and at once when the password or the role changes.

**CSRF.** A request that changes something sends the token of \`GET /api/auth/csrf\` as \`X-CSRF-Token\`. Signing in changes the token: ask again after it. Requests with a bearer token need none.

**Concurrent changes.** Every record has a \`version\`, which is also its \`ETag\`. Send it as \`If-Match\`, and a change to what somebody else has changed since is refused with 409 (\`STALE_VERSION\`). Without it, a change applies to the record as it is now; of changes that arrive at the same moment, all but the first can be refused with the same 409: send them again.

**Repeats.** With an \`Idempotency-Key\`, a POST that is sent twice within 24 hours happens once and gets the same answer.

**Limits.** \`X-RateLimit-Limit\` is the number of requests a minute. Each class (\`x-rate-class\` of an operation) has a bucket of its own for each person: standard 120 a minute (200 at once), ai 20 (30), upload and heavy 10 (15). Slow down when \`X-RateLimit-Remaining\` is 0; after a 429, wait for the seconds of \`Retry-After\`.

**Errors.** Every refusal is \`{ "error": … }\`, with \`details\` where a program can use them and \`issues\` where a field is wrong. Quote \`X-Request-Id\` when you report one.`

const integer: Schema = { type: 'integer' }
const text: Schema = { type: 'string' }

export const headers: Record<string, { description: string; schema: Schema }> = {
  'X-Request-Id': {
    description:
      'Identifies the request in the log of the service. A request may send its own: 8 to 64 letters, digits, `.`, `:`, `-` or `_`, without a PPS number; any other is replaced',
    schema: text,
  },
  'X-RateLimit-Limit': { description: 'Requests a minute', schema: integer },
  'X-RateLimit-Remaining': { description: 'Remaining requests', schema: integer },
  'X-RateLimit-Reset': {
    description: 'Time at which the full limit is available again, in Unix seconds',
    schema: integer,
  },
  ETag: { description: 'The version of the record, in quotes', schema: text },
  Location: { description: 'Address of the new record', schema: text },
  'Idempotency-Replayed': {
    description: '`true` when the first answer to the same Idempotency-Key is given again',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait', schema: integer },
}

const requestHeader = (name: string, required: boolean, description: string, schema: Schema): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
})

export const requestHeaders: Record<string, Parameter> = {
  'X-CSRF-Token': requestHeader('X-CSRF-Token', true, 'The token of `GET /api/auth/csrf`', text),
  'If-Match': requestHeader(
    'If-Match',
    false,
    'The ETag of the record as it was read; 409 when somebody has changed it since',
    text,
  ),
  'Idempotency-Key': requestHeader(
    'Idempotency-Key',
    false,
    'Any text that names this request. A repeat with the same body within 24 hours gets the first answer again; with another body, 409',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  ),
}

export interface Refused {
  name: string
  description: string
  /** Names of the schemas that the body may have. */
  body: string[]
  example: { error: string } & Record<string, unknown>
  mayRetry?: true
}

export const refusals: Record<number, Refused> = {
  400: {
    name: 'BadRequest',
    description: 'A field, an id or a query parameter is wrong, or the request cannot be read',
    body: ['ValidationProblem', 'Problem'],
    example: {
      error: TEXT.validation,
      issues: [
        { path: ['name'], code: 'too_small', message: 'Too small: expected string to have >=1 characters' },
      ],
    },
  },
  401: {
    name: 'Unauthorized',
    description: 'No session, or one that has ended; wrong credentials or a wrong token',
    body: ['Problem'],
    example: { error: TEXT.noSession },
  },
  403: {
    name: 'Forbidden',
    description:
      'The role is too low, the record belongs to somebody else, or the CSRF token is missing or wrong',
    body: ['Problem'],
    example: { error: TEXT.reach },
  },
  404: {
    name: 'NotFound',
    description: 'There is no such record',
    body: ['Problem'],
    example: { error: TEXT.notFound },
  },
  409: {
    name: 'Conflict',
    description:
      'A duplicate, a state that does not allow it, a stale If-Match, a change at the same moment, or an Idempotency-Key used for something else',
    body: ['Problem'],
    example: {
      error: 'Another user changed this record',
      details: { code: 'STALE_VERSION', currentVersion: 4 },
    },
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is too large',
    body: ['Problem'],
    example: { error: TEXT.tooLarge },
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not of the type that the operation reads',
    body: ['Problem'],
    example: { error: TEXT.mediaType },
  },
  422: {
    name: 'UnprocessableContent',
    description: 'A business rule refuses the request; `details.code` names the rule',
    body: ['Problem'],
    example: {
      error: 'You submitted this scheme: another administrator of the firm has to approve it',
      details: { code: 'FOUR_EYES' },
    },
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests',
    body: ['Problem'],
    example: { error: TEXT.limited },
    mayRetry: true,
  },
  500: {
    name: 'InternalServerError',
    description: 'The service failed; the request id finds the cause in its log',
    body: ['Problem'],
    example: { error: TEXT.internal, details: { requestId: 'tz4a98xxat96iws9zmbrgj3a' } },
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'A dependency of the service is down; nothing is wrong with the request',
    body: ['Problem'],
    example: { error: TEXT.unavailable },
    mayRetry: true,
  },
}

export const securitySchemes: Record<string, Record<string, string>> = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'app.session-token',
    description: 'Set by `POST /api/auth/signin`. In production the cookie is `__Secure-app.session-token`',
  },
  cron: { type: 'http', scheme: 'bearer', description: 'The token of the scheduler (`CRON_TOKEN`)' },
  ingest: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token for ingesting the regulatory corpus (`RAG_INGEST_TOKEN`)',
  },
}
