/** The generated tests try every operation, and every id that it takes: each has a sample, and the samples name all ids. */
import { describe, expect, test } from 'vitest'
import { CONTRACTS } from '../src/contract/index.ts'
import { findSample, listFields, listSampleNames } from './harness/samples.ts'

describe('every operation', () => {
  test('has a sample, and every sample an operation', () => {
    expect(listSampleNames().sort()).toEqual(CONTRACTS.map(({ name }) => name).sort())
  })

  test.each(CONTRACTS)('$name: every id it takes besides its path is tried with strangers', (contract) => {
    const ids = listFields(contract).filter(({ isId }) => isId)
    expect(Object.keys(findSample(contract).references ?? {}).sort()).toEqual(
      ids.map(({ name }) => name).sort(),
    )
  })

  test('is for signed-in people, except those that the contract makes public', () => {
    expect(CONTRACTS.filter(({ access }) => access === 'public').map(({ route }) => route)).toEqual([
      'GET /api/auth/csrf',
      'POST /api/auth/signin',
      'GET /api/auth/session',
      'POST /api/auth/forgot-password',
      'POST /api/auth/reset-password',
      'POST /api/auth/confirm-email',
      // Its secret stands in the address.
      'GET /api/obligations/feed.ics',
      'GET /api/health/live',
      'GET /api/health/ready',
      'GET /api/health/db',
      'GET /api/openapi.json',
    ])
    expect(
      CONTRACTS.filter(({ access }) => access === 'cron' || access === 'ingest').every(({ route }) =>
        / \/api\/(cron\/|rag\/ingest$)/.test(route),
      ),
      'bearer tokens open scheduled jobs and ingestion only',
    ).toBe(true)
  })
})
