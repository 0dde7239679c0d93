import { describe, expect, test } from 'vitest'
import { findHeading, joinSections, placeIn, splitSections } from './draft-sections.ts'

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
  test('begin with their headings; what comes before the first is one too', () => {
    expect(splitSections(TEXT).map(findHeading)).toEqual([null, 'Purpose', 'Scope'])
  })

  test('are together what they were cut from', () => expect(joinSections(splitSections(TEXT))).toBe(TEXT))

  test.each([
    ['emptied', ['## One\n\ntext', '  \n ', '## Two'], '## One\n\ntext\n\n## Two'],
    ['whose last line was joined', ['## One\n\ntext', '\n\n## Two'], '## One\n\ntext\n\n## Two'],
  ])('one that is %s leaves a text that reads', (_what, sections, text) =>
    expect(joinSections(sections)).toBe(text),
  )

  test('a number sign inside a line is no heading', () => {
    expect(splitSections('Room #2 is\n#3 of them')).toEqual(['Room #2 is\n#3 of them'])
  })
})

describe('a place', () => {
  test.each([
    ['Why {{schemeName}} has it', 'schemeName', '{{schemeName}}'],
    ['Why {{ schemeName }} has it', 'schemeName', '{{ schemeName }}'],
    ['{{one}} and {{two}}', 'two', '{{two}}'],
  ])('of "%s"', (text, name, found) => {
    const place = placeIn(text, name)
    expect(text.slice(place?.from, place?.to)).toBe(found)
  })

  test('that is not there', () => expect(placeIn('{{schemeNames}}', 'schemeName')).toBeNull())
})
