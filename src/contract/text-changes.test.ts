import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPropertyRuns } from '../../test/harness/property-runs.ts'
import { parseTextBlocks } from './text-blocks.ts'
import { type Change, compareTexts as changesOrNull, countTextChanges } from './text-changes.ts'

function changesBetween(before: string, after: string): Change[] {
  const changes = changesOrNull(before, after)
  if (changes === null) throw new Error('The texts are not compared')
  return changes
}

/** `-gone-` and `+come+` inside the words of a block. */
const describeChange = (change: Change): string =>
  change.is === 'rewritten'
    ? `~ ${change.pieces
        .map(({ is, text }) => (is === 'same' ? text : is === 'added' ? `+${text}+` : `-${text}-`))
        .join('')}`
    : `${{ same: '=', added: '+', removed: '-' }[change.is]} ${change.block.text}`
const between = (before: string, after: string) => changesBetween(before, after).map(describeChange)

describe('the changes between two texts', () => {
  test('are none for equal texts', () => {
    expect(between('One\n\nTwo', 'One\n\nTwo')).toEqual(['= One', '= Two'])
    expect(countTextChanges(changesBetween('One', 'One'))).toEqual({ rewritten: 0, added: 0, removed: 0 })
    expect(between('', '')).toEqual([])
  })

  test('are listed word by word where a block was rewritten', () => {
    expect(
      between(
        'The trustees review this policy every three years and report.',
        'The trustees review this policy every year and report.',
      ),
    ).toEqual(['~ The trustees review this policy every -three years-+year+ and report.'])
  })

  test('are added and removed blocks if the blocks share little text', () => {
    expect(between('Alpha beta gamma.\n\nSame.', 'Same.\n\nDelta epsilon.')).toEqual([
      '- Alpha beta gamma.',
      '= Same.',
      '+ Delta epsilon.',
    ])
    expect(between('Alpha beta gamma delta.', 'One two three four.')).toEqual([
      '- Alpha beta gamma delta.',
      '+ One two three four.',
    ])
  })

  test('tell a rewritten block from an added one', () => {
    expect(
      between(
        'Risk is measured every quarter by the holder.',
        'Something else is said before it.\n\nRisk is measured every month by the holder.',
      ),
    ).toEqual([
      '+ Something else is said before it.',
      '~ Risk is measured every -quarter-+month+ by the holder.',
    ])
  })

  test('ignore line breaks inside a paragraph', () => {
    expect(between('One two\nthree four', 'One two three\nfour')).toEqual(['= One two three four'])
  })

  test('report a paragraph that became a heading', () => {
    expect(countTextChanges(changesBetween('Purpose of it', '# Purpose of it'))).toMatchObject({
      rewritten: 1,
    })
  })

  test('contain both texts completely', () => {
    const before = '# A\n\nFirst text here.\n\n- item one\n- item two\n\nLast words.'
    const after = '# A\n\nFirst new text here.\n\n- item two\n- item three\n\nOther last words.\n\nMore.'
    const sides = (left: 'removed' | 'added') =>
      changesBetween(before, after).flatMap((change) => {
        if (change.is === 'rewritten')
          return change.pieces
            .filter(({ is }) => is === 'same' || is === left)
            .map(({ text }) => text)
            .join('')
        return change.is === 'same' || change.is === left ? change.block.text : []
      })
    expect(sides('removed')).toEqual(['A', 'First text here.', 'item one', 'item two', 'Last words.'])
    expect(sides('added')).toEqual([
      'A',
      'First new text here.',
      'item two',
      'item three',
      'Other last words.',
      'More.',
    ])
  })

  test('contain any two texts, character by character', () => {
    const word = fc.constantFrom(
      'risk',
      'trustees',
      'review',
      'a',
      'year,',
      'change.',
      '# Purpose',
      '- item',
      '\n',
      '\n\n',
    )
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '))
    const side = (changes: readonly Change[], left: 'removed' | 'added'): string[] =>
      changes.flatMap((change) => {
        if (change.is !== 'rewritten')
          return change.is === 'same' || change.is === left ? [change.block.text] : []
        const unchanged = change.pieces.filter(({ is }) => is === 'same' || is === left)
        return [unchanged.map(({ text }) => text).join('')]
      })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = changesBetween(before, after)
        expect(side(changes, 'removed')).toEqual(parseTextBlocks(before).map(({ text }) => text))
        expect(side(changes, 'added')).toEqual(parseTextBlocks(after).map(({ text }) => text))
      }),
      { numRuns: getPropertyRuns(300) },
    )
  })

  // Calculated in more than linear time, it would not end before the test is stopped.
  test('are found in the longest texts', () => {
    const paragraph = (n: number) =>
      `Paragraph ${n} says what is done about risk number ${n * 7} and by whom. `
    const long = (shift: number) =>
      Array.from({ length: 1_500 }, (_, n) => paragraph(n % 10 === 0 ? n + shift : n)).join('\n\n')
    const { rewritten } = countTextChanges(changesBetween(long(0), long(5_000)))
    expect(rewritten).toBe(150)
  })

  test('are not calculated for long texts that share nothing', () => {
    const text = (word: string) => Array.from({ length: 14_000 }, (_, n) => `${word}${n}`).join('\n\n')
    expect(changesOrNull(text('a'), text('b'))).toBeNull()
    const rewritten = (word: string) => Array.from({ length: 1_500 }, (_, n) => `${word} ${n}`).join('\n\n')
    expect(changesOrNull(rewritten('a'), rewritten('b'))).toBeNull()
  })

  test('are listed word by word for as many blocks as the time limit allows', () => {
    const paragraph = (n: number, word: string) =>
      Array.from({ length: 900 }, (_, at) => (at % 2 ? `${word}${n}x${at}` : `same${n}x${at}`)).join(' ')
    const text = (word: string) =>
      Array.from({ length: 40 }, (_, n) => `Same ${n}\n\n${paragraph(n, word)}`).join('\n\n')
    const { rewritten, added, removed } = countTextChanges(changesBetween(text('one'), text('two')))
    expect(rewritten).toBeGreaterThan(5)
    expect(added).toBeGreaterThan(0)
    expect(rewritten + added).toBe(40)
    expect(removed).toBe(added)
  })
})
