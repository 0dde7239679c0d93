import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../../../../../test/harness/service.ts'
import type { CitationId } from '../../../../contract/citations.ts'
import type { Tx } from '../../../platform/database.ts'
import { toChunk } from './digest.ts'
import { type CorpusText, ingest } from './ingest.ts'
import { readMarkdown } from './readers/markdown.ts'
import { selectRankedPassages } from './retrieval.ts'
import { updateTermWeights } from './search-index.ts'
import { splitIntoChunks } from './split-into-chunks.ts'

const service = useService({ ownDatabase: true })
const AS_PLATFORM = "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)"

const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  service().database.write(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(AS_PLATFORM))
    return work(tx)
  })

interface Found {
  coverage: number
  unknown: string[]
  absent: string[]
  passages: {
    docId: string
    citation: string
    text: string
    validFrom: string | null
    validTo: string | null
    laterText: string[]
    why: { isNamed: boolean; score: number; coverage: number; terms: { field: string; term: string }[] }
  }[]
}
async function ask(question: string, on = '2026-11-21', synonyms: string[] = []): Promise<Found> {
  const [, rows] = await service().database.batch([
    { text: AS_PLATFORM, values: [] },
    selectRankedPassages({
      question,
      synonyms: synonyms.map((written) => ({ said: '', written })),
      on,
      limit: 10,
    }),
  ])
  return JSON.parse(rows?.[0]?.[0] ?? '')
}
const citationsFor = async (...question: Parameters<typeof ask>): Promise<string[]> =>
  (await ask(...question)).passages.map(({ docId, citation }) => `${docId} ${citation}`)

function text(docId: string, lines: string[], more: Partial<CorpusText> = {}): CorpusText {
  return {
    docId,
    title: `The text ${docId}`,
    kind: 'IE_ACT',
    aliases: [],
    authorityRank: 10,
    versionOn: '2020-01-01',
    inForceFrom: null,
    inForceTo: null,
    sourceUrl: null,
    licence: null,
    attribution: null,
    chunks: more.chunks ?? splitIntoChunks(readMarkdown(lines.join('\n\n')), `The text ${docId}`),
    ...more,
  }
}

const FISHING = [
  '# Fishing',
  '## Section 7 — Nets',
  'A skipper mends the nets of the boat within nine days after a storm, and keeps a record of the mending.',
  '## Section 8 — Lamps',
  'A lamp burns on the mast of every boat at night, and the skipper answers for it.',
]
const SAILING = [
  '# Sailing',
  '## Section 7 — Sails',
  'A sailor folds the sails of the yacht when the wind falls, and answers to the owner of the yacht.',
]
const LATER = ['# Later', '## Section 7 — Moorings', 'Whoever comes to the quay ties up at a ring of iron.']
const AMENDING = [
  '# An amending text',
  '## Section 3 — Change',
  'The text on fishing is changed by this:',
  '### Inserted section 9A — Anchors',
  '“9A.—(1) A skipper weighs the anchor before sunrise, except on a day of rest.',
]

beforeAll(() =>
  write((tx) =>
    ingest(
      tx,
      [
        text('FISHING', FISHING, { aliases: ['Fishing Act'], authorityRank: 1 }),
        text('SAILING', SAILING, { aliases: ['Sailing Act'] }),
        text('AMENDING', AMENDING),
        text('LATER', LATER, { title: 'Fishing and Sailing Act 2021 (as enacted)', authorityRank: 20 }),
      ],
      null,
    ),
  ),
)

