import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isOpenToKeys } from '../../contract/api-keys.ts'
import { type Contract, parseRoute } from '../../contract/define.ts'
import { CONTRACTS } from '../../contract/index.ts'
import { SchemeSummary } from '../../contract/schemes.ts'
import { Empty, Nothing } from '../../contract/values.ts'
import {
  type Answer,
  buildOpenApiDocument,
  type DescribedOperation,
  type OpenApiDocument,
} from './openapi.ts'
import type { Schema } from './openapi-schemas.ts'

const INFO = { version: '1.2.3', serverUrl: 'http://localhost:3000' }
const document = buildOpenApiDocument(CONTRACTS, INFO)

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  )
const operations = operationsOf(document)
const described = (contract: Contract): DescribedOperation => {
  const { method, path } = parseRoute(contract.route)
  return document.paths[path]?.[method.toLowerCase()] as DescribedOperation
}
const operationNamed = (name: string): DescribedOperation =>
  described(CONTRACTS.find((contract) => contract.name === name) as Contract)
const statuses = (operation: DescribedOperation): string[] => Object.keys(operation.responses)
const parameterNames = ({ parameters = [] }: DescribedOperation): string[] =>
  parameters.map((parameter) =>
    'name' in parameter ? parameter.name : (parameter.$ref.split('/').at(-1) as string),
  )

/** Every object within a value, itself included. */
function* within(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  yield value as Record<string, unknown>
  for (const child of Object.values(value)) yield* within(child)
}
const resolve = (pointer: string): unknown =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)

/** Names of all fields of a value's schemas, references followed. */
function fieldNames(value: unknown, collected = new Set<string>()): Set<string> {
  const names = new Set<string>()
  for (const { properties, $ref } of within(value)) {
    for (const name of Object.keys(properties ?? {})) names.add(name)
    if (typeof $ref !== 'string' || collected.has($ref)) continue
    collected.add($ref)
    for (const name of fieldNames(resolve($ref), collected)) names.add(name)
  }
  return names
}

describe('the document as a whole', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate({ ...document })
    expect({ valid, errors, version: validator.version }).toEqual({
      valid: true,
      errors: undefined,
      version: '3.1',
    })
  })

  test('is identical every time', () => {
    expect(JSON.stringify(buildOpenApiDocument(CONTRACTS, INFO))).toBe(JSON.stringify(document))
  })

  test('has no dangling reference and no unused component', () => {
    const used = new Set<string>()
    for (const { $ref } of within(document)) if (typeof $ref === 'string') used.add($ref)
    expect([...used].filter((pointer) => resolve(pointer) === undefined)).toEqual([])
    const { schemas, parameters, headers, responses } = document.components
    const unused = Object.entries({ schemas, parameters, headers, responses }).flatMap(([kind, named]) =>
      Object.keys(named)
        .map((name) => `#/components/${kind}/${name}`)
        .filter((pointer) => !used.has(pointer)),
    )
    expect(unused).toEqual([])
  })

  test('contains every contract once, under its route and name, and additionally only the jobs by GET', () => {
    for (const contract of CONTRACTS) expect(described(contract)?.operationId).toBe(contract.name)
    const names = operations.map(({ operation }) => operation.operationId)
    const jobs = CONTRACTS.filter(({ access }) => access === 'cron').map(({ name }) => `${name}.get`)
    expect(names.toSorted()).toEqual([...CONTRACTS.map(({ name }) => name), ...jobs].toSorted())
  })

  test('refuses two contracts for one route', () => {
    const terms = {
      kind: 'query',
      route: 'GET /api/things',
      access: 'public',
      summary: 'Things.',
      input: Nothing,
      output: Empty,
    } as const
    const contracts = ['thing.list', 'thing.all'].map((name) => ({ name, ...terms }))
    expect(() => buildOpenApiDocument(contracts, INFO)).toThrow('GET /api/things has two contracts')
  })

  test('mentions no password hash and no encrypted PPS number', () => {
    expect(JSON.stringify(document)).not.toMatch(/passwordHash|ppsNumberEncrypted/i)
  })

  test('returns a PPS number only where it is revealed', () => {
    const telling = operations.filter(({ operation }) => fieldNames(operation.responses).has('ppsNumber'))
    expect(telling.map(({ operation }) => operation.operationId)).toEqual(['member.reveal-pps'])
  })

  test('has a named schema for every record with a get operation', () => {
    const records = CONTRACTS.filter(
      ({ name, output }) =>
        name.endsWith('.get') && output instanceof z.ZodObject && 'version' in output.shape,
    )
    const unnamed = records.filter((contract) => {
      const { schema } = (described(contract).responses[200] as Answer).content?.['application/json'] ?? {}
      return !(contract.listWarnings ? (schema?.allOf as Schema[] | undefined)?.[0] : schema)?.$ref
    })
    expect(unnamed.map(({ name }) => name)).toEqual([])
  })
})

