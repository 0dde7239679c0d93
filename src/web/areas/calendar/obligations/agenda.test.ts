import { describe, expect, test } from 'vitest'
import { buildAgenda, limitAgenda } from './agenda.ts'

// A Wednesday.
const TODAY = '2026-11-18'
const titlesOf = (obligations: Parameters<typeof buildAgenda>[0], today = TODAY) =>
  buildAgenda(obligations, today).map(({ title, obligations: own }) => [title, own.length])

describe('the agenda', () => {
  test.each([
    ['2026-11-17', 'Overdue'],
    ['2025-01-01', 'Overdue'],
    ['2026-11-18', 'This week'],
    ['2026-11-22', 'This week'],
    ['2026-11-23', 'This month'],
    ['2026-11-30', 'This month'],
    ['2026-12-01', 'Next 30 days'],
    ['2026-12-18', 'Next 30 days'],
    ['2026-12-19', 'Next 60 days'],
    ['2027-01-17', 'Next 60 days'],
    ['2027-01-18', 'Next 90 days'],
    ['2027-02-16', 'Next 90 days'],
    ['2027-02-17', 'Feb 2027'],
    ['2027-03-01', 'Mar 2027'],
  ])('an open obligation of %s is under %s', (dueOn, title) => {
    expect(titlesOf([{ status: dueOn < TODAY ? 'OVERDUE' : 'UPCOMING', dueOn }])).toEqual([[title, 1]])
  })

  test('a week ends on Sunday, also where it is today', () => {
    expect(titlesOf([{ status: 'DUE_SOON', dueOn: '2026-11-22' }], '2026-11-22')).toEqual([['This week', 1]])
    expect(titlesOf([{ status: 'DUE_SOON', dueOn: '2026-11-23' }], '2026-11-22')).toEqual([['This month', 1]])
  })

  test('closed obligations are left out, and obligations without a date are a separate group', () => {
    expect(
      titlesOf([
        { status: 'DONE', dueOn: '2026-09-30' },
        { status: 'OVERDUE', dueOn: '2026-09-30' },
        { status: 'OVERDUE', dueOn: '2026-10-31' },
        { status: 'DATA_GAP', dueOn: null },
        { status: 'CANNOT_TELL', dueOn: null },
      ]),
    ).toEqual([
      ['Sep 2026', 1],
      ['Overdue', 2],
      ['No date', 2],
    ])
  })

  test('the first obligations of the groups keep the number of each group', () => {
    const on = (dueOn: string) => ({ status: 'UPCOMING' as const, dueOn })
    const groups = buildAgenda(
      [on('2026-11-18'), on('2026-11-23'), on('2026-11-19'), on('2026-12-02')],
      TODAY,
    )
    const shown = (count: number) =>
      limitAgenda(groups, count).map(({ title, obligations, total }) => [title, obligations.length, total])
    expect(shown(3)).toEqual([
      ['This week', 2, 2],
      ['This month', 1, 1],
    ])
    expect(shown(1)).toEqual([['This week', 1, 2]])
  })
})
