import { describe, expect, test } from 'vitest'
import { calculateAmounts } from './note-amounts.ts'

const TODAY = '2026-11-29'

describe('amounts with the figures of a note', () => {
  test.each([
    [
      'enrolment-rates',
      'On a EUR 40,000 salary what do employee, employer and State pay into MyFutureFund in 2026, and in 2029?',
      'On yearly pay of EUR 40,000 that is in 2026 EUR 600 from the employee, EUR 600 from the employer and EUR 200 from the State; in 2029 EUR 1,200 from the employee, EUR 1,200 from the employer and EUR 400 from the State.',
    ],
    [
      'enrolment-rates',
      'how much is auto enrolment on 95k',
      'On yearly pay of EUR 95,000 (EUR 80,000 count) that is in 2026 EUR 1,200 from the employee, EUR 1,200 from the employer and EUR 400 from the State.',
    ],
    [
      'tax-lump-sum',
      'A member takes retirement lump sums totalling EUR 600,000. How is it taxed?',
      'Of EUR 600,000 in all: EUR 200,000 is free of tax; EUR 300,000 is taxed at 20 %, which is EUR 60,000; EUR 100,000 is taxed as income at the marginal rate (not verified).',
    ],
    [
      'tax-lump-sum',
      'I took 120,000 tax free from one pension in 2016, now taking 150,000 from another. What tax?',
      'Of EUR 150,000, after EUR 120,000 taken earlier: EUR 80,000 is free of tax; EUR 70,000 is taxed at 20 %, which is EUR 14,000 (not verified).',
    ],
    [
      'tax-lump-sum',
      'I already had 250,000 in 2015 and get another 300,000',
      'Of EUR 300,000, after EUR 250,000 taken earlier: EUR 250,000 is taxed at 20 %, which is EUR 50,000; EUR 50,000 is taxed as income at the marginal rate (not verified).',
    ],
    [
      'tax-standard-fund-threshold',
      'standard fund threshold for 2027',
      'In 2027 the threshold is EUR 2,400,000.',
    ],
    [
      'tax-prsa-employer-limit',
      'A company pays €70,000 to the PRSA of a director with emoluments of €50,000 in 2026. What is the tax result?',
      "The limit is EUR 50,000, 100 % of the emoluments: of EUR 70,000, EUR 20,000 is above it and is taxed as the employee's income, as a benefit in kind.",
    ],
    [
      'tax-age-limits',
      'I am 38 on EUR 60,000 and pay 5% to the company scheme. How much more can I put in as AVCs with tax relief?',
      'At 38 the limit is 20 %, which is EUR 12,000 of EUR 60,000; after own contributions of 5 % (EUR 3,000) there remain EUR 9,000 a year (not verified).',
    ],
    [
      'tax-age-limits',
      'how much can i put in my pension and get tax relief im 42',
      'At 42 the limit is 25 % of earnings up to EUR 115,000, so at most EUR 28,750 a year (not verified).',
    ],
    [
      'tax-standard-fund-threshold',
      'my fund is 2.5 million in 2026, what tax',
      'In 2026 the threshold is EUR 2,200,000: of EUR 2,500,000, EUR 300,000 is above it, and the tax of 40 % on it is EUR 120,000 (rate not verified).',
    ],
  ])('%s: %s', (note, question, answer) => expect(calculateAmounts(note, question, TODAY)).toBe(answer))

  test.each([
    ['enrolment-rates', 'What are the rates in 2029?'],
    ['tax-lump-sum', 'How much of the lump sum is free of tax after 30 years?'],
    ['tax-prsa-employer-limit', 'What is the limit on EUR 50,000?'],
    ['tax-age-limits', 'What is the limit from 50 and at 55?'],
    ['annual-report-due', 'Who pays EUR 5,000?'],
  ])('are not calculated without what they need: %s, %s', (note, question) =>
    expect(calculateAmounts(note, question, TODAY)).toBeNull(),
  )
})

test('a number of months or members is no amount in millions', () => {
  expect(
    calculateAmounts('tax-lump-sum', 'I retire in 12 months, is my lump sum taxed?', '2026-11-29'),
  ).toBeNull()
  expect(
    calculateAmounts('tax-lump-sum', 'Lump sums for 30 members, are they taxed?', '2026-11-29'),
  ).toBeNull()
})

test('the age limit is that of the earnings that count', () => {
  expect(calculateAmounts('tax-age-limits', 'I am 45 and earn EUR 200,000', '2026-11-29')).toBe(
    'At 45 the limit is 25 %, which is EUR 28,750 of the EUR 115,000 that count (not verified).',
  )
})
