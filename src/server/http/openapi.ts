/**
 * The contract list as an OpenAPI 3.1 document: one description for developers, for programs and for the page at /docs. It adds only what
 * all operations share; change an operation in its contract.
 */

import { z } from 'zod'
import { isOpenToKeys } from '../../contract/api-keys.ts'
import {
  acceptsIdempotencyKey,
  type Contract,
  FieldWarning,
  getRateClass,
  parseRoute,
  type RateClass,
} from '../../contract/define.ts'
import { findSummaries } from '../../contract/values.ts'
import {
  conventions,
  headers,
  type Parameter,
  type Refused,
  refusals,
  requestHeaders,
  securitySchemes,
} from './openapi-common.ts'
import {
  buildReference,
  buildSchema,
  findReference,
  listNamedSchemas,
  type Reference,
  type Schema,
} from './openapi-schemas.ts'

type Content = Record<string, { schema: Schema; example?: unknown }>
export interface Answer {
  description: string
  headers: Record<string, Reference>
  content?: Content
}
export interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string
  'x-minimum-role': string
  'x-rate-class': RateClass
  security: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer | Reference>
}
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    headers: Record<string, { description: string; schema: Schema }>
    responses: Record<string, Answer>
    securitySchemes: Record<string, Record<string, string>>
  }
}

/** Response types other than JSON; the schema is that of one line. */
const MEDIA_TYPES: Record<string, string> = {
  'audit-log.export': 'application/x-ndjson',
  'contribution.errors': 'text/csv',
  'member.export': 'text/csv',
  'document.content': 'application/octet-stream',
  'personal-data.export': 'application/zip',
  'report.board-pack': 'application/pdf',
  'report.own-risk-assessment': 'application/pdf',
  'report.policy': 'application/pdf',
  'report.supervisory-pack': 'application/zip',
}
const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}
/** As `EventSource` reads them: `event: NAME`, `data: JSON`, an empty line. */
const EVENTS: Schema = {
  type: 'string',
  description:
    'Events while the service creates the answer, then `done` with the complete answer as JSON, or `error` with a problem if the service stopped',
}
const METHODS = ['get', 'post', 'put', 'delete']