describe('the passages that a question finds', () => {
  test('contain its words, with an explanation of the score', async () => {
    const { passages, coverage, unknown } = await ask('When are nets mended after storms?')
    expect(passages[0]).toMatchObject({ docId: 'FISHING', citation: 'Section 7', why: { isNamed: false } })
    expect(passages[0]?.why.terms).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'WORD', term: 'storm' }),
        expect.objectContaining({ field: 'WORD', term: 'mend' }),
        expect.objectContaining({ field: 'HEADING', term: 'net' }),
      ]),
    )
    expect({ coverage, unknown }).toEqual({ coverage: 1, unknown: [] })
  })

  test('have a lower coverage if a word is in no source, and the word is named', async () => {
    const { unknown, coverage } = await ask('How does a skipper mend nets with superglue?')
    expect(unknown).toEqual(['superglu'])
    expect(coverage).toBeGreaterThan(0)
    expect(coverage).toBeLessThan(1)
    expect(await ask('Superglue?')).toEqual({ coverage: 0, unknown: ['superglu'], absent: [], passages: [] })
  })

  test('are found without stop words, and a synonym counts half', async () => {
    expect(await ask('Please explain to me what happens with torn nets?')).toMatchObject({
      unknown: ['torn'],
    })
    const coverage = async (...synonyms: string[]) =>
      (await ask('a torch at night', undefined, synonyms)).coverage
    const [plain, helped] = [await coverage(), await coverage('lamp')]
    expect(helped).toBeGreaterThan(plain)
    expect(helped).toBeLessThan(1)
  })

  test('can be found by a related word, which counts less', async () => {
    expect(await citationsFor('Who mends the trawl?')).not.toContain('SAILING Section 7')
    const [plain, helped] = [await ask('the light'), await ask('the light', undefined, ['lamp'])]
    expect(plain.passages).toEqual([])
    expect(helped.passages[0]).toMatchObject({ citation: 'Section 8' })
  })

  test.each([
    ['What does section 7 say of the owner of a yacht?', 'FISHING Section 7'],
    ['What does section 7 of the Sailing Act say of a boat?', 'SAILING Section 7'],
    ['Is there an exception to section 9A(1)?', 'AMENDING Section 9A, as given by section 3'],
    ['Section 9A(1) of the Fishing Act', 'AMENDING Section 9A, as given by section 3'],
    ['Under the Fishing Act, is section 7 of the Sailing Act of use?', 'SAILING Section 7'],
    ['Fishing Act, section 7: the owner of a yacht', 'FISHING Section 7'],
    ['Section 7 of the Fishing and Sailing Act 2021', 'LATER Section 7'],
    ['What does section 7 of the Act of 2021 say?', 'LATER Section 7'],
  ])('begin with a named provision: %s', async (question, first) => {
    expect((await citationsFor(question))[0]).toBe(first)
    expect((await ask(question)).passages[0]?.why.isNamed).toBe(true)
  })
})

test('sections with one number in two named texts are both first', async () => {
  const named = await citationsFor('Section 7 of the Sailing Act and section 7 of the Fishing Act')
  expect(named.slice(0, 2).sort()).toEqual(['FISHING Section 7', 'SAILING Section 7'])
})

test.each([
  'Section 8 of the Sailing Act',
  'Section 7 of the Ports Act 2003',
  'Section 7 of the Deep Sea Fishing Act 2009',
])('a provision that the named text does not have is not taken from another text: %s', async (question) => {
  expect((await ask(question)).passages.some(({ why }) => why.isNamed)).toBe(false)
})

test('naming another source that is not imported does not change the result', async () => {
  expect((await citationsFor('Section 7 of the Fishing Act, as the Ports Act 2003 has it'))[0]).toBe(
    'FISHING Section 7',
  )
})

test('each of two questions has its passage among the first results', async () => {
  const [first, second] = await citationsFor(
    'When must a skipper mend the nets of a boat after a storm, and when does the sailor fold the sails?',
  )
  expect([first, second].sort()).toEqual(['FISHING Section 7', 'SAILING Section 7'])
})

test('lists sources that a question names and that are not imported', async () => {
  const { absent } = await ask(
    'Do S.I. 999/2019, the Fishing and Sailing Act 2021 and the Ports Act 2003 matter to a skipper?',
  )
  expect(absent.sort()).toEqual(['Ports Act 2003', 'S.I. 999/2019'])
})

test('a note adds the provision that it cites to the results, for questions in everyday words', async () => {
  const note = toChunk('Of boats', {
    id: 'torn-nets',
    heading: 'Torn nets',
    sources: [],
    confidence: 'H',
    rules: [],
    periods: [],
    questions: ['My trawl is ripped, what now?'],
    alsoAsked: [],
    short: 'Short.',
    body: 'Who tears the gear puts it right.',
  })
  const restsOn = [{ docId: 'FISHING', kind: 'SECTION' as const, number: '7', provision: null }]
  const question = 'The trawl is ripped'
  expect(await citationsFor(question)).toEqual([])
  await write((tx) =>
    ingest(tx, [text('NOTES', [], { kind: 'DIGEST', chunks: [{ ...note, restsOn }] })], null),
  )
  expect(await citationsFor(question)).toEqual(['FISHING Section 7', 'NOTES Torn nets'])
})

test('notes replace a provision without a stored text, first the note about it', async () => {
  const note = (id: string, sources: CitationId[]) =>
    toChunk('Of pensions', {
      id,
      heading: id,
      sources,
      confidence: 'M',
      rules: [],
      periods: [],
      questions: [],
      alsoAsked: [],
      short: 'Short.',
      body: 'Trustees look ahead, as the Act asks of them.',
    })
  const chunks = [note('aside', ['PA 2', 'PA 64AL']), note('about', ['PA 64AL', 'PA 2'])]
  await write((tx) => ingest(tx, [text('MORE-NOTES', [], { kind: 'DIGEST', chunks })], null))
  const { passages } = await ask('What does section 64AL ask of trustees?')
  expect(passages.slice(0, 2).map(({ citation, why }) => [citation, why.isNamed])).toEqual([
    ['about', true],
    ['aside', true],
  ])
})

