import { describe, expect, test } from 'vitest'
import { findAmendedAct, listGivenWords, listPrincipalActs } from './given-words.ts'
import type { OutlineUnit } from './outline.ts'

const ACT = 'Lamps Act 1990'
const unit = (heading: string, ...paragraphs: string[]): OutlineUnit => ({ path: [], heading, paragraphs })
/** The provisions that each paragraph gives, as "INSERTED 5(3a.a)". */
const given = (heading: string, ...paragraphs: string[]) =>
  listGivenWords(unit(heading, ...paragraphs), ACT).map(
    (one) => one && `${one.how} ${one.section}(${one.provision})`,
  )

describe('the words that a paragraph gives for another Act', () => {
  test('subsections and their lists are inserted after, or substituted for, a subsection', () => {
    expect(
      given(
        'Section 10 — Amendment of section 5(3) of Principal Act',
        '10.—Section 5 of the Principal Act is amended—',
        '(a) by the insertion after subsection (3) of the following subsections:',
        '“(3A) Regulations may provide—',
        '(a) for lamps, and',
        '(b) for wicks.',
        '(3B) They are made by the Minister.”.',
        '(b) by the substitution of the following subsection for subsection (4):',
        '“(4) Lamps are lit at dusk.”.',
      ),
    ).toEqual([
      null,
      null,
      'INSERTED 5(3a)',
      'INSERTED 5(3a.a)',
      'INSERTED 5(3a.b)',
      'INSERTED 5(3b)',
      null,
      'SUBSTITUTED 5(4)',
    ])
  })

  test('a lettered paragraph belongs to the subsection that the amendment names', () => {
    expect(
      given(
        'Section 13 — Amendment of section 10(1) of Principal Act',
        '13.—Section 10(1) of the Principal Act is amended—',
        '(a) by the substitution for paragraph (c) of the following paragraph:',
        '“(c) to issue guidelines on lamps;”,',
      ),
    ).toEqual([null, null, 'SUBSTITUTED 10(1.c)'])
  })

  test('one section may amend several sections', () => {
    expect(
      given(
        'Section 27 — Registered lamplighters',
        '(c) in section 3A by inserting the following after subsection (7):',
        '“(8) This section does not apply to a lamplighter.”,',
        '(d) in section 18—',
        '(i) by substituting the following for subsection (2):',
        '“(2) The Board may ask for lamps.”,',
      ),
    ).toEqual([null, 'INSERTED 3A(8)', null, null, 'SUBSTITUTED 18(2)'])
  })

  test('single words, schedules and texts without a known Act give no provision', () => {
    expect(
      given('Amendment of Section 18', '(a) In subsection (5), substitute “€5,000” for “£1,500”.'),
    ).toEqual([null])
    expect(
      given('Section 50 — Amendment of First Schedule to Principal Act', 'Insert:', '“(g) Lamps.”.'),
    ).toEqual([null, null])
    expect(listGivenWords(unit('Amendment of Section 3', 'Insert:', '“(7) Lamps.”.'), null)).toEqual([
      null,
      null,
    ])
  })
})

describe('the Act that is amended', () => {
  const definition = (part: string, act: string): OutlineUnit => ({
    path: [part],
    heading: 'Section 2 — Interpretation',
    paragraphs: [`“Principal Act” means the ${act}.`],
  })

  test('is the one that the words "Principal Act" mean in the same part', () => {
    const other: OutlineUnit = { path: ['Part 9'], heading: 'Section 90', paragraphs: ['Words.'] }
    expect(listPrincipalActs([definition('Part 1', 'Lamps Act, 1990'), other])).toEqual([ACT, ACT])
    expect(
      listPrincipalActs([definition('Part 2', 'Wicks Act 2005'), definition('Part 3', ACT), other]),
    ).toEqual(['Wicks Act 2005', ACT, null])
  })

  test('or the one in the heading of the part', () => {
    expect(
      findAmendedAct({
        path: ['Schedule 2 — Amendments to Lamps Act 1990'],
        heading: 'Amendment of Section 3',
        paragraphs: [],
      }),
    ).toBe(ACT)
    expect(findAmendedAct(unit('Section 3 — Amendment of section 3 of Principal Act'))).toBeNull()
  })
})
