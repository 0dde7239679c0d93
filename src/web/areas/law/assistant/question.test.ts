import { describe, expect, test } from 'vitest'
import { checkQuestion } from './question.ts'

describe('a question', () => {
  test.each([
    ['as it is typed', 'When is it due?', '', { question: 'When is it due?' }],
    ['of several lines is one', ' When\n\n is it\tdue? ', '', { question: 'When is it due?' }],
    ['about another day', 'When is it due?', '1/3/2024', { question: 'When is it due?', on: '2024-03-01' }],
  ])('%s', (_what, question, on, sent) => expect(checkQuestion({ question, on })).toEqual({ sent }))

  test.each([
    ['nothing', '', '', { question: 'Enter the question' }],
    ['next to nothing', 'x', '', { question: 'Use at least 3 characters' }],
    ['too much', 'x'.repeat(1001), '', { question: 'Use at most 1000 characters' }],
    ['no day', 'When is it due?', 'soon', { on: 'Enter the date as 21/03/2026' }],
    ['neither', '', 'soon', { question: 'Enter the question', on: 'Enter the date as 21/03/2026' }],
  ])('refuses %s', (_what, question, on, problems) =>
    expect(checkQuestion({ question, on })).toEqual({ problems }),
  )

  test('with a PPS number is not sent, and the message does not repeat it', () => {
    const checked = checkQuestion({ question: 'When does 1234567FA retire?', on: '' })
    expect(checked).toEqual({ problems: { question: expect.stringContaining('PPS number') } })
    expect(JSON.stringify(checked)).not.toContain('1234567')
  })
})
