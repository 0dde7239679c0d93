import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../../../../../test/harness/service.ts'
import { ingest } from './ingest.ts'
import { isAsIngested, type KeptPassage, selectKeptPassages } from './kept-passages.ts'
import { readMarkdown } from './readers/markdown.ts'
import { splitIntoChunks } from './split-into-chunks.ts'
import { loadStarterDigest } from './starter.ts'

const service = useService({ emptyDatabase: true })
const AS_PLATFORM = "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)"
const TEXT = `# Lamps

## Section 7 — Lamps

(1) The keeper shall light the lamp of the lighthouse at sunset and shall keep it burning until sunrise.

(2) Where the lamp fails, the keeper shall inform the harbour master within three hours of the failure.
`
let kept: KeptPassage[]

async function keep(ids: readonly number[]): Promise<KeptPassage[]> {
  const [, rows] = await service().database.batch([
    { text: AS_PLATFORM, values: [] },
    selectKeptPassages(ids),
  ])
  return JSON.parse(rows?.[0]?.[0] as string)
}

beforeAll(async () => {
  const lamps = {
    docId: 'LAMPS',
    title: 'The Lamps Act',
    kind: 'IE_ACT' as const,
    aliases: [],
    authorityRank: 10,
    versionOn: '2020-01-01',
    inForceFrom: null,
    inForceTo: null,
    sourceUrl: null,
    licence: null,
    attribution: null,
    chunks: splitIntoChunks(readMarkdown(TEXT), 'The Lamps Act'),
  }
  await service().database.write(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(AS_PLATFORM))
    await ingest(tx, [lamps, ...loadStarterDigest('2026-01-01')], null)
  })
  const rows = await service().asOwner<{ id: number }>('select id from corpus_chunks')
  kept = await keep(rows.map(({ id }) => id))
})

const buildProvision = (): KeptPassage => kept.find(({ confidence }) => confidence === null) as KeptPassage
const aNote = (): KeptPassage => kept.find(({ confidence }) => confidence !== null) as KeptPassage

test('every passage that was brought in is proven, notes and provisions', () => {
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.filter((passage) => !isAsIngested(passage))).toEqual([])
  expect(buildProvision()).toMatchObject({
    citation: 'Section 7',
    headingPath: ['The Lamps Act', 'Section 7 — Lamps'],
  })
})

test('they come in the order that is asked for, without what is not there', async () => {
  const [a, b] = [buildProvision().id, aNote().id]
  expect((await keep([b, 2_000_000_000, a])).map(({ id }) => id)).toEqual([b, a])
  expect(await keep([])).toEqual([])
})

describe.each([
  ['a provision', buildProvision],
  ['a note', aNote],
])('of %s', (_name, passage) => {
  test.each<[string, (kept: KeptPassage) => Partial<KeptPassage>]>([
    ['a word', ({ text }) => ({ text: `${text} not` })],
    ['the citation', ({ citation }) => ({ citation: `${citation}A` })],
    ['the heading', ({ headingPath }) => ({ headingPath: [...headingPath, 'Another'] })],
    [
      'the hash',
      ({ contentHash }) => ({
        contentHash: contentHash.replace(/./, (first) => (first === '0' ? '1' : '0')),
      }),
    ],
    ['its kind', ({ confidence }) => ({ confidence: confidence === null ? 'H' : null })],
  ])('%s that is not as it was is not proven', (_what, change) => {
    const one = passage()
    expect(isAsIngested(one)).toBe(true)
    expect(isAsIngested({ ...one, ...change(one) })).toBe(false)
  })
})

test('an unknown source is refused', () => {
  expect(isAsIngested({ ...aNote(), sources: ['PA 0'] })).toBe(false)
})
