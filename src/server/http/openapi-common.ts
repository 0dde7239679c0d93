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

**Records.** Names are camelCase. \`…Cents\` is an amount in whole euro cents, \`…At\` a time in UTC, \`…On\` a date in Ireland. The service ignores unknown fields of a body.

**Lists.** A list returns \`data\` and \`nextCursor\`. Send \`nextCursor\` as \`cursor\` for the next page; it is null on the last page. Some lists take \`fields=summary\`, which returns each record with fewer fields. The service refuses unknown query parameters (400).

**Roles.** Lowest first: Member, EmployerUser, EmployerAdmin, BrokerUser, BrokerAdmin, SuperAdmin. Each operation names the lowest role that can use it. Broker roles can access the records of their firm, employer roles the records of their employer, and a Member their own record. Only a SuperAdmin can access all firms.

**Sessions.** Signing in sets a session cookie, which each later request must send. The session ends after 30 days without use, after 90 days in any case, and at once when the password or the role changes.

**CSRF.** Each request that changes data must send the token of \`GET /api/auth/csrf\` as \`X-CSRF-Token\`. Get a new token after signing in. Requests with a bearer token need no CSRF token.

**Concurrent changes.** Every record has a \`version\`, which is also its \`ETag\`. Send it as \`If-Match\`: if the record has changed since, the service returns 409 (\`STALE_VERSION\`). Without \`If-Match\`, a change applies to the current record. If several changes arrive at the same moment, all but the first can return the same 409; send them again.

**Repeats.** If a POST is sent twice within 24 hours with the same \`Idempotency-Key\`, the service executes it once and returns the same response.

**Limits.** \`X-RateLimit-Limit\` is the number of requests per minute. Each rate class (\`x-rate-class\` of an operation) has a separate limit for each user: standard 120 per minute (200 at once), ai 20 (30), upload and heavy 10 (15). Slow down when \`X-RateLimit-Remaining\` is 0; after a 429, wait for the seconds of \`Retry-After\`.

**Errors.** An error response is \`{ "error": … }\`, with \`details\` for programs and \`issues\` if fields are wrong. Quote \`X-Request-Id\` when you report a problem.`

const integer: Schema = { type: 'integer' }
const text: Schema = { type: 'string' }

export const headers: Record<string, { description: string; schema: Schema }> = {
  'X-Request-Id': {
    description:
      'Identifies the request in the log of the service. A request can send its own id: 8 to 64 letters, digits, `.`, `:`, `-` or `_`, without a PPS number. The service replaces any other value',
    schema: text,
  },
  'X-RateLimit-Limit': { description: 'Allowed requests per minute', schema: integer },
  'X-RateLimit-Remaining': { description: 'Remaining requests', schema: integer },
  'X-RateLimit-Reset': {
    description: 'Time at which the full limit is available again, in Unix seconds',
    schema: integer,
  },
  ETag: { description: 'The version of the record, in quotes', schema: text },
  Location: { description: 'Address of the new record', schema: text },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response to the first request with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next request', schema: integer },
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
    'ETag of the record as last read. 409 if the record has changed since',
    text,
  ),
  'Idempotency-Key': requestHeader(
    'Idempotency-Key',
    false,
    'Any text that identifies this request. A request with the same key and body within 24 hours returns the first response again; with a different body, 409',
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
    description: 'There is no valid session, or the credentials or the token are wrong',
    body: ['Problem'],
    example: { error: TEXT.noSession },
  },
  403: {
    name: 'Forbidden',
    description:
      'The role of the caller is not sufficient, the record is outside the scope of the caller, or the CSRF token is missing or wrong',
    body: ['Problem'],
    example: { error: TEXT.reach },
  },
  404: {
    name: 'NotFound',
    description: 'The record does not exist',
    body: ['Problem'],
    example: { error: TEXT.notFound },
  },
  409: {
    name: 'Conflict',
    description:
      'The record exists already, its status does not allow the change, If-Match is stale, another change happened at the same moment, or the Idempotency-Key was used for another request',
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
    description: 'The operation does not accept the media type of the body',
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
    description: 'The service failed. The log contains the cause under the request id',
    body: ['Problem'],
    example: { error: TEXT.internal, details: { requestId: 'tz4a98xxat96iws9zmbrgj3a' } },
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'A dependency of the service is not available. Send the request again later',
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
    description:
      'Session cookie, set by `POST /api/auth/signin`. In production its name is `__Secure-app.session-token`',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'API key of a firm, created by `POST /api/api-keys`. It calls the operations that it names, within its schemes, as the user who created it. No CSRF token is sent',
  },
  cron: { type: 'http', scheme: 'bearer', description: 'Token of the scheduler (`CRON_TOKEN`)' },
  ingest: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token for importing legal sources (`RAG_INGEST_TOKEN`)',
  },
}
