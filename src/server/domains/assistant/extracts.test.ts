import { describe, expect, test } from 'vitest'
import { asksForFigure, hasFigure } from './extracts.ts'

describe('a question for a figure', () => {
  test.each([
    ['How much may an employer pay?', true],
    ['At what rate is it taxed?', true],
    ['What is the age limit?', true],
    ['By when is the report due?', true],
    ['Who signs the report?', false],
    ['How is the report made?', false],
  ])('%s %s', (question, asks) => {
    expect(asksForFigure(question)).toBe(asks)
  })
})

describe('a figure is no reference and no year', () => {
  test.each([
    ['within 21 days', true],
    ['at least every three years', true],
    ['0.5 per cent of gross pay', true],
    ['once a month', true],
    ['the notice under section 58A(1) of the Act of 1990', false],
    ['(2) The trustees, under Article 28(2)(d)', false],
    ['as the Authority determines', false],
  ])('%s %s', (text, has) => {
    expect(hasFigure(text)).toBe(has)
  })
})
