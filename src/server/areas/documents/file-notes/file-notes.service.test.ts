/** File notes of a scheme stay as they were written when the sources change. */
import { beforeAll, expect, test } from 'vitest'
import { createAnonymousCaller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { askAssistant } from '../../../../contract/assistant.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { getSource, ingestCorpus } from '../../../../contract/corpus.ts'
import { createFileNote, getFileNote, listFileNotes } from '../../../../contract/file-notes.ts'

const service = useService({ emptyDatabase: true })
const DOC_ID = 'EU-32016L2341'
const QUESTION = 'How often is an own-risk assessment carried out?'

const ingest = (versionDate: string, years: string) =>
  createAnonymousCaller(service()).send(
    ingestCorpus,
    {
      documents: [
        {
          docId: DOC_ID,
          title: 'Directive (EU) 2016/2341 (IORP II)',
          kind: 'EU_DIRECTIVE',
          text: `## Article 28 — Own-risk assessment\n\n1. Institutions shall carry out their own-risk assessment at least every ${years} years.\n`,
          versionDate,
        },
      ],
    },
    { headers: { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` } },
  )

let firm: Firm
beforeAll(async () => {
  await ingest('2024-01-09', 'three')
  firm = await createFirm(service())
})

test('an answer is filed unchanged, and its citations open the cited passages', async () => {
  const scheme = await firm.hasScheme()
  const answer = await firm.broker.call(askAssistant, { question: QUESTION })
  const note = await firm.admin.call(createFileNote, {
    id: scheme.id,
    answerId: answer.id,
    text: 'Told the trustees.\nThey agree.',
  })
  expect(note).toMatchObject({
    schemeId: scheme.id,
    schemeName: scheme.name,
    text: 'Told the trustees.\nThey agree.',
    writtenById: firm.admin.id,
    answer: {
      answerId: answer.id,
      question: QUESTION,
      on: answer.on,
      askedById: firm.broker.id,
      askedAt: answer.createdAt,
      sentences: answer.sentences,
      citations: answer.citations,
      notes: answer.notes,
      model: answer.model,
    },
  })
  await ingest('2026-11-21', 'two')
  const again = await firm.broker.call(getFileNote, { id: note.id })
  expect(again).toEqual(note)
  const [citation] = again.answer?.citations ?? []
  const before = await firm.broker.call(getSource, { id: citation?.sourceId ?? '', on: '2026-11-20' })
  const passage = before.passages.find(({ anchor }) => anchor === citation?.anchor)
  expect(passage?.text).toContain('every three years')
  expect(citation?.quote).toContain('every three years')
})

test('notes are listed newest first, and found by words of the note and of the answer', async () => {
  const scheme = await firm.hasScheme()
  const answer = await firm.broker.call(askAssistant, { question: QUESTION })
  const words = await firm.broker.call(createFileNote, { id: scheme.id, text: 'Rang Séamus about the deed' })
  const answered = await firm.broker.call(createFileNote, { id: scheme.id, answerId: answer.id })
  const list = async (q?: string) =>
    (await firm.broker.call(listFileNotes, { id: scheme.id, ...(q ? { q } : {}) })).data.map(({ id }) => id)
  expect(await list()).toEqual([answered.id, words.id])
  expect(await list('seamus')).toEqual([words.id])
  expect(await list('own-risk institutions')).toEqual([answered.id])
  expect(await list('pension adjustment order')).toEqual([])
})

test('the audit log records the note without its text', async () => {
  const scheme = await firm.hasScheme()
  const note = await firm.broker.call(createFileNote, { id: scheme.id, text: 'Not for the log' })
  const { data } = await firm.admin.call(listAuditEntries, { entityId: note.id })
  expect(data).toMatchObject([{ action: 'file-note.create', newState: { schemeId: scheme.id } }])
  expect(JSON.stringify(data)).not.toContain('Not for the log')
})

test('an empty note, a refused answer and a note with a PPS number are refused', async () => {
  const { id } = await firm.hasScheme()
  const refused = await firm.broker.call(askAssistant, {
    question: 'How long do I boil potatoes for colcannon?',
  })
  expect(refused.refused).toBe(true)
  expect((await firm.broker.send(createFileNote, { id })).status).toBe(400)
  expect((await firm.broker.send(createFileNote, { id, text: '  ' })).status).toBe(400)
  expect((await firm.broker.send(createFileNote, { id, text: 'It is 1234567FA' })).status).toBe(400)
  const unanswered = await firm.broker.send(createFileNote, { id, answerId: refused.id })
  expect(unanswered).toMatchObject({ status: 422, body: { details: { code: 'NO_ANSWER' } } })
})

test('no user and no job of the service can change a filed note', async () => {
  const rights = await service().asOwner<{ privilege_type: string }>(
    "select privilege_type from information_schema.role_table_grants where table_name = 'file_notes' and grantee = 'pcs_app' order by 1",
  )
  expect(rights.map(({ privilege_type }) => privilege_type)).toEqual(['INSERT', 'SELECT'])
})
