/** The keepers of the public texts look before they bring in, see what it changed, and withdraw with a reason. */
import { beforeAll, expect, test } from 'vitest'
import { seedFirmWithEverything } from '../../../../../test/harness/firm-fixture.ts'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { getSource, ingestCorpus, listSources, searchCorpus } from '../../../../contract/corpus.ts'
import {
  getCorpusText,
  ingestText,
  listCorpusTexts,
  withdrawText,
} from '../../../../contract/corpus-texts.ts'

const service = useService({ emptyDatabase: true })
const file = (text: string) => ({ name: 'order.md', bytes: text })
const order = (...sections: string[]): string =>
  sections.map((words, index) => `## Section ${index + 1} — Of lamps\n\n${words}\n`).join('\n')

let keeper: Caller
let firm: Firm
beforeAll(async () => {
  const stand = await seedFirmWithEverything(service())
  keeper = stand.people.SuperAdmin
  firm = await createFirm(service())
})

const buildText = (versionDate = '2024-01-01') => ({
  docId: `LAMPS-${nextUniqueText()}`,
  title: 'Lamps Order',
  kind: 'IE_SI' as const,
  versionDate,
  licence: 'Public domain',
  authorityRank: 12,
})
const findable = async (docId: string, q: string, on?: string): Promise<boolean> =>
  (await firm.broker.call(searchCorpus, { q, ...(on ? { on } : {}) })).data.some(
    (passage) => passage.docId === docId,
  )

test('a dry run reports the changes and stores nothing; then the user ingests the text', async () => {
  const about = buildText()
  const first = file(order('The keeper lights the xanthic lamp.', 'The keeper trims the wick.'))
  const dryRun = await keeper.upload(ingestText, { ...about, isDryRun: true }, first)
  expect(dryRun).toMatchObject({
    status: 200,
    body: { id: null, isDryRun: true, outcome: 'ADDED', passageCount: 2, passagesAdded: 2, passages: [] },
  })
  expect((await keeper.call(listCorpusTexts, {})).data.map(({ docId }) => docId)).not.toContain(about.docId)
  const { body } = await keeper.upload(ingestText, about, first)
  expect(body).toMatchObject({ isDryRun: false, outcome: 'ADDED', passagesAdded: 2 })
  expect(await findable(about.docId, 'xanthic lamp')).toBe(true)
  const { data } = await keeper.call(listAuditEntries, { entityId: body.id ?? '' })
  expect(data).toMatchObject([{ action: 'corpus-text.bring-in', actorId: keeper.id, previousState: null }])

  const next = file(order('The keeper lights the xanthic lamp early.', 'The keeper trims the wick.'))
  const later = { ...about, versionDate: '2026-11-01' }
  const dry = await keeper.upload(ingestText, { ...later, isDryRun: true }, next)
  const expected = {
    outcome: 'CHANGED',
    passagesAdded: 0,
    passagesChanged: 1,
    passagesRemoved: 0,
    passages: [
      {
        what: 'CHANGED',
        citation: 'Section 1',
        before: 'The keeper lights the xanthic lamp.',
        after: 'The keeper lights the xanthic lamp early.',
      },
    ],
  }
  expect(dry.body).toMatchObject({ id: body.id, isDryRun: true, ...expected })
  expect((await keeper.upload(ingestText, later, next)).body).toMatchObject({ isDryRun: false, ...expected })
  expect((await keeper.upload(ingestText, later, next)).body).toMatchObject({ outcome: 'UNCHANGED' })
})

test('the changes of the last versions can be read, with the users who ingested them', async () => {
  const about = buildText()
  const { body } = await keeper.upload(ingestText, about, file(order('One.', 'Two.', 'Three.')))
  await keeper.upload(
    ingestText,
    { ...about, versionDate: '2025-01-01' },
    file(order('One.', 'Two and more.')),
  )
  const text = await keeper.call(getCorpusText, { id: body.id ?? '' })
  expect(text).toMatchObject({
    docId: about.docId,
    licence: 'Public domain',
    authorityRank: 12,
    passageCount: 2,
    supersededPassages: 2,
    confidence: null,
    withdrawnOn: null,
    versionOn: '2025-01-01',
  })
  expect(text.ingests).toMatchObject([
    {
      outcome: 'CHANGED',
      versionBeforeOn: '2024-01-01',
      versionOn: '2025-01-01',
      byName: expect.any(String),
      passages: [
        { what: 'CHANGED', before: 'Two.', after: 'Two and more.' },
        { what: 'REMOVED', before: 'Three.', after: null },
      ],
    },
    { outcome: 'ADDED', versionBeforeOn: null, passages: [] },
  ])
})

