import { expect, test } from 'vitest'
import { formatObligationName } from './obligation-period.ts'

test.each([
  ['CON-01', '2026-10', 'The duty: Oct 2026'],
  ['CON-01', '2026-10:be24djl8v888oif0oloddxil', 'The duty: Oct 2026'],
  ['KFH-01', 'INTERNAL_AUDIT:2021-04-22', 'The duty: internal audit'],
  ['GOV-03', 'RISK_MANAGEMENT:2021-04-22', 'The duty: risk management'],
  ['GOV-07', 'SIPP:2025-10-22', 'The duty: statement of investment policy principles'],
  ['REP-01', '2025-12-31', 'The duty: year to 31 Dec 2025'],
  // The day that it runs from: not what it is about.
  ['GOV-13', '2026-11-04', 'The duty'],
  ['GOV-12', 'oxi2cc66ex7nfjomswzzbjqx:1', 'The duty'],
  ['KFH-05', 'thxz0cxf8kxnbet3g6lguz7r:2025-02-20', 'The duty'],
  ['REP-08', '-', 'The duty'],
])('%s of %s is called %s', (ruleId, periodKey, name) =>
  expect(formatObligationName({ ruleId, periodKey, title: 'The duty' })).toBe(name),
)

test('an obligation of a trustee has the name of the trustee', () =>
  expect(
    formatObligationName({
      ruleId: 'GOV-12',
      periodKey: 'oxi2cc66ex7nfjomswzzbjqx:1',
      title: 'Repeat trustee training',
      trusteeName: 'Niamh Byrne',
    }),
  ).toBe('Repeat trustee training: Niamh Byrne'))
