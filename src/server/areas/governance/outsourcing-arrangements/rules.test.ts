import { expect, test } from 'vitest'
import { type ArrangementFacts, listInForceFindings } from './rules.ts'

const facts = ({
  arrangement,
  ...fields
}: Partial<Omit<ArrangementFacts, 'arrangement'>> & {
  arrangement?: Partial<ArrangementFacts['arrangement']>
} = {}): ArrangementFacts => ({
  inForceFrom: '2026-11-20',
  isInScope: true,
  isPersonalContract: false,
  registrationEndsOn: null,
  ...fields,
  arrangement: {
    activity: 'PAYROLL',
    isKeyFunction: false,
    isManagement: false,
    agreementDocumentId: 'agreement',
    signedOn: '2026-11-01',
    authorityNotifiedOn: null,
    noticeDays: null,
    ...arrangement,
  },
})
const AUDIT = { activity: 'KFH_AUDIT', isKeyFunction: true } as const
const RA = { activity: 'RA', noticeDays: 90 } as const

test.each<[string, Parameters<typeof facts>[0], string[]]>([
  ['a written agreement about something else than a key function', {}, []],
  ['no document', { arrangement: { agreementDocumentId: null } }, ['REFUSE WRITTEN_AGREEMENT DIR 31(5)']],
  ['not signed', { arrangement: { signedOn: null } }, ['REFUSE WRITTEN_AGREEMENT DIR 31(5)']],
  ['a key function, not notified', { arrangement: AUDIT }, ['REFUSE NOT_NOTIFIED DIR 31(6)']],
  ['management, not notified', { arrangement: { isManagement: true } }, ['REFUSE NOT_NOTIFIED DIR 31(6)']],
  [
    'a key function, notified the day before',
    { arrangement: { ...AUDIT, authorityNotifiedOn: '2026-11-19' } },
    [],
  ],
  [
    'a key function, notified on the day',
    { arrangement: { ...AUDIT, authorityNotifiedOn: '2026-11-20' } },
    ['REFUSE NOTIFIED_LATE DIR 31(6)'],
  ],
  ['a registered administrator with ninety days', { arrangement: RA }, []],
  ['with eighty-nine', { arrangement: { ...RA, noticeDays: 89 } }, ['REFUSE NOTICE_TOO_SHORT PA 64G(3)']],
  ['with none', { arrangement: { ...RA, noticeDays: null } }, ['REFUSE NOTICE_TOO_SHORT PA 64G(3)']],
  [
    'a registered administrator whose year has ended',
    { arrangement: RA, registrationEndsOn: '2026-11-19' },
    ['WARN REGISTRATION_ENDED PA 64E'],
  ],
  [
    'a registered administrator whose year ends that day',
    { arrangement: RA, registrationEndsOn: '2026-11-20' },
    [],
  ],
  ['signed too late', { arrangement: { signedOn: '2026-11-21' } }, ['WARN SIGNED_AFTER_IN_FORCE DIR 31(5)']],
  [
    'outside the Directive, and a scheme under the Act',
    {
      isInScope: false,
      arrangement: { ...RA, agreementDocumentId: null, isManagement: true, noticeDays: 30 },
    },
    ['REFUSE NOTICE_TOO_SHORT PA 64G(3)'],
  ],
  [
    'a personal contract',
    {
      isInScope: false,
      isPersonalContract: true,
      arrangement: { ...RA, agreementDocumentId: null, noticeDays: 30 },
    },
    [],
  ],
])('%s', (_, given, expected) => {
  const found = listInForceFindings(facts(given))
  expect(found.map(({ level, code, citation }) => `${level} ${code} ${citation}`)).toEqual(expected)
})
