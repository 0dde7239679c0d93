import { describe, expect, test } from 'vitest'
import { CHECKLIST, listMissingSections } from './assessment-checklist.ts'
import {
  calculateNextAssessmentDue,
  isEventCovered,
  type SectionFacts,
  type Sections,
} from './own-risk-assessments.ts'
import { calculateRiskScore, getRiskBand } from './risk-items.ts'
import { SectionKey } from './section-key.ts'

test('the checklist has every section once', () =>
  expect(CHECKLIST.map(({ key }) => key)).toEqual(SectionKey.options))

describe('the next assessment', () => {
  test.each<[Parameters<typeof calculateNextAssessmentDue>[0], string | null]>([
    [{ scope: 'WHOLE_IORP', status: 'APPROVED', approvedOn: '2023-06-14' }, '2026-06-14'],
    [{ scope: 'WHOLE_IORP', status: 'APPROVED', approvedOn: '2024-02-29' }, '2027-02-28'],
    [{ scope: 'WHOLE_IORP', status: 'SUBMITTED', approvedOn: '2025-01-31' }, '2028-01-31'],
    [{ scope: 'SINGLE_SCHEME', status: 'APPROVED', approvedOn: '2025-01-31' }, null],
    [{ scope: 'WHOLE_IORP', status: 'SUPERSEDED', approvedOn: '2025-01-31' }, null],
    [{ scope: 'WHOLE_IORP', status: 'TRUSTEE_REVIEW', approvedOn: null }, null],
  ])('%o is due on %s', (assessment, dueOn) => expect(calculateNextAssessmentDue(assessment)).toBe(dueOn))
})

describe('a significant change is covered', () => {
  const event = { id: 'event', occurredOn: '2026-05-01' }
  test.each([
    ['by an approved assessment made for it', { triggerEventId: 'event', asOfOn: '2026-04-30' }, true],
    ['by one as of the same day', { asOfOn: '2026-05-01' }, true],
    ['not by one as of an earlier day', { asOfOn: '2026-04-30' }, false],
    ['not by a draft', { triggerEventId: 'event', asOfOn: '2026-06-01', approvedOn: null }, false],
  ])('%s', (_what, fields, expected) => {
    const assessment = { approvedOn: '2026-07-01', triggerEventId: null, ...fields }
    expect(isEventCovered(assessment, event)).toBe(expected)
  })
})

describe('the missing sections', () => {
  const NOTHING_SPECIAL: SectionFacts = {
    isDefinedBenefit: false,
    considersEsg: false,
    sharesKeyFunctionWithEmployer: false,
  }
  const all = (content: { text: string | null; notApplicableReason: string | null } | null): Sections =>
    Object.fromEntries(SectionKey.options.map((key) => [key, content])) as Sections
  const keys = (sections: Sections, facts: Partial<SectionFacts> = {}) =>
    listMissingSections(sections, { ...NOTHING_SPECIAL, ...facts }).map(({ key }) => key)
  const WRITTEN = { text: 'x', notApplicableReason: null }
  const LEFT_OUT = { text: null, notApplicableReason: 'x' }

  test('are none when all sections are written', () => expect(keys(all(WRITTEN))).toEqual([]))
  test('are all sections when none is written', () => expect(keys(all(null))).toEqual(SectionKey.options))
  test.each<[Partial<SectionFacts>, string[]]>([
    [{}, ['m', 's']],
    [{ sharesKeyFunctionWithEmployer: true }, ['c', 'm', 's']],
    [{ isDefinedBenefit: true }, ['d', 'm', 's']],
    [{ considersEsg: true }, ['h', 'm', 's']],
  ])('when all sections are marked as not applicable, with %o: %s', (facts, expected) =>
    expect(keys(all(LEFT_OUT), facts)).toEqual(expected),
  )
  test.each<keyof SectionFacts>(['sharesKeyFunctionWithEmployer', 'isDefinedBenefit', 'considersEsg'])(
    'the section that %s requires is complete when it is written',
    (fact) => expect(keys(all(WRITTEN), { [fact]: true })).toEqual([]),
  )
})

test('our own scale has a band for every product of likelihood and impact', () => {
  const bands = new Map<number, string>()
  for (const likelihood of [1, 2, 3, 4, 5])
    for (const impact of [1, 2, 3, 4, 5]) {
      const score = calculateRiskScore(likelihood, impact)
      expect(score === 13 || score === 14, 'no product lies between the bands').toBe(false)
      bands.set(score, getRiskBand(score))
    }
  expect(Object.fromEntries(bands)).toEqual({
    1: 'LOW',
    2: 'LOW',
    3: 'LOW',
    4: 'LOW',
    5: 'LOW',
    6: 'MEDIUM',
    8: 'MEDIUM',
    9: 'MEDIUM',
    10: 'MEDIUM',
    12: 'MEDIUM',
    15: 'HIGH',
    16: 'HIGH',
    20: 'HIGH',
    25: 'HIGH',
  })
})
