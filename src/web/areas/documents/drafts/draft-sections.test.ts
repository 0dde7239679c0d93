import { describe, expect, test } from 'vitest'
import { findHeading, findPlaceholderRange, joinSections, splitSections } from './draft-sections.ts'

const TEXT = `**DRAFT: not legal advice**

*A note.*

## Purpose

Why {{schemeName}} has it.

### Below

More.

## Scope

- One
- Two`

describe('the sections of a draft', () => {
  test('begin with their headings; text before the first heading is a section as well', () => {
    expect(splitSections(TEXT).map(findHeading)).toEqual([null, 'Purpose', 'Scope'])
  })

  test('joined give the original text', () => expect(joinSections(splitSections(TEXT))).toBe(TEXT))

  test.each([
    ['emptied', ['## One\n\ntext', '  \n ', '## Two'], '## One\n\ntext\n\n## Two'],
    ['whose last line was joined', ['## One\n\ntext', '\n\n## Two'], '## One\n\ntext\n\n## Two'],
  ])('one that is %s leaves a well-formed text', (_what, sections, text) =>
    expect(joinSections(sections)).toBe(text),
  )

  test('a number sign inside a line is no heading', () => {
    expect(splitSections('Room #2 is\n#3 of them')).toEqual(['Room #2 is\n#3 of them'])
  })
})

describe('the position of a placeholder', () => {
  test.each([
    ['Why {{schemeName}} has it', 'schemeName', '{{schemeName}}'],
    ['Why {{ schemeName }} has it', 'schemeName', '{{ schemeName }}'],
    ['{{one}} and {{two}}', 'two', '{{two}}'],
  ])('of "%s"', (text, name, found) => {
    const place = findPlaceholderRange(text, name)
    expect(text.slice(place?.from, place?.to)).toBe(found)
  })

  test('that does not exist', () => expect(findPlaceholderRange('{{schemeNames}}', 'schemeName')).toBeNull())
})
