import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient, type OutputOf, ServiceError } from '../src/client/index.ts'
import { createApiKey } from '../src/contract/api-keys.ts'
import { recordFunds } from '../src/contract/contributions.ts'
import { buildCsvFile, buildPayrollRows, createPayroll, type Payroll } from './harness/payroll.ts'
import { useService } from './harness/service.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const service = useService()

let baseUrl: string
let payroll: Payroll
let apiKey: string
let client: Client
beforeAll(async () => {
  const app = await service().open()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  baseUrl = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  payroll = await createPayroll(service())
  const key = await payroll.firm.admin.call(createApiKey, {
    name: 'Payroll program',
    operations: [
      'contribution.upload',
      'contribution.get',
      'employer.create',
      'employer.get',
      'employer.update',
      'employer.list',
      'scheme.get',
    ],
    expiresOn: '2026-12-31',
  })
  apiKey = key.token
  client = createClient({ baseUrl, apiKey })
})

const refusalOf = async (call: Promise<unknown>): Promise<ServiceError> => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

describe('the client', () => {
  test('calls operations by name, and lists records page by page', async () => {
    const { id } = payroll.scheme
    const scheme: OutputOf<'scheme.get'> = await client.call('scheme.get', { id })
    expect(scheme.name).toBe(payroll.scheme.name)
    const names = ['Alder', 'Birch', 'Cedar'].map((name) => `${name} Limited`)
    for (const legalName of names) await client.call('employer.create', { legalName })
    const listed: string[] = []
    for await (const { legalName } of client.listAll('employer.list', { limit: 1 })) listed.push(legalName)
    expect(listed).toEqual(expect.arrayContaining(names))
    expect(new Set(listed).size).toBe(listed.length)
  })

  test('creates once what it sends twice with one key, and refuses a stale version', async () => {
    const create = () =>
      client.call('employer.create', { legalName: 'Repeated Limited' }, { idempotencyKey: 'the same' })
    const employer = await create()
    expect((await create()).id).toBe(employer.id)
    const { id, version } = employer
    await client.call('employer.update', { id, legalName: 'Renamed Limited' }, { version })
    const stale = await refusalOf(client.call('employer.update', { id, legalName: 'Again' }, { version }))
    expect(stale).toMatchObject({ status: 409, code: 'STALE_VERSION', operation: 'employer.update' })
    expect((await client.call('employer.get', { id })).legalName).toBe('Renamed Limited')
  })

  test('rejects with the fields and the code of a refusal', async () => {
    const invalid = await refusalOf(client.call('employer.create', { legalName: '' }))
    expect(invalid).toMatchObject({ status: 400, message: 'Validation failed' })
    expect(invalid.issues[0]?.path).toEqual(['legalName'])
    expect(await refusalOf(client.call('member.list', {}))).toMatchObject({ code: 'NOT_IN_API_KEY' })
    const other = createClient({ baseUrl, apiKey: 'pcs_none' })
    expect(await refusalOf(other.call('scheme.list', {}))).toMatchObject({ status: 401 })
  })
})

describe('a request that is refused for now', () => {
  const respond = (...answers: [status: number, headers: Record<string, string>][]) => {
    const sent: (string | null)[] = []
    const fake = (async (_url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('idempotency-key'))
      const [status, headers] = answers[sent.length - 1] ?? [200, {}]
      return Response.json({ id: 'a1' }, { status, headers })
    }) as typeof fetch
    return { fake, sent }
  }
  const create = (fake: typeof fetch, retrySeconds?: number) =>
    createClient({ baseUrl, apiKey, fetch: fake, ...(retrySeconds !== undefined && { retrySeconds }) }).call(
      'employer.create',
      { legalName: 'A Limited' },
    )

  test('is repeated after Retry-After with the same idempotency key', async () => {
    const { fake, sent } = respond([429, { 'retry-after': '0.01' }], [503, { 'retry-after': '0.01' }])
    expect(await create(fake)).toEqual({ id: 'a1' })
    expect(sent).toHaveLength(3)
    expect(new Set(sent).size).toBe(1)
  })

  test('is not repeated beyond the bound, and other refusals never', async () => {
    const long = respond([429, { 'retry-after': '3600' }])
    expect(await refusalOf(create(long.fake))).toMatchObject({ status: 429 })
    const other = respond([500, {}])
    expect(await refusalOf(create(other.fake))).toMatchObject({ status: 500 })
    expect([long.sent.length, other.sent.length]).toEqual([1, 1])
  })
})

describe('the example', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'example-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const runExample = async (month: string, onOutput: (text: string) => void = () => {}) => {
    const path = join(folder, 'payroll.csv')
    await writeFile(path, buildCsvFile(buildPayrollRows(payroll)).bytes)
    const program = spawn(
      process.execPath,
      [join(PROJECT, 'examples/upload-payroll.ts'), payroll.scheme.id, month, path],
      { env: { PATH: process.env.PATH, SERVICE_URL: baseUrl, API_KEY: apiKey, POLL_SECONDS: '0.1' } },
    )
    let output = ''
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        onOutput(output)
      })
    const [code] = await once(program, 'close')
    return { code, output }
  }

  test('uploads a payroll file and waits until it is funded', async () => {
    let isFunded = false
    const { code, output } = await runExample('2026-10', async (text) => {
      if (isFunded || !text.includes('AWAITING_FUNDS')) return
      isFunded = true
      const [row] = await service().asOwner<{ id: string }>(
        "select id from contribution_batches where scheme_id = $1 and payroll_month = '2026-10'",
        [payroll.scheme.id],
      )
      await payroll.firm.broker.call(recordFunds, { id: row?.id ?? '', amountCents: 50_000 })
    })
    expect(output).toContain('2 rows imported')
    expect(output.trim().split('\n').at(-1)).toBe('Status: FUNDED')
    expect(code).toBe(0)
  })

  test('says why a file was refused', async () => {
    const { code, output } = await runExample('2026-10')
    expect(code).toBe(1)
    expect(output).toContain('contribution.upload was refused')
  })
})
