/** The generated tests try every operation, and every id that it takes: each has a sample, and the samples name all ids. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { CONTRACTS } from '../src/contract/index.ts'
import { buildSample, findSample, listFields, listSampleNames, type Sample } from './harness/samples.ts'

describe('every operation', () => {
  test.each(CONTRACTS)('$name has a sample', (contract) => {
    findSample(contract)
  })

  test('exists if a sample names it', () => {
    expect(CONTRACTS.map(({ name }) => name)).toEqual(expect.arrayContaining(listSampleNames()))
  })

  test('that is a command has an explicit sample only if it differs from the derived one', () => {
    const ids = new Proxy({}, { get: (_, kind) => `id of ${String(kind)}` }) as Parameters<Sample['sent']>[0]
    const resolve = (sample: Sample) => ({ references: {}, ...sample, sent: sample.sent(ids) })
    const repeated = CONTRACTS.filter(({ kind }) => kind === 'command').filter((contract) => {
      const derived = listSampleNames().includes(contract.name) && buildSample(contract)
      return derived && isDeepStrictEqual(resolve(derived), resolve(findSample(contract)))
    })
    expect(repeated.map(({ name }) => name)).toEqual([])
  })

  test.each(CONTRACTS)('$name: every id outside its path is tested with foreign records', (contract) => {
    const ids = listFields(contract).filter(({ isId }) => isId)
    expect(Object.keys(findSample(contract).references ?? {}).sort()).toEqual(
      ids.map(({ name }) => name).sort(),
    )
  })

  test('is for signed-in people, except those that the contract makes public', () => {
    expect(CONTRACTS.filter(({ access }) => access === 'public').map(({ route }) => route)).toEqual([
      'POST /api/auth/confirm-email',
      'GET /api/auth/csrf',
      'GET /api/auth/single-sign-on',
      'POST /api/auth/forgot-password',
      'POST /api/auth/reset-password',
      'POST /api/auth/second-step',
      'GET /api/auth/session',
      'POST /api/auth/signin',
      'POST /api/auth/single-sign-on',
      'POST /api/auth/second-step/start',
      'POST /api/auth/single-sign-on/start',
      'GET /api/health/db',
      'GET /api/health/live',
      'GET /api/health/ready',
      'GET /api/openapi.json',
      // Its secret stands in the address.
      'GET /api/obligations/feed.ics',
    ])
    expect(
      CONTRACTS.filter(({ access }) => access === 'cron' || access === 'ingest').every(({ route }) =>
        / \/api\/(cron\/|rag\/ingest$)/.test(route),
      ),
      'bearer tokens open scheduled jobs and ingestion only',
    ).toBe(true)
  })
})
