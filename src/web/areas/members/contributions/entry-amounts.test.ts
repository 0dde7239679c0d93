import { describe, expect, test } from 'vitest'
import type { ExpectedLine } from '../../../../contract/contribution-entries.ts'
import { copyLastMonth, fillExpected, isUnreadable, sumTypedAmounts, toLines } from './entry-amounts.ts'

const line = (memberId: string, fields: Partial<ExpectedLine> = {}): ExpectedLine => ({
  memberId,
  firstName: 'Aoife',
  lastName: 'Byrne',
  worksNumber: null,
  status: 'ACTIVE',
  ee: { cents: 150_00, gap: null },
  er: { cents: null, gap: 'NO_RATE' },
  avc: { cents: null, gap: 'NO_RATE' },
  lastMonth: null,
  ...fields,
})

describe('the amounts of an entry', () => {
  test('use known expected amounts and leave the others empty', () => {
    expect(fillExpected([line('m1')], { m1: { eeCents: '1', erCents: '7' } })).toEqual({
      texts: { m1: { eeCents: '150.00', erCents: '7' } },
      known: 1,
      unknown: 1,
    })
  })

  test('are copied from the previous month, for members who have any', () => {
    const lastMonth = { eeCents: 100_05, erCents: 0, avcCents: 0 }
    const texts = { m1: { eeCents: '1', erSpecialCents: '9' }, m2: { eeCents: '2' } }
    expect(copyLastMonth([line('m1', { lastMonth }), line('m2')], texts)).toEqual({
      texts: {
        m1: { eeCents: '100.05', erCents: '0.00', avcCents: '0.00', erSpecialCents: '9' },
        m2: { eeCents: '2' },
      },
      members: 1,
    })
  })

  test('leave out a member without an amount, and are summed without unreadable amounts', () => {
    const texts = { m1: { eeCents: '1,234.50', erCents: ' ' }, m2: { eeCents: '' }, m3: { eeCents: '0' } }
    expect(toLines(texts, ['m1', 'm2', 'm3', 'm4'])).toEqual([
      { memberId: 'm1', eeCents: 1_234_50 },
      { memberId: 'm3', eeCents: 0 },
    ])
    expect(sumTypedAmounts({ ...texts, m2: { eeCents: '1,5' } }, ['m1', 'm2'], ['eeCents', 'erCents'])).toBe(
      1_234_50,
    )
    expect(['', '12', '1,5', '1.234', 'x'].map(isUnreadable)).toEqual([false, false, true, true, true])
  })
})
