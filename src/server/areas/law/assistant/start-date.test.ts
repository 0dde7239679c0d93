import { expect, test } from 'vitest'
import { readStartDate, readYearEnd } from './start-date.ts'

const read = (question: string) => readStartDate(question, '2026-11-21')
const UNTIMED = { time: null }

test.each([
  ['wages paid on 27 February 2026', '2026-02-27'],
  ['deducted on the 15th of January, 2026', '2026-01-15'],
  ['aware on 2026-11-20', '2026-11-20'],
  ['appointed on 10 March', '2026-03-10'],
  ['approved on 12 Febuary 2024', '2024-02-12'],
  ['approved on 12 Januray 2024', '2024-01-12'],
  ['approved on 12 Septmber 24', '2024-09-12'],
  ['remember to match it: approved on 12 Decemeber 2024', '2024-12-12'],
  ['wages were paid on 12 Oct 26', '2026-10-12'],
  ['paid on 12/10/26', '2026-10-12'],
  ['appointed on 10 December', '2025-12-10'],
])('“%s” has the date %s', (question, on) =>
  expect(read(question)).toEqual({ on, isMonth: false, ...UNTIMED }),
)

test.each([
  ['lost laptop with member data 3 Nov 2026, found out today, deadline?', '2026-11-21'],
  ['a trustee resigned yesterday, by when must he be replaced', '2026-11-20'],
])('“%s” has the recent day %s', (question, on) =>
  expect(read(question)).toEqual({ on, isMonth: false, ...UNTIMED }),
)

test.each(['what is due today', 'is it late if we pay today'])('“%s” has no day of an event', (question) =>
  expect(read(question)).toBeNull(),
)

test('a month alone is its last day, and known to be a month', () =>
  expect(read('deductions of October 2026')).toEqual({ on: '2026-10-31', isMonth: true, ...UNTIMED }))

test.each([
  ['payroll took 5% off everyone in november, when must it reach the trustees', '2026-11-30'],
  ['the December payroll', '2025-12-31'],
])('“%s” has the last such month', (question, on) =>
  expect(read(question)).toEqual({ on, isMonth: true, ...UNTIMED }),
)

test('a payroll month with the day of its payment is the last such month before that day', () => {
  expect(read('we paid the November contributions on 28 December, are we late?')).toEqual({
    on: '2025-11-30',
    isMonth: true,
    paidOn: '2025-12-28',
    ...UNTIMED,
  })
  expect(read('December deductions paid on 15 January 2026')).toMatchObject({ on: '2025-12-31' })
  expect(read('October 2026 contributions paid on 24 November 2026')).toMatchObject({ paidOn: '2026-11-24' })
  expect(read('15 March 2026 contributions')).toEqual({ on: '2026-03-15', isMonth: false, ...UNTIMED })
})

test('beside a whole date, the current month is when it is asked', () =>
  expect(
    readStartDate(
      'Adopted on 1 June 2022 and not looked at since. Are we late, in November 2026?',
      '2026-11-29',
    ),
  ).toMatchObject({ on: '2022-06-01', isMonth: false }))

test('a year end may be a month', () =>
  expect(readYearEnd('due in March 2027 for a scheme with year end December')).toBe('12-31'))

test.each([
  'on 31 February 2026',
  'section 58A of the Act of 1990',
  'in 2026',
  'May trustees borrow?',
  'between 1 January 2026 and 31 March 2026',
])('“%s” has no date to count from', (question) => expect(read(question)).toBeNull())

test.each([
  ['aware on 20 November 2026 at 9.40am', '09:40'],
  ['aware on 20 November 2026 at 14:05', '14:05'],
  ['aware on 20 November 2026 at 12 pm', '12:00'],
])('“%s” has the time %s', (question, time) =>
  expect(read(question)).toEqual({ on: '2026-11-20', isMonth: false, time }),
)

test('the date of a year end is known to be one', () => {
  expect(read('a year end of 31/12/2025')).toEqual({
    on: '2025-12-31',
    isMonth: false,
    isYearEnd: true,
    ...UNTIMED,
  })
  expect(readYearEnd('what is due in December 2026 with year end 31 March')).toBe('03-31')
  expect(readYearEnd('appointed on 31 March')).toBeNull()
})
