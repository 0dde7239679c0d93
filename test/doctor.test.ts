/** Judgements and table of `npm run doctor`; its connections are tested in doctor.system.test.ts. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildFailure,
  buildNotConfigured,
  buildOk,
  buildWarning,
  describeReason,
  formatTable,
  hasFailure,
  hideSecrets,
  listSecrets,
  runCheck,
} from '../scripts/doctor/check.ts'
import { checkClock, checkPending, checkVector, checkVersion } from '../scripts/doctor/database-checks.ts'
import { checkCertificate, checkSpace, verifyStore } from '../scripts/doctor/system-checks.ts'
import type { FileStore } from '../src/server/platform/files/file-store.ts'

test.each([
  [140_009, 'failed'],
  [150_000, 'ok'],
  [170_002, 'ok'],
])('server version %i is %s', (number, result) => {
  expect(checkVersion(number).result).toBe(result)
})

test.each([
  [0, 0, 'ok'],
  [1_900, 0, 'ok'],
  [-1_900, 0, 'ok'],
  [2_100, 0, 'failed'],
  [-60_000, 0, 'failed'],
  // A slow answer leaves a wider range.
  [2_900, 2_000, 'ok'],
])('a clock of the database %i ms away after an answer of %i ms is %s', (offset, took, result) => {
  expect(checkClock(1_000_000 + took / 2 + offset, 1_000_000, 1_000_000 + took).result).toBe(result)
})

test('pending migrations and a missing pgvector are warnings', () => {
  expect(checkPending([]).result).toBe('ok')
  expect(checkPending(['0130-a.sql', '0131-b.sql'])).toMatchObject({
    result: 'warning',
    detail: expect.stringContaining('0130-a.sql'),
    fix: expect.stringContaining('npm run migrate'),
  })
  expect(checkVector(true, true).result).toBe('ok')
  expect(checkVector(false, true).fix).toContain('create extension vector')
  expect(checkVector(false, false).fix).toContain('pgvector')
})

test.each([
  'self-signed certificate in certificate chain',
  'self-signed certificate',
  'unable to get local issuer certificate',
  'unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
])('the advice for a certificate of an unknown authority names the variable: %s', async (message) => {
  const fail = (error: Error) => runCheck('Mail relay', 'Check SMTP_URL', () => Promise.reject(error))
  expect((await fail(new Error(message))).fix).toContain('NODE_EXTRA_CA_CERTS')
  expect((await fail(new Error('no answer', { cause: new Error(message) }))).fix).toContain(
    'NODE_EXTRA_CA_CERTS',
  )
  expect((await fail(new Error('connect ECONNREFUSED'))).fix).toBe('Check SMTP_URL')
})

test.each([
  [100 * 1024 ** 2, 'failed'],
  [1024 ** 3, 'warning'],
  [50 * 1024 ** 3, 'ok'],
])('%i free bytes are %s', (bytes, result) => {
  expect(checkSpace(bytes).result).toBe(result)
})

describe('a certificate', () => {
  let folder = ''
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'doctor-'))
    for (const name of ['one', 'other'])
      execFileSync('openssl', [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '90',
        ],
        ...['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)],
        ...['-subj', '/CN=pensions.example.ie', '-addext', 'subjectAltName=DNS:pensions.example.ie'],
      ])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)
  const judge = (key: string, now = new Date(), host = 'pensions.example.ie') =>
    checkCertificate(read('one.pem'), read(key), now, host)

  test('is ok with its key, its host and time left', () => {
    expect(judge('one.key').result).toBe('ok')
  })
  test('fails with another key', () => {
    expect(judge('other.key')).toMatchObject({
      result: 'failed',
      fix: expect.stringContaining('TLS_KEY_FILE'),
    })
  })
  test('fails for another host', () => {
    expect(judge('one.key', new Date(), 'other.example.ie').result).toBe('failed')
  })
  test('fails after its end and before its beginning, and warns three weeks before its end', () => {
    expect(judge('one.key', inDays(91)).detail).toMatch(/^expired/)
    expect(judge('one.key', inDays(-2)).result).toBe('failed')
    expect(judge('one.key', inDays(75)).result).toBe('warning')
  })
})

describe('a file store', () => {
  const storeThatReturns = (change: (bytes: Buffer) => Buffer) => {
    const stored = new Map<string, Buffer>()
    const store: FileStore = {
      async write(key, source) {
        const parts: Uint8Array[] = []
        for await (const part of source) parts.push(part)
        stored.set(key, Buffer.concat(parts))
        return { storedBytes: 0 }
      },
      async read(key) {
        const bytes = change(stored.get(key) as Buffer)
        return (async function* () {
          yield bytes
        })()
      },
      async remove(key) {
        stored.delete(key)
      },
      close() {},
    }
    return { store, stored }
  }
  test('is ok if it returns what was written, and keeps no probe', async () => {
    const { store, stored } = storeThatReturns((bytes) => bytes)
    expect((await verifyStore(store)).result).toBe('ok')
    expect(stored.size).toBe(0)
  })
  test('fails if it returns other bytes, and keeps no probe', async () => {
    const { store, stored } = storeThatReturns(() => Buffer.from('other'))
    expect((await verifyStore(store)).result).toBe('failed')
    expect(stored.size).toBe(0)
  })
})

test('an error and a check that hangs are failures with a reason and advice', async () => {
  const refused = new Error('connect refused')
  const failing = await runCheck('Redis', 'Check REDIS_URL', async () => {
    throw new AggregateError([new Error('store unavailable', { cause: refused })])
  })
  expect(failing).toEqual({
    check: 'Redis',
    result: 'failed',
    detail: 'store unavailable: connect refused',
    fix: 'Check REDIS_URL',
  })
  const hanging = await runCheck('Redis', 'Check REDIS_URL', () => new Promise(() => {}), 10)
  expect(hanging.result).toBe('failed')
  expect(describeReason('text')).toBe('unknown error')
})

test('the table shows results and advice, and no secret of the environment', () => {
  const env = {
    SESSION_SECRET: 'hunter2-session',
    DATABASE_URL: 'postgres://pcs:hunter%2F2@db.example.ie/pcs',
    AI_API_KEY: 'hunter2-key',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2-header',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://pcs:hunter3@collector.example.ie',
    TLS_KEY_FILE: '/etc/tls/tls.key',
    S3_ACCESS_KEY_ID: '',
  }
  const secrets = listSecrets(env)
  expect(hideSecrets('a hunter2-session b', secrets)).toBe('a … b')
  expect(hideSecrets('hunter3 and authorization=hunter2-header', secrets)).toBe('… and …')
  const outcomes = [
    { check: 'Database', ...buildFailure('login hunter/2 and hunter%2F2\nrefused', 'Check DATABASE_URL') },
    { check: 'AI provider', ...buildWarning('hunter2-key', 'Check it') },
    { check: 'TLS files', ...buildOk('/etc/tls/tls.key') },
    { check: 'Redis', ...buildNotConfigured('off') },
  ]
  const table = formatTable(outcomes, secrets)
  expect(table).not.toContain('hunter')
  expect(table).toContain('/etc/tls/tls.key')
  expect(table).toMatch(/^Database {5}failed {10}login … and … refused\n +Fix: Check DATABASE_URL$/m)
  expect(hasFailure(outcomes)).toBe(true)
  expect(hasFailure(outcomes.slice(1))).toBe(false)
})
