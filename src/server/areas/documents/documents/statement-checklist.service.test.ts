import { expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { A_TEXT } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import {
  addDocumentVersion,
  createDocument,
  finaliseDocument,
  removeDocument,
} from '../../../../contract/documents.ts'
import { getStatementChecklist, recordStatementChecklist } from '../../../../contract/statement-checklist.ts'

const service = useService()

const addStatement = async (firm: Firm, schemeId: string | null, kind = 'PENSION_BENEFIT_STATEMENT') => {
  const { body } = await firm.broker.upload(
    createDocument,
    { kind, title: 'Statement 2025', ...(schemeId ? { schemeId } : {}) } as Parameters<
      typeof firm.broker.upload<typeof createDocument>
    >[1],
    A_TEXT,
  )
  return body as { id: string }
}

const itemsOf = async (firm: Firm, id: string) => {
  const { answers } = await firm.broker.call(getStatementChecklist, { id })
  return answers.map(({ item }) => item)
}

test('a checklist is recorded with the document and names missing items; the document can still be made final', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme({ type: 'DC' })
  const { id } = await addStatement(firm, scheme.id)
  const before = await firm.broker.call(getStatementChecklist, { id })
  expect(before).toMatchObject({ notRequiredReason: null, usesScenarios: null, recordedForNumber: null })
  expect(before.missing).toEqual(before.answers.map(({ item }) => item))

  await firm.broker.call(recordStatementChecklist, {
    id,
    usesScenarios: true,
    answers: before.answers
      .filter(({ item }) => item !== 'TITLE')
      .map(({ item }) => ({
        item,
        answer: item === 'COSTS' || item === 'GUARANTEES' ? ('NOT_APPLICABLE' as const) : ('YES' as const),
        reason: item === 'GUARANTEES' ? 'No guarantees, says Máire' : null,
      })),
  })
  const after = await firm.broker.call(getStatementChecklist, { id })
  // Without an answer, and not applicable without a reason.
  expect(after).toMatchObject({
    usesScenarios: true,
    recordedForNumber: 1,
    currentNumber: 1,
    missing: ['TITLE', 'COSTS'],
  })
  expect((await firm.broker.send(finaliseDocument, { id })).status).toBe(200)

  const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
  const entry = data.find(({ action }) => action === 'document.record-statement-checklist')
  expect(entry?.newState).toMatchObject({ missingItems: ['TITLE', 'COSTS'], checklistOfVersion: 1 })
  expect(JSON.stringify(data)).not.toContain('Máire')
})

test('the scheme and the projections decide which items are required', async () => {
  const firm = await createFirm(service())
  const ofDb = await addStatement(firm, (await firm.hasScheme({ type: 'DB' })).id)
  expect(await itemsOf(firm, ofDb.id)).toContain('FUNDING_LEVEL')
  expect(await itemsOf(firm, ofDb.id)).not.toContain('IMPOSED_INVESTMENT')
  const ofDc = await addStatement(firm, (await firm.hasScheme({ type: 'DC' })).id)
  expect(await itemsOf(firm, ofDc.id)).not.toContain('FUNDING_LEVEL')
  expect(await itemsOf(firm, ofDc.id)).toContain('IMPOSED_INVESTMENT')
  // Whether the projections rest on scenarios is not recorded: the item is asked for.
  expect(await itemsOf(firm, ofDc.id)).toContain('SCENARIOS')
  await firm.broker.call(recordStatementChecklist, { id: ofDc.id, usesScenarios: false, answers: [] })
  expect(await itemsOf(firm, ofDc.id)).not.toContain('SCENARIOS')
  const ofNoScheme = await addStatement(firm, null)
  expect(await itemsOf(firm, ofNoScheme.id)).toEqual(
    expect.arrayContaining(['FUNDING_LEVEL', 'IMPOSED_INVESTMENT', 'SCENARIOS']),
  )
})

test('a document of a scheme outside the regime or of another kind has no checklist', async () => {
  const firm = await createFirm(service())
  const ofPrsa = await addStatement(firm, (await firm.hasScheme({ type: 'PRSA' })).id)
  const found = await firm.broker.call(getStatementChecklist, { id: ofPrsa.id })
  expect(found).toMatchObject({
    answers: [],
    missing: [],
    notRequiredReason: expect.stringContaining('PRSA'),
  })
  const report = await addStatement(firm, (await firm.hasScheme()).id, 'ANNUAL_REPORT')
  expect(await firm.broker.send(recordStatementChecklist, { id: report.id, answers: [] })).toMatchObject({
    status: 422,
    body: { details: { code: 'NO_BENEFIT_STATEMENT' } },
  })
})

test('a checklist belongs to the version it was recorded for, and is removed with the document', async () => {
  const firm = await createFirm(service())
  const { id } = await addStatement(firm, (await firm.hasScheme({ type: 'DC' })).id)
  await firm.broker.call(recordStatementChecklist, { id, answers: [{ item: 'TITLE', answer: 'YES' }] })
  await firm.broker.upload(addDocumentVersion, { id }, { ...A_TEXT, bytes: Buffer.from('Corrected') })
  expect(await firm.broker.call(getStatementChecklist, { id })).toMatchObject({
    recordedForNumber: 1,
    currentNumber: 2,
  })
  expect((await firm.broker.send(removeDocument, { id })).status).toBe(204)
  const rows = await service().asOwner('select 1 from statement_checklists where document_id = $1', [id])
  expect(rows).toEqual([])
})

test('a second answer to an item and a reason with a PPS number are refused', async () => {
  const firm = await createFirm(service())
  const { id } = await addStatement(firm, (await firm.hasScheme({ type: 'DC' })).id)
  const yes = { item: 'TITLE', answer: 'YES' }
  for (const answers of [[yes, yes], [{ item: 'COSTS', answer: 'NOT_APPLICABLE', reason: 'Of 1234567T' }]])
    expect((await firm.broker.send(recordStatementChecklist, { id, answers })).status).toBe(400)
})
