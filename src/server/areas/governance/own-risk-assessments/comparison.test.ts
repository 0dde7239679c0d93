import { describe, expect, test } from 'vitest'
import type { SectionContent, Sections } from '../../../../contract/own-risk-assessments.ts'
import { calculateRiskScore, getRiskBand, type RiskItem } from '../../../../contract/risk-items.ts'
import { SectionKey } from '../../../../contract/section-key.ts'
import { compareRiskItems, compareSections } from './comparison.ts'

const written = (text: string): SectionContent => ({ text, notApplicableReason: null })
const left = (notApplicableReason: string): SectionContent => ({ text: null, notApplicableReason })
const sections = (some: Partial<Sections>): Sections =>
  ({ ...Object.fromEntries(SectionKey.options.map((key) => [key, null])), ...some }) as Sections

describe('a section', () => {
  test.each<[string, SectionContent | null, SectionContent | null, string]>([
    ['written in both, alike', written('x'), written('x'), 'UNCHANGED'],
    ['written otherwise', written('x'), written('y'), 'CHANGED'],
    ['written, and left out before', left('x'), written('x'), 'CHANGED'],
    ['left out with another reason', left('x'), left('y'), 'CHANGED'],
    ['new', null, written('x'), 'ADDED'],
    ['gone', left('x'), null, 'REMOVED'],
    ['in neither', null, null, 'UNCHANGED'],
  ])('%s', (_what, before, after, change) => {
    const compared = compareSections(sections({ b: before }), sections({ b: after }))
    expect(compared.find(({ key }) => key === 'b')).toEqual({ key: 'b', change, before, after })
    expect(compared.map(({ key }) => key)).toEqual(SectionKey.options)
  })

  test('without a previous assessment all written sections are added', () => {
    const compared = compareSections(null, sections({ a: written('x') }))
    expect(compared.filter(({ change }) => change === 'ADDED').map(({ key }) => key)).toEqual(['a'])
    expect(compared.every(({ before }) => before === null)).toBe(true)
  })
})

const item = (fields: Partial<RiskItem>): RiskItem => {
  const grades = {
    inherentLikelihood: 4,
    inherentImpact: 4,
    residualLikelihood: 2,
    residualImpact: 3,
    ...fields,
  }
  const [inherent, residual] = [
    calculateRiskScore(grades.inherentLikelihood, grades.inherentImpact),
    calculateRiskScore(grades.residualLikelihood, grades.residualImpact),
  ]
  return {
    id: 'id',
    area: 'OPERATIONAL',
    description: 'Records are lost',
    controls: null,
    owner: null,
    appetite: 'WITHIN',
    action: null,
    actionDueOn: null,
    carriedFromId: null,
    version: 1,
    ...grades,
    inherentScore: inherent,
    inherentBand: getRiskBand(inherent),
    residualScore: residual,
    residualBand: getRiskBand(residual),
  } as RiskItem
}

describe('a risk item', () => {
  const before = item({ id: 'before' })
  test.each<[string, Partial<RiskItem>, object]>([
    ['carried on as it was', {}, { change: 'UNCHANGED', inherentMovement: 0, residualMovement: 0 }],
    ['that fell', { residualImpact: 1 }, { change: 'CHANGED', inherentMovement: 0, residualMovement: -4 }],
    ['that rose', { residualLikelihood: 5 }, { change: 'CHANGED', residualMovement: 9 }],
    [
      'whose score of before controls rose',
      { inherentImpact: 5 },
      { change: 'CHANGED', inherentMovement: 4 },
    ],
    [
      'with the same score of other grades',
      { residualLikelihood: 3, residualImpact: 2 },
      { change: 'CHANGED', residualMovement: 0 },
    ],
    ['in other words', { description: 'Other' }, { change: 'CHANGED', residualMovement: 0 }],
    ['out of appetite', { appetite: 'OUTSIDE' }, { change: 'CHANGED' }],
    ['with an action', { action: 'Do', actionDueOn: '2027-01-31' }, { change: 'CHANGED' }],
    ['saved again, unchanged', { version: 7 }, { change: 'UNCHANGED' }],
  ])('%s', (_what, fields, expected) => {
    const after = item({ id: 'after', carriedFromId: 'before', ...fields })
    expect(compareRiskItems([before], [after])).toEqual([
      expect.objectContaining({ ...expected, before, after }),
    ])
  })

  test('without an earlier risk is new, and an earlier risk without a successor is removed', () => {
    const fresh = item({ id: 'fresh' })
    const ofAnother = item({ id: 'other', carriedFromId: 'long-ago', residualImpact: 5 })
    expect(compareRiskItems([before], [fresh, ofAnother])).toEqual([
      { change: 'NEW', before: null, after: ofAnother, inherentMovement: null, residualMovement: null },
      { change: 'NEW', before: null, after: fresh, inherentMovement: null, residualMovement: null },
      { change: 'GONE', before, after: null, inherentMovement: null, residualMovement: null },
    ])
  })
})
