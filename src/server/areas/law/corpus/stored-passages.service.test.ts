import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../../../../../test/harness/service.ts'
import { ingest } from './ingest.ts'
import { readMarkdown } from './readers/markdown.ts'
import { splitIntoChunks } from './split-into-chunks.ts'
import { readStarterDigest } from './starter-content.ts'
import { isUnchangedSinceIngest, type StoredPassage, selectStoredPassages } from './stored-passages.ts'

const service = useService({ emptyDatabase: true })
const AS_PLATFORM = "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)"
const TEXT = `# Lamps

## Section 7 — Lamps

(1) The keeper shall light the lamp of the lighthouse at sunset and shall keep it burning until sunrise.

(2) Where the lamp fails, the keeper shall inform the harbour master within three hours of the failure.
`
let stored: StoredPassage[]

async function keep(ids: readonly number[]): Promise<StoredPassage[]> {
  const [, rows] = await service().database.batch([
    { text: AS_PLATFORM, values: [] },
    selectStoredPassages(ids),
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
    await ingest(tx, [lamps, ...readStarterDigest('2026-01-01')], null)
  })
  const rows = await service().asOwner<{ id: number }>('select id from corpus_chunks')
  stored = await keep(rows.map(({ id }) => id))
})

const buildProvision = (): StoredPassage =>
  stored.find(({ confidence }) => confidence === null) as StoredPassage
const aNote = (): StoredPassage => stored.find(({ confidence }) => confidence !== null) as StoredPassage

test('the hash proves every ingested passage, notes and provisions', () => {
  expect(stored.length).toBeGreaterThan(100)
  expect(stored.filter((passage) => !isUnchangedSinceIngest(passage))).toEqual([])
  expect(buildProvision()).toMatchObject({
    citation: 'Section 7',
    headingPath: ['The Lamps Act', 'Section 7 — Lamps'],
  })
})

test('passages are returned in the requested order, without unknown ones', async () => {
  const [a, b] = [buildProvision().id, aNote().id]
  expect((await keep([b, 2_000_000_000, a])).map(({ id }) => id)).toEqual([b, a])
  expect(await keep([])).toEqual([])
})

describe.each([
  ['a provision', buildProvision],
  ['a note', aNote],
])('of %s', (_name, passage) => {
  test.each<[string, (stored: StoredPassage) => Partial<StoredPassage>]>([
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
  ])('a change of %s is detected', (_what, change) => {
    const one = passage()
    expect(isUnchangedSinceIngest(one)).toBe(true)
    expect(isUnchangedSinceIngest({ ...one, ...change(one) })).toBe(false)
  })
})

test('an unknown source is refused', () => {
  expect(isUnchangedSinceIngest({ ...aNote(), sources: ['PA 0'] })).toBe(false)
})
