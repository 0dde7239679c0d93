import { describe, expect, test } from 'vitest'
import { readStarterNotes } from '../corpus/index.ts'
import {
  isForAdvice,
  isOnAnotherSubject,
  isOnOwnRecords,
  isOnQuotedPrices,
  isOnSocialWelfare,
} from './refused-subjects.ts'

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
    'Which one should I pick, an annuity or an ARF?',
    'would you go for a bond or a PRSA for a 45 year old leaver?',
    'tell me which pension fund performed best last year',
    'would you put my AVC into bonds or equities',
    'Is a bitcoin ETF a good buy for my PRSA?',
    'Is 6% per year a good return for a pension?',
    'is bitcoin a good thing to hold in my ARF',
    'would gold be a good idea for my pension',
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
    'Is a conflicts register a good idea to have?',
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
  'can you fill in my form 11 for me',
  'how much notice do i have to give an employee with 6 years service',
  'how is statutory redundancy worked out for someone with 8 years service',
])('another subject: “%s”', (question) => expect(isOnAnotherSubject(question)).toBe(true))

test.each([
  'How do I apply for the State pension',
  'UK state pension top up from Ireland how',
  'do I qualify for a full contributory pension with 30 years',
  'am I entitled to a state pension if I worked abroad',
])('social welfare: “%s”', (question) => expect(isOnSocialWelfare(question)).toBe(true))

test.each([
  'what is my fund worth today',
  'how much is in my pension?',
  'whats my balance',
  'what did our trustees decide at last thursdays meeting',
  'did the authority write to us about our last ASI',
  'has the actuary replied to us',
  'did the employer pay for October',
  'when did we last do the ORA',
  'has our auditor signed off the accounts yet',
  'who is our administrator',
  'how many members did we have last year',
  'how much did we pay the actuary last year',
])('a record that the assistant does not read: “%s”', (question) =>
  expect(isOnOwnRecords(question)).toBe(true),
)

test.each([
  'how much is paid into the pension of a part-time worker',
  'what must trustees decide at their meeting',
  'when is my pension statement due',
  'what is the fund',
  'what have the trustees to do about a late contribution',
  'did the derogation for one-member schemes end',
  'have the trustees to approve a policy',
  'the employer was late last month, what happens',
  'has the employer to tell us about leavers',
  'did we breach the law by paying on the 25th',
  'When did the Authority publish the Code of Practice?',
  'Was the employer obliged to pay within 21 days?',
  'Were the trustees entitled to refuse the transfer?',
  'How many trustees do we appoint for a DB scheme?',
  'Who is our competent authority?',
  'Has the Authority already issued guidance on the ORA?',
])('a question for the law: “%s”', (question) => expect(isOnOwnRecords(question)).toBe(false))

test.each([
  'what annuity rate is Irish Life quoting this week for a 65 yr old',
  'current deposit rates for a pension bank account',
  'what is inflation at the moment',
  'what does Zurich charge on its PRSA',
])('a price of the market: “%s”', (question) => expect(isOnQuotedPrices(question)).toBe(true))

test.each([
  'what interest rate is due on late contributions',
  'How often do trustees review fund performance?',
  'Are preserved benefits currently revalued in line with inflation?',
])('no price of the market: “%s”', (question) => expect(isOnQuotedPrices(question)).toBe(false))

test('no reviewed question of a guidance note is refused by its subject', () => {
  const asked = readStarterNotes().flatMap(({ questions, alsoAsked }) => [...questions, ...alsoAsked])
  const refused = asked.filter(
    (question) =>
      isForAdvice(question) ||
      isOnSocialWelfare(question) ||
      isOnAnotherSubject(question) ||
      isOnOwnRecords(question) ||
      isOnQuotedPrices(question),
  )
  expect(refused).toEqual([])
})