test('records that cite the text are listed before and after the ingest', async () => {
  const about = {
    ...buildText('2023-01-09'),
    docId: 'EU-32016L2341',
    kind: 'EU_DIRECTIVE' as const,
    title: 'Directive',
  }
  const article = (years: string) =>
    file(`## Article 28 — Own-risk assessment\n\nAt least every ${years} years.\n`)
  await keeper.upload(ingestText, about, article('three'))
  const later = { ...about, versionDate: '2026-11-01' }
  const dry = await keeper.upload(ingestText, { ...later, isDryRun: true }, article('two'))
  expect(dry.body.citedBy.rules).toContain('GOV-01')
  const { body } = await keeper.upload(ingestText, later, article('two'))
  const { ingests } = await keeper.call(getCorpusText, { id: body.id ?? '' })
  expect(ingests[0]?.citedBy).toEqual(dry.body.citedBy)
})

test('a dry run refuses personal data and files without a text, with an explanation', async () => {
  const about = { ...buildText(), isDryRun: true }
  const personal = await keeper.upload(ingestText, about, file(order('Write to sean@lamps.example.')))
  expect(personal).toMatchObject({
    status: 422,
    body: {
      error: expect.stringContaining('(an e-mail address)'),
      details: { code: 'PERSONAL_DATA', kinds: ['EMAIL'] },
    },
  })
  expect(personal.text).not.toContain('sean@')
  const picture = await keeper.upload(ingestText, about, {
    name: 'scan.png',
    bytes: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'),
  })
  expect(picture).toMatchObject({ status: 422, body: { details: { code: 'TEXT_NOT_TEXT' } } })
})

test('a withdrawn text is not found from that date, and can still be read as at earlier dates', async () => {
  const about = buildText()
  const words = file(order('The keeper rings the cymophane bell.'))
  const { body } = await keeper.upload(ingestText, about, words)
  const id = body.id ?? ''
  expect(await findable(about.docId, 'cymophane bell')).toBe(true)
  const early = await keeper.send(withdrawText, { id, on: '2023-12-31', reason: 'Revoked' })
  expect(early).toMatchObject({ status: 422, body: { details: { field: 'on' } } })
  const withdrawn = await keeper.call(withdrawText, {
    id,
    on: '2026-11-20',
    reason: 'Revoked by another order',
  })
  expect(withdrawn).toMatchObject({
    withdrawnOn: '2026-11-20',
    withdrawnReason: 'Revoked by another order',
    passageCount: 0,
    supersededPassages: 1,
  })
  expect(await findable(about.docId, 'cymophane bell')).toBe(false)
  expect(await findable(about.docId, 'cymophane bell', '2026-11-19')).toBe(true)
  expect((await firm.broker.call(listSources, {})).data.map(({ docId }) => docId)).not.toContain(about.docId)
  const { passages } = await firm.broker.call(getSource, { id, on: '2026-11-19' })
  expect(passages).toHaveLength(1)
  const again = await keeper.send(withdrawText, { id, reason: 'Revoked' })
  expect(again.status).toBe(409)
  const { data } = await keeper.call(listAuditEntries, { entityId: id })
  expect(data.find(({ action }) => action === 'corpus-text.withdraw')).toMatchObject({
    previousState: { withdrawnOn: null },
    newState: { withdrawnOn: '2026-11-20', reason: 'Revoked by another order' },
  })

  // The same text cannot be imported again; the next version can, from its date or from the withdrawal.
  const feed = (versionDate: string) =>
    createAnonymousCaller(service()).send(
      ingestCorpus,
      { documents: [{ ...about, versionDate, text: words.bytes }] },
      { headers: { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` } },
    )
  expect((await feed('2024-01-01')).body.documents[0]).toMatchObject({ outcome: 'UNCHANGED' })
  expect(await findable(about.docId, 'cymophane bell')).toBe(false)
  expect((await feed('2026-11-01')).body.documents[0]).toMatchObject({ outcome: 'CHANGED', passagesAdded: 1 })
  expect(await findable(about.docId, 'cymophane bell')).toBe(true)
  expect((await firm.broker.call(getSource, { id, on: '2026-11-10' })).passages).toHaveLength(1)
  const [, first] = (await keeper.call(getCorpusText, { id })).ingests
  expect(first).toMatchObject({
    outcome: 'WITHDRAWN',
    reason: 'Revoked by another order',
    passagesRemoved: 1,
  })
})
