import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { parseTextBlocks, parseTextSpans } from '../../../../contract/text-blocks.ts'
import {
  fillPlaceholders,
  listPlaceholders,
  listUnfilledPlaceholders,
  PLACEHOLDERS,
  type PlaceholderName,
  type Values,
} from './placeholders.ts'

const shown = (text: string): string =>
  parseTextBlocks(text)
    .map((block) =>
      parseTextSpans(block.text)
        .map((span) => span.text)
        .join(''),
    )
    .join('\n')

describe('the placeholders of a text', () => {
  test.each([
    ['none', []],
    ['{{schemeName}} and {{ trusteeNames }}, {{schemeName}}', ['schemeName', 'trusteeNames']],
    ['{{name of the function}}', ['name of the function']],
    ['{{}}', ['']],
    [String.raw`\{\{schemeName\}\}`, []],
    [String.raw`\\{{schemeName}}`, ['schemeName']],
    ['{{schemeName', []],
    ['{{a\nb}}', ['a\nb']],
  ])('of %j', (text, names) => expect(listPlaceholders(text)).toEqual(names))
})

describe('a value', () => {
  test.each([
    ['what is written in its place', '{{toWrite}}', { toWrite: 'Acme' }, '{{toWrite}}'],
    ['a plain one', '{{schemeName}}.', { schemeName: 'Acme' }, 'Acme.'],
    ['with spaces in the place', '{{ schemeName }}', { schemeName: 'Acme' }, 'Acme'],
    ['none', '{{schemeName}}', {}, '{{schemeName}}'],
    ['a blank one', '{{schemeName}}', { schemeName: ' \n' }, '{{schemeName}}'],
    ['of an unknown place', '{{nobody}}', { nobody: 'x' }, '{{nobody}}'],
    ['of a place that every object has', '{{constructor}} {{toString}}', {}, '{{constructor}} {{toString}}'],
    ['a dollar, which means nothing', '{{schemeName}}', { schemeName: "$& $1 $'" }, "$& $1 $'"],
    [
      'another place',
      '{{schemeName}} {{trusteeNames}}',
      { schemeName: '{{trusteeNames}}', trusteeNames: 'Áine' },
      String.raw`\{\{trusteeNames\}\} Áine`,
    ],
  ])('%s', (_what, text, values, filled) => expect(fillPlaceholders(text, values as Values)).toBe(filled))

  test('is inserted as plain text for any content', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '{{',
        '}}',
        '{{schemeName}}',
        '**',
        '*',
        '# ',
        '- ',
        '1. ',
        '\\',
        '\n',
        '\u0000',
        '<b>',
        '💶',
      ),
      fc.string({ maxLength: 5 }),
    )
    const value = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(value, value, (one, other) => {
        const line = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
        fc.pre(line(one) !== '' && line(other) !== '')
        const filled = fillPlaceholders('{{schemeName}}\n\nTo {{trusteeNames}}: **{{chairName}}**.', {
          schemeName: one,
          trusteeNames: other,
          chairName: 'x',
        })
        expect(listUnfilledPlaceholders(filled)).toEqual([])
        expect(shown(filled)).toBe(`${line(one)}\nTo ${line(other)}: x.`)
      }),
      { numRuns: getPropertyRuns(500) },
    )
  })

  test('fills exactly the given placeholders', () => {
    const names = (Object.keys(PLACEHOLDERS) as PlaceholderName[]).filter((name) => name !== 'toWrite')
    fc.assert(
      fc.property(fc.subarray(names), fc.shuffledSubarray(names), (given, places) => {
        const text = places.map((name) => `{{${name}}}`).join(' and ')
        const filled = fillPlaceholders(text, Object.fromEntries(given.map((name) => [name, 'value'])))
        expect(listPlaceholders(filled)).toEqual(places.filter((name) => !given.includes(name)))
      }),
    )
  })
})

test('an unfilled placeholder has its description, and an unknown one has none', () => {
  expect(listUnfilledPlaceholders('{{chairName}} {{nobody}} {{ chairName }}')).toEqual([
    { name: 'chairName', count: 2, placeholder: PLACEHOLDERS.chairName },
    { name: 'nobody', count: 1, placeholder: null },
  ])
})
