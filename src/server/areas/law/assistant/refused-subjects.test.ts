import { describe, expect, test } from 'vitest'
import { readStarterNotes } from '../corpus/index.ts'
import { isForAdvice, isOnAnotherSubject, isOnSocialWelfare } from './refused-subjects.ts'

describe('advice', () => {
  test.each([
    'is it better to take the lump sum or leave my pension in the db scheme',
    'Is it worth transferring my old pension?',
    'which is better, an ARF or an annuity',
    'should she take early retirement',
    'can you recommend a good fund',
    'how much should I put into AVCs',
    'will my pension fund recover next year',
    'am I better off in the PRSA',
    'should I pick an annuity or an ARF',
    'would you put my AVC into bonds or equities',
    'Is a bitcoin ETF a good buy for my PRSA?',
    'Is 6% per year a good return for a pension?',
    'Which insurer’s balanced fund will give our staff the best return next year?',
    'should I consolidate my pensions',
    'how much pension do I need',
    'how can our director pay less tax by paying more into the pension',
  ])('is not given: “%s”', (question) => expect(isForAdvice(question)).toBe(true))

  test.each([
    'how should the employer reduce the tax relief that was claimed twice',
    'how do we avoid a tax charge when a transfer is late',
    'Is it better to have a trustee company?',
    'What is the best evidence of training?',
    'how much can I put into a PRSA',
    'Can trustees invest in a fund of the employer?',
    'which date is better documented',
    'Is it a good time to file the annual return?',
    'What happens if the best practice is not followed in the annual return?',
  ])('is not asked for: “%s”', (question) => expect(isForAdvice(question)).toBe(false))
})

test.each([
  'when is the corporation tax return due',
  'how do I appeal a parking fine',
  'how much annual leave do staff get',
  'what is the VAT rate',
  'can you draft my personal will leaving the house to my son',
])('another subject: “%s”', (question) => expect(isOnAnotherSubject(question)).toBe(true))

test.each([
  'How do I apply for the State pension',
  'UK state pension top up from Ireland how',
  'do I qualify for a full contributory pension with 30 years',
  'am I entitled to a state pension if I worked abroad',
])('social welfare: “%s”', (question) => expect(isOnSocialWelfare(question)).toBe(true))

test('no reviewed question of a guidance note is refused by its subject', () => {
  const asked = readStarterNotes().flatMap(({ questions, alsoAsked }) => [...questions, ...alsoAsked])
  const refused = asked.filter(
    (question) => isForAdvice(question) || isOnSocialWelfare(question) || isOnAnotherSubject(question),
  )
  expect(refused).toEqual([])
})