describe.each(operations)('$operation.operationId ($method)', ({ path, operation }) => {
  const contract = CONTRACTS.find(
    ({ name }) => name === operation.operationId || `${name}.get` === operation.operationId,
  ) as Contract

  test('states who may call it', () => {
    expect(operation['x-minimum-role']).toBe(contract.access)
    expect(operation['x-rate-class']).toBe(contract.rateClass ?? 'standard')
    const door = ['cron', 'ingest'].includes(contract.access) ? contract.access : 'session'
    const withKey = isOpenToKeys(contract) ? [{ apiKey: [] }] : []
    expect(operation.security).toEqual(contract.access === 'public' ? [] : [{ [door]: [] }, ...withKey])
  })

  test('documents its refusals', () => {
    const expected = ['500', '503']
    if (contract.access !== 'public') expected.push('401')
    if (!path.startsWith('/api/health/')) expected.push('429')
    if (path.includes('{')) expected.push('400', '403', '404')
    if (operation.requestBody) expected.push('400', '413', '415')
    expect(statuses(operation)).toEqual(expect.arrayContaining(expected))
  })

  test('documents its path parameters and the headers of its success', () => {
    const inPath = (operation.parameters ?? []).flatMap((parameter) =>
      'in' in parameter && parameter.in === 'path' ? [parameter.name] : [],
    )
    expect(inPath).toEqual(parseRoute(contract.route).parameters)
    const success = operation.responses[contract.status ?? 200] as Answer
    expect(Object.keys(success.headers)).toEqual(
      expect.arrayContaining([
        'X-Request-Id',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
      ]),
    )
    expect(success.content === undefined).toBe(contract.status === 204)
  })
})

describe('the request of an operation', () => {
  const changing = ['X-CSRF-Token', 'If-Match']
  test.each<[string, string[]]>([
    [
      'scheme.list',
      ['limit', 'cursor', 'fields', 'status', 'type', 'employerId', 'q', 'missing', 'rating', 'sort'],
    ],
    ['scheme.get', ['id']],
    ['scheme.create', ['X-CSRF-Token', 'Idempotency-Key']],
    ['trustee.create', ['id', 'X-CSRF-Token', 'Idempotency-Key']],
    ['scheme.update', ['id', ...changing]],
    ['scheme.approve', ['id', ...changing, 'Idempotency-Key']],
    ['member.reveal-pps', ['id', ...changing]],
    ['me.update', changing],
    ['auth.signout', ['X-CSRF-Token']],
    ['auth.signin', []],
    ['auth.forgot-password', []],
    ['job.housekeeping', []],
  ])('%s', (name, expected) => {
    expect(parameterNames(operationNamed(name))).toEqual(expected)
  })

  test('a parameter with a default is not required, and keeps its description beside its schema', () => {
    const list = operationNamed('scheme.list').parameters ?? []
    expect(list.find((parameter) => 'name' in parameter && parameter.name === 'limit')).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    })
    expect(list.find((parameter) => 'name' in parameter && parameter.name === 'q')).toEqual({
      name: 'q',
      in: 'query',
      required: false,
      description: 'Part of the name or the PB number',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    })
  })

  test('a body is JSON, or a form if the contract says so, or absent without input', () => {
    const types = (name: string) => Object.keys(operationNamed(name).requestBody?.content ?? {})
    expect(types('scheme.create')).toEqual(['application/json'])
    expect(types('auth.signin')).toEqual(['application/x-www-form-urlencoded'])
    expect(types('scheme.submit')).toEqual([])
  })

  test('a body states which fields are optional and which may be null', () => {
    const schema = operationNamed('scheme.create').requestBody?.content['application/json']?.schema
    expect(schema?.required).toEqual(['employerId', 'name', 'type'])
    expect(schema?.properties?.employerId).toEqual({ $ref: '#/components/schemas/Id' })
    expect(schema?.properties?.registeredAdministratorName).toMatchObject({
      type: ['string', 'null'],
      maxLength: 200,
    })
    expect(schema?.properties?.benefitBasis?.enum).toContain(null)
  })
})

describe('the responses of an operation', () => {
  test('a record has an ETag, and a creation also a Location', () => {
    const headers = (name: string, status: number) =>
      Object.keys((operationNamed(name).responses[status] as Answer).headers)
    expect(headers('scheme.get', 200)).toContain('ETag')
    expect(headers('scheme.create', 201)).toEqual(
      expect.arrayContaining(['ETag', 'Location', 'Idempotency-Replayed']),
    )
    expect(headers('scheme.list', 200)).not.toContain('ETag')
  })

  test('a list refers to the named schema of its records', () => {
    const { content } = operationNamed('scheme.list').responses[200] as Answer
    const [complete, summaries] = content?.['application/json']?.schema.anyOf ?? []
    expect(complete?.properties?.data).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Scheme' },
    })
    expect(Object.keys(summaries?.properties?.data?.items?.properties ?? {})).toEqual(
      Object.keys(SchemeSummary.shape),
    )
  })

  test('the audit log is exported line by line', () => {
    const { content } = operationNamed('audit-log.export').responses[200] as Answer
    expect(Object.keys(content ?? {})).toEqual(['application/x-ndjson'])
  })

  test('the sign-in form also has redirect responses', () => {
    expect(statuses(operationNamed('auth.signin'))).toEqual(
      expect.arrayContaining(['200', '302', '303', '401']),
    )
  })

  test('a described copy of a named schema is still a reference', () => {
    const Named = CONTRACTS.find(({ name }) => name === 'scheme.get')?.output as z.ZodType
    const copy: Contract = {
      name: 'thing.make',
      kind: 'command',
      route: 'POST /api/things',
      access: 'public',
      summary: 'Makes a thing.',
      input: Nothing,
      output: z.object({ scheme: Named.describe('The scheme that it was made for') }),
    }
    const answer = buildOpenApiDocument([copy], INFO).paths['/api/things']?.post?.responses[200] as Answer
    expect(answer.content?.['application/json']?.schema.properties?.scheme).toEqual({
      $ref: '#/components/schemas/Scheme',
      description: 'The scheme that it was made for',
    })
  })

  test('a 429 or 503 response has Retry-After', () => {
    const { TooManyRequests, ServiceUnavailable } = document.components.responses
    expect(TooManyRequests?.headers).toHaveProperty('Retry-After')
    expect(ServiceUnavailable?.headers).toHaveProperty('Retry-After')
  })
})
