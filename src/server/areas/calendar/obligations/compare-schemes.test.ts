import { describe, expect, test } from 'vitest'
import { compareSchemeKinds, listComparedKinds } from './compare-schemes.ts'

const TODAY = '2026-11-21'
const verdicts = (question: string, ruleId: string) =>
  compareSchemeKinds(question, TODAY)
    ?.rows.find((row) => row.ruleId === ruleId)
    ?.cells.map(({ applies }) => applies)

describe('the kinds of schemes that a question compares', () => {
  test.each([
    ['What is the difference between DB and DC?', ['DB', 'DC']],
    ['compare DC and one-member arrangements', ['DC', 'ONE_MEMBER']],
    ['what changes for one member arrangements', ['ONE_MEMBER', 'SINGLE_EMPLOYER']],
    ['what applies to schemes under 100 members that differ from large ones', ['SMALL', 'LARGE']],
    ['What changes for master trusts?', ['MASTER_TRUST', 'SINGLE_EMPLOYER']],
    ['When is the annual report of a DB scheme due?', []],
    ['What is the difference between a policy and a plan?', []],
  ])('%s', (question, kinds) => expect(listComparedKinds(question)).toEqual(kinds))
})

describe('the table', () => {
  test('has the obligations that differ, with their sources and reasons', () => {
    const question = 'difference between DB and DC'
    expect(verdicts(question, 'DB-01')).toEqual(['YES', 'NO'])
    expect(verdicts(question, 'CON-02')).toEqual(['NO', 'YES'])
    expect(verdicts(question, 'GOV-01')).toBeUndefined()
    const table = compareSchemeKinds(question, TODAY)
    expect(table?.columns).toEqual(['Defined benefit', 'Defined contribution'])
    expect(table?.same).toBeGreaterThan(20)
    for (const { sources, cells } of table?.rows ?? []) {
      expect(sources).not.toEqual([])
      expect(cells).toHaveLength(2)
      for (const { text } of cells) expect(text).not.toBe('')
    }
  })

  test('follows the limits of size', () => {
    expect(verdicts('what differs for schemes under 100 members', 'REP-03')).toEqual(['NO', 'YES'])
    expect(verdicts('what differs for schemes under 100 members', 'DOR-01')).toEqual(['YES', 'NO'])
    expect(verdicts('what changes for one-member arrangements', 'REP-02')).toEqual(['NO', 'YES'])
  })

  test('does not depend on the order of the question, except in its columns', () => {
    const [one, other] = ['DB versus DC', 'DC versus DB'].map((question) =>
      compareSchemeKinds(question, TODAY),
    )
    expect(one?.rows.map(({ ruleId }) => ruleId)).toEqual(other?.rows.map(({ ruleId }) => ruleId))
    expect(one?.columns).toEqual(other?.columns.toReversed())
  })
})