describe('another version of a text', () => {
  const CHANGED = FISHING.map((line) => line.replace('nine days', 'ten days'))
  const next = text('FISHING', CHANGED, {
    aliases: ['Fishing Act'],
    authorityRank: 1,
    versionOn: '2024-07-01',
  })

  test('the same text again changes nothing', async () => {
    const again = text('FISHING', FISHING, { aliases: ['Fishing Act'], authorityRank: 1 })
    expect(await write((tx) => ingest(tx, [again], null))).toMatchObject([{ outcome: 'UNCHANGED' }])
  })

  test('changed text applies from its date, the earlier text until then, and the rest is unchanged', async () => {
    const [done] = await write((tx) => ingest(tx, [next], null))
    expect(done).toMatchObject({
      outcome: 'CHANGED',
      chunksAdded: 0,
      chunksChanged: 1,
      chunksRemoved: 0,
      changedUnits: [{ kind: 'SECTION', number: '7' }],
    })
    const first = async (on: string) => (await ask('section 7 of the Fishing Act', on)).passages[0]
    expect(await first('2026-11-21')).toMatchObject({ validFrom: '2024-07-01', validTo: null })
    expect((await first('2026-11-21'))?.text).toContain('ten days')
    expect(await first('2024-06-30')).toMatchObject({ validFrom: null, validTo: '2024-07-01' })
    expect((await first('2024-06-30'))?.text).toContain('nine days')
    expect((await first('2024-07-01'))?.text).toContain('ten days')
    expect((await ask('the lamp on the mast', '2019-01-01')).passages[0]?.citation).toBe('Section 8')
  })

  test('a removed provision applies until the date of the version without it', async () => {
    const without = text('FISHING', CHANGED.slice(0, 3), { ...next, chunks: [], versionOn: '2025-01-01' })
    const chunks = splitIntoChunks(readMarkdown(CHANGED.slice(0, 3).join('\n\n')), 'The text FISHING')
    const [done] = await write((tx) => ingest(tx, [{ ...without, chunks }], null))
    expect(done).toMatchObject({ chunksRemoved: 1, chunksChanged: 0, chunksAdded: 0 })
    expect(await citationsFor('the lamp on the mast', '2024-12-31')).toContain('FISHING Section 8')
    expect(await citationsFor('the lamp on the mast', '2025-01-01')).not.toContain('FISHING Section 8')
  })
})

test('weights are recalculated once the mean length has changed, with the new mean', async () => {
  const yacht = async (): Promise<number> => {
    const [row] = await service().asOwner<{ weight: number }>(`
      select p.weight from corpus_postings p join corpus_terms t on t.id = p.term_id join corpus_chunks c on c.id = p.chunk_id
       where t.lexeme = 'yacht' and t.field = 'WORD'`)
    return row?.weight ?? 0
  }
  /** Of "A sailor folds the sails of the yacht …" nine words count, and the yacht stands there twice. */
  const expected = async (): Promise<number> => {
    const [field] = await service().asOwner<{ mean: number }>(
      "select terms::float8 / chunks as mean from corpus_fields where field = 'WORD'",
    )
    return (2 * 1.9) / (2 + 0.9 * (0.25 + (0.75 * 9) / (field?.mean ?? 1)))
  }
  const before = await yacht()
  const song = ['# Long', '## Section 1', `The skipper ${'sings a song of the sea '.repeat(60)}`]
  await write((tx) => ingest(tx, [text('LONG', song)], null))
  expect(await yacht()).not.toBeCloseTo(before, 2)
  expect(await yacht()).toBeCloseTo(await expected(), 5)
  expect(await write(updateTermWeights)).toBe(false)
})

test('the terms of a passage equal its postings, also after weights were recalculated', async () => {
  const postings = await service().asOwner(
    'select chunk_id, term_id, weight from corpus_postings order by 1, 2',
  )
  expect(postings.length).toBeGreaterThan(100)
  const terms = await service().asOwner(
    'select chunk_id, t.term_id, t.weight from corpus_chunk_terms, unnest(term_ids, weights) t (term_id, weight) order by 1, 2',
  )
  expect(terms).toEqual(postings)
})

