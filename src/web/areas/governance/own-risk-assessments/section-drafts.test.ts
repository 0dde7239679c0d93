import { describe, expect, test } from 'vitest'
import {
  isChanged,
  isSameContent,
  type SectionDraft,
  toSectionContent,
  toSectionDraft,
} from './section-drafts.ts'

const WRITTEN = { text: 'x', notApplicableReason: null }
const LEFT_OUT = { text: null, notApplicableReason: 'y' }

describe('a draft', () => {
  test.each([[null], [WRITTEN], [LEFT_OUT]])('of %o has the same content and is not a change', (saved) => {
    const draft = toSectionDraft(saved)
    expect(toSectionContent(draft)).toEqual(saved)
    expect(isChanged(draft)).toBe(false)
  })

  test.each<[string, Partial<SectionDraft>, object | null, boolean]>([
    ['more text', { text: 'x and more' }, { text: 'x and more', notApplicableReason: null }, true],
    ['no text any more', { text: '  \n' }, null, true],
    ['a reason instead', { mode: 'reason', reason: 'y' }, LEFT_OUT, true],
    ['the other choice, with nothing in it', { mode: 'reason' }, null, true],
    ['what was typed for the other choice', { reason: 'y' }, WRITTEN, false],
  ])('of a written section with %s', (_what, fields, content, expected) => {
    const draft = { ...toSectionDraft(WRITTEN), ...fields }
    expect(toSectionContent(draft)).toEqual(content)
    expect(isChanged(draft)).toBe(expected)
  })
})

test('contents are compared by their text', () => {
  expect(isSameContent(null, { text: null, notApplicableReason: null })).toBe(true)
  expect(isSameContent(WRITTEN, { ...WRITTEN })).toBe(true)
  expect(isSameContent(WRITTEN, LEFT_OUT)).toBe(false)
})
