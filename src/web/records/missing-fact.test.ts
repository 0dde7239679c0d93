import { describe, expect, test } from 'vitest'
import { SCHEME_FACTS } from '../../contract/missing-facts.ts'
import { updateScheme } from '../../contract/schemes.ts'
import { buildMissingFactLink } from './missing-fact.ts'
import { formatObligationName } from './obligation-period.ts'

const missing = (periodKey: string | null) => ({ ruleId: 'DAT-01', periodKey })

describe('a missing fact', () => {
  test.each([
    ['isRegulatoryOwnFunds', '/schemes/$schemeId/edit', 'isRegulatoryOwnFunds', 'Enter regulatory own funds'],
    [
      'memberCounts:2025-12-31',
      '/schemes/$schemeId/edit',
      'memberCounts.active',
      'Enter number of active and deferred members on 31 Dec 2025',
    ],
    ['paidUpOn', '/schemes/$schemeId', undefined, 'Enter date on which the scheme became paid up'],
    ['memberJoinedOn', '/schemes/$schemeId/members', undefined, 'Enter joining dates of members'],
  ])('%s links to %s#%s: %s', (key, to, hash, label) =>
    expect(buildMissingFactLink(missing(key))).toEqual({ to, label, ...(hash ? { hash } : {}) }),
  )

  test('is named in the list of obligations', () =>
    expect(
      formatObligationName({
        ...missing('memberCounts:2025-12-31'),
        title: 'Complete the missing scheme data',
      }),
    ).toBe('Complete the missing scheme data: number of active and deferred members on 31 Dec 2025'))

  test('of another rule, or an unknown one, has no link', () => {
    expect(buildMissingFactLink({ ruleId: 'REP-01', periodKey: 'schemeYearEnd' })).toBeNull()
    expect(buildMissingFactLink(missing('somethingElse'))).toBeNull()
    expect(buildMissingFactLink(missing(null))).toBeNull()
  })

  test('of the scheme links to an existing field of its form', () => {
    const fields = Object.keys(updateScheme.input.shape)
    for (const { field } of Object.values(SCHEME_FACTS))
      if (field) expect(fields).toContain(field.split('.')[0])
  })
})