export function buildOpenApiDocument(
  contracts: readonly Contract[],
  { version, serverUrl }: { version: string; serverUrl: string },
): OpenApiDocument {
  const described = contracts.flatMap(describe)
  const tags = [...new Set(described.map(({ operation }) => operation.tags[0] as string))]
  const place = ({ method, path, operation }: Described): string =>
    [String(tags.indexOf(operation.tags[0] as string)).padStart(3, '0'), path, METHODS.indexOf(method)].join(
      '\n',
    )
  const sorted = described
    .map((entry) => ({ ...entry, place: place(entry) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
  const paths: OpenApiDocument['paths'] = {}
  for (const { method, path, operation } of sorted) {
    paths[path] ??= {}
    const item = paths[path]
    if (item[method]) throw new Error(`${method.toUpperCase()} ${path} has two contracts`)
    item[method] = operation
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Pension Compliance Service', version, description: conventions },
    servers: [{ url: serverUrl }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: listNamedSchemas(),
      parameters: requestHeaders,
      headers,
      responses: Object.fromEntries(
        Object.values(refusals).map((refused) => [refused.name, buildRefusalAnswer(refused)]),
      ),
      securitySchemes,
    },
  }
}

interface Described {
  method: string
  path: string
  operation: DescribedOperation
}

function describe(contract: Contract): Described[] {
  const { method, path } = parseRoute(contract.route)
  const described: Described = { method: method.toLowerCase(), path, operation: getOperation(contract) }
  if (contract.access !== 'cron') return [described]
  // Schedulers that can only GET may run jobs too.
  const byGet = getOperation({ ...contract, kind: 'query', name: `${contract.name}.get` })
  return [described, { method: 'get', path, operation: byGet }]
}

/** The file of a multipart body is not part of its schema: it is never a value. */
function getInput({ input, body, fileBytes = 0, storedFileField }: Contract): Schema {
  const schema = buildSchema(input, 'input')
  return body === 'multipart' ? withFile(schema, fileBytes, storedFileField === undefined) : schema
}

/** If a body may be either, the form has the fields of the text and the file. */
function withFile(schema: Schema, fileBytes: number, isRequired = true): Schema {
  const file = {
    type: 'string',
    format: 'binary',
    description: `The file, at most ${fileBytes / 1024 / 1024} MiB`,
  }
  return {
    ...schema,
    properties: { file, ...schema.properties },
    required: [...(isRequired ? ['file'] : []), ...(schema.required ?? [])],
  }
}

function getFacts(contract: Contract) {
  const { access, kind, name, route, status } = contract
  const { method, path, parameters } = parseRoute(route)
  const input = getInput(contract)
  const isCommand = kind === 'command'
  return {
    tag: name.slice(0, name.indexOf('.')),
    path,
    ids: parameters,
    inPath: contract.path ?? {},
    input,
    fields: Object.entries(input.properties ?? {}),
    isCommand,
    isForm: contract.body === 'form',
    hasSession: access !== 'public' && access !== 'cron' && access !== 'ingest',
    isHealth: path.startsWith('/api/health/'),
    creates: status === 201,
    takesKey: acceptsIdempotencyKey(contract),
    changesOne: isCommand && status !== 201 && (method !== 'POST' || parameters.length > 0),
  }
}
type Facts = ReturnType<typeof getFacts>

function getOperation(contract: Contract): DescribedOperation {
  const facts = getFacts(contract)
  const parameters = getParameters(facts)
  const { fields, input, isCommand } = facts
  return {
    operationId: contract.name,
    tags: [facts.tag],
    summary: contract.summary,
    'x-minimum-role': contract.access,
    'x-rate-class': getRateClass(contract),
    security:
      contract.access === 'public'
        ? []
        : [
            { [facts.hasSession ? 'session' : contract.access]: [] },
            ...(isOpenToKeys(contract) ? [{ apiKey: [] }] : []),
          ],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isCommand && fields.length > 0
      ? {
          requestBody: {
            required: (input.required ?? []).length > 0,
            content: getContent(contract, input),
          },
        }
      : {}),
    responses: buildResponses(contract, facts),
  }
}

function getContent({ body = 'json', fileBytes = 0 }: Contract, input: Schema) {
  if (body !== 'json or multipart') return { [BODY_TYPES[body]]: { schema: input } }
  const [one] = Object.values(input.properties ?? {})
  return {
    [BODY_TYPES.json]: { schema: input },
    [BODY_TYPES.multipart]: { schema: withFile(one?.items ?? {}, fileBytes) },
  }
}

function getParameters(facts: Facts): (Parameter | Reference)[] {
  const { path, ids, inPath, input, fields, isCommand, takesKey, changesOne, hasSession } = facts
  const shared = (name: string, applies: boolean): Reference[] =>
    applies ? [{ $ref: `#/components/parameters/${name}` }] : []
  return [
    ...ids.map((name): Parameter => {
      const described = inPath[name]
      if (described) return { name, in: 'path', required: true, schema: buildSchema(described, 'input') }
      const description = `An id of ${path.slice(0, path.indexOf(`/{${name}}`))}`
      return { name, in: 'path', required: true, description, schema: buildReference('Id') }
    }),
    ...(isCommand ? [] : fields).map(([name, { description, ...schema }]): Parameter => {
      const required = input.required?.includes(name) ?? false
      return { name, in: 'query', required, ...(description ? { description } : {}), schema }
    }),
    ...shared('X-CSRF-Token', isCommand && hasSession),
    ...shared('If-Match', changesOne && hasSession),
    ...shared('Idempotency-Key', takesKey),
  ]
}

const withWarnings = (record: Schema): Schema => ({
  allOf: [
    record,
    {
      type: 'object',
      properties: {
        warnings: {
          type: 'array',
          items: buildSchema(FieldWarning, 'output'),
          description: 'Accepted values that are probably wrong; missing if there are none',
        },
      },
    },
  ],
})

function buildResponses(contract: Contract, facts: Facts): DescribedOperation['responses'] {
  const { access, output, status = 200, name } = contract
  const { ids, fields, isCommand, isForm, hasSession, isHealth, creates, takesKey } = facts
  const isVersioned = output instanceof z.ZodObject && 'version' in output.shape
  const complete = findReference(output) ?? buildSchema(output, 'output')
  const summaries = findSummaries(output)
  const schema = summaries ? { anyOf: [complete, buildSchema(summaries, 'output')] } : complete
  const content: Content = {
    [MEDIA_TYPES[name] ?? 'application/json']: {
      schema: contract.listWarnings ? withWarnings(schema) : schema,
    },
    ...(contract.streams ? { 'text/event-stream': { schema: EVENTS } } : {}),
  }
  const success: Answer = {
    description: creates ? 'Created' : status === 204 ? 'Done, without content' : 'Success',
    headers: {
      ...(isVersioned ? nameResponse('ETag') : {}),
      ...(creates ? nameResponse('Location') : {}),
      ...(takesKey ? nameResponse('Idempotency-Replayed') : {}),
      ...EVERYWHERE,
    },
    ...(status === 204 ? {} : { content }),
  }
  const redirect = (description: string): Answer => ({
    description,
    headers: { ...nameResponse('Location'), ...EVERYWHERE },
  })
  const isBusiness = isCommand && access !== 'cron' && !isForm
  const refused: [number, boolean][] = [
    [400, isCommand || ids.length > 0 || fields.length > 0],
    [401, access !== 'public' || isForm],
    [403, isCommand || (hasSession && (access !== 'Member' || ids.length > 0))],
    [404, ids.length > 0],
    [409, isBusiness],
    [413, isCommand && fields.length > 0],
    [415, isCommand && fields.length > 0],
    [422, isBusiness],
    [429, !isHealth],
    [500, true],
    [503, true],
  ]
  const isDryRun = 'dryRun' in (facts.input.properties ?? {}) && creates
  return {
    ...(isDryRun ? { 200: { ...success, description: 'Dry run: the service stored nothing' } } : {}),
    [status]: success,
    ...(isForm
      ? {
          302: redirect('Form sent by a browser: redirect to `callbackUrl`'),
          303: redirect('Form sent by a browser and refused: redirect to the sign-in page'),
        }
      : {}),
    ...Object.fromEntries(
      refused
        .filter(([, applies]) => applies)
        .map(([code]) => [code, { $ref: `#/components/responses/${(refusals[code] as Refused).name}` }]),
    ),
  }
}

const nameResponse = (...names: string[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const EVERYWHERE = nameResponse(
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
)

const buildRefusalAnswer = ({ description, body, example, mayRetry }: Refused): Answer => ({
  description,
  headers: { ...(mayRetry ? nameResponse('Retry-After') : {}), ...EVERYWHERE },
  content: {
    'application/json': {
      schema: body.length === 1 ? buildReference(body[0] as string) : { anyOf: body.map(buildReference) },
      example,
    },
  },
})