test('words that every passage contains count for the score, but do not select passages', async () => {
  const plain = Array.from({ length: 1000 }, (_, n) => [
    `## Rule ${n + 1}`,
    'Mooring, hawser, capstan and windlass.',
  ]).flat()
  const expected = [
    '## Rule 1001',
    'The bosun: whistle, lantern, galley and anchor.',
    '## Rule 1002',
    'The bosun: mooring, hawser, capstan and windlass.',
  ]
  await write((tx) => ingest(tx, [text('HARBOUR', ['# Harbour', ...plain, ...expected])], null))
  const { passages } = await ask('the mooring, hawser, capstan and windlass of a bosun')
  expect(passages.slice(0, 2).map(({ citation }) => citation)).toEqual(['Rule 1002', 'Rule 1001'])
  const terms = passages[0]?.why.terms.map(({ term }) => term)
  expect(terms?.sort()).toEqual([
    'bosun',
    'capstan',
    'capstan windlass',
    'hawser',
    'hawser capstan',
    'moor',
    'moor hawser',
    'windlass',
  ])
})

describe('a provision that later Acts amend', () => {
  const KITES = [
    '# Kites Act 1990',
    '## Section 41 — Kites',
    `41.—(1) ${'A flyer holds the string of the kite with both hands in every wind. '.repeat(4)}`,
    `(2) ${'A kite has a tail of paper that is as long as the string is heavy. '.repeat(4)}`,
    '## Section 42 — Tails',
    `42.—(1) ${'The tail of a kite has knots of silk, one for each foot of its length. '.repeat(4)}`,
  ]
  const LATER_KITES = [
    '# Kites (Amendment) Act 2005',
    '## Section 1 — Interpretation',
    '1.—In this Act “the Principal Act” means the Kites Act, 1990.',
    '## Section 9 — Amendment of section 41 of Principal Act',
    '9.—Section 41 of the Principal Act is amended—',
    '(a) by the substitution of the following subsection for subsection (2):',
    `“(2) ${'A kite has a tail of cloth, which its flyer measures each spring. '.repeat(4)}”.`,
    '(b) by the insertion after subsection (2) of the following subsection:',
    `“(2A) ${'No kite is flown in a thunderstorm, for any purpose or by any flyer. '.repeat(4)}”.`,
    '## Section 10 — Amendment of section 42 of Principal Act',
    '10.—The following section is substituted for section 42 of the Principal Act:',
    '### Substituted section 42 — Tails',
    `“42.—(1) ${'The tail of a kite has bows of cotton, as the Minister may prescribe. '.repeat(4)}”.`,
  ]
  beforeAll(() =>
    write((tx) =>
      ingest(
        tx,
        [
          text('KITES', KITES, { title: 'Kites Act 1990 (as enacted)', versionOn: '1990-01-01' }),
          text('LATER-KITES', LATER_KITES, {
            title: 'Kites (Amendment) Act 2005 (as enacted)',
            versionOn: '2005-01-01',
          }),
        ],
        null,
      ),
    ),
  )
  const SUBSTITUTED = 'Section 41(2) of the Kites Act 1990, as substituted by section 9'
  const INSERTED = 'Section 41(2A) of the Kites Act 1990, as inserted by section 9'

  test.each([
    ['What does section 41(2) say?', `LATER-KITES ${SUBSTITUTED}`],
    ['What does section 41(2) of the Kites Act 1990 say?', `LATER-KITES ${SUBSTITUTED}`],
    ['What does section 41(2A) say?', `LATER-KITES ${INSERTED}`],
    ['What does section 41(1) say?', 'KITES Section 41(1)'],
    [
      'What does section 42 say?',
      'LATER-KITES Section 42 of the Kites Act 1990, as substituted by section 10',
    ],
  ])('%s: the latest stored text', async (question, expected) => {
    const [first] = (await ask(question)).passages
    expect(`${first?.docId} ${first?.citation}`).toBe(expected)
    expect(first?.why.isNamed).toBe(true)
  })

  test('a lettered subsection that is not stored is not its parent', async () => {
    const { passages } = await ask('What does section 41(1A) say?')
    expect(passages.filter(({ why }) => why.isNamed)).toEqual([])
  })

  test('a whole section is found with its later parts', async () => {
    const named = (await ask('What does section 41 say?')).passages.filter(({ why }) => why.isNamed)
    expect(named.map(({ citation }) => citation)).toEqual([
      'Section 41(1)',
      SUBSTITUTED,
      'Section 41(2)',
      INSERTED,
    ])
  })

  test('text as enacted names the later text, and other text names none', async () => {
    const laterTo = async (question: string, wanted: string) =>
      (await ask(question)).passages.find(({ citation }) => citation === wanted)?.laterText
    expect(await laterTo('the kite has a tail of paper', 'Section 41(2)')).toEqual([
      `${SUBSTITUTED}, Kites (Amendment) Act 2005`,
    ])
    expect(await laterTo('a flyer holds the string of the kite', 'Section 41(1)')).toEqual([])
    expect(await laterTo('a tail of cloth', SUBSTITUTED)).toEqual([])
  })
})
