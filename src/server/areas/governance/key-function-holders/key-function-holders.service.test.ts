import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { expectTransitions, type Verbs } from '../../../../../test/harness/transitions.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { createDocument, type DocumentKind } from '../../../../contract/documents.ts'
import * as contract from '../../../../contract/key-function-holders.ts'
import {
  createKeyFunctionHolder,
  getHolderIndependence,
  getKeyFunctionHolder,
  type HolderStatus,
  type KeyFunctionHolder,
  listKeyFunctionCoverage,
  listKeyFunctionHolders,
  updateKeyFunctionHolder,
} from '../../../../contract/key-function-holders.ts'
import { createOutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import { createServiceProvider } from '../../../../contract/service-providers.ts'

const service = useService()

type Fields = Record<string, unknown>

function buildPerson(): string {
  const name = `Halterin ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, name)
  return name
}
async function hasDocument(firm: Firm, schemeId: string, kind: DocumentKind = 'OTHER'): Promise<string> {
  const file = { name: 'text.txt', bytes: 'Text' }
  const reply = await firm.broker.upload(createDocument, { schemeId, kind, title: 'Document' }, file)
  return reply.body.id
}
/** Creates a proposed holder; by default for risk management of a DC scheme. */
async function hasHolder(firm: Firm, fields: Fields = {}): Promise<KeyFunctionHolder> {
  const schemeId = (fields.schemeId as string) ?? (await firm.hasScheme()).id
  const reply = await firm.broker.send(createKeyFunctionHolder, {
    function: 'RISK_MANAGEMENT',
    holderKind: 'INDIVIDUAL',
    holderName: buildPerson(),
    relationship: 'EMPLOYER_STAFF',
    professionalQualification: 'Chartered accountant',
    ...fields,
    schemeId,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const pass = (firm: Firm, { id }: { id: string }) =>
  firm.broker.call(contract.assessHolder, { id, outcome: 'PASS' })
const appoint = (firm: Firm, { id }: { id: string }, fields: Fields = {}) =>
  firm.admin.send(contract.appointHolder, { id, boardResolutionOn: '2026-11-20', ...fields })
/** Creates a holder who has passed the fit and proper assessment and is appointed. */
async function hasAppointed(firm: Firm, fields: Fields = {}): Promise<KeyFunctionHolder> {
  const holder = await hasHolder(firm, fields)
  await pass(firm, holder)
  const reply = await appoint(firm, holder)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const editableOf = (record: KeyFunctionHolder) =>
  contract.EditableKeyFunctionHolder.parse(record) as Record<string, unknown>
const codesOf = async (firm: Firm, { id }: { id: string }) =>
  (await firm.broker.call(getHolderIndependence, { id })).findings.map(({ code }) => code)
const forcedTo = (id: string, status: HolderStatus) =>
  service().asOwner('update key_function_holders set status = $2 where id = $1', [id, status])

describe('a proposal', () => {
  test('is audited without the name of the person', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const [holderName, email] = [buildPerson(), `halter-${nextUniqueText()}@example.com`]
    assertNotInLogs(service().runFolder, email)
    const reply = await firm.broker.send(createKeyFunctionHolder, {
      schemeId: scheme.id,
      function: 'INTERNAL_AUDIT',
      holderKind: 'INDIVIDUAL',
      holderName,
      email,
      relationship: 'TRUSTEE',
      experienceYears: 12,
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        schemeName: scheme.name,
        function: 'INTERNAL_AUDIT',
        isDeputy: false,
        holderName,
        proposedOn: '2026-11-21',
        status: 'PROPOSED',
        reportedOn: [],
        undecidedReports: 0,
      },
    })
    const { id } = reply.body
    expect(reply.headers.location).toBe(`/api/key-function-holders/${id}`)
    expect(await firm.broker.call(getKeyFunctionHolder, { id })).toEqual(reply.body)
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
    expect(data).toMatchObject([
      {
        action: 'key-function-holder.create',
        entityType: 'keyFunctionHolder',
        newState: {
          schemeId: scheme.id,
          function: 'INTERNAL_AUDIT',
          proposedOn: '2026-11-21',
          experienceYears: 12,
        },
      },
    ])
    for (const hidden of [holderName, email]) expect(JSON.stringify(data)).not.toContain(hidden)
  })

  test('of a firm names the responsible person', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const sent = {
      schemeId,
      function: 'RISK_MANAGEMENT',
      holderKind: 'FIRM',
      holderName: 'Risk Ltd',
      relationship: 'INDEPENDENT_PROVIDER',
    }
    expect(await firm.broker.send(createKeyFunctionHolder, sent)).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['responsiblePerson'] }] },
    })
    expect((await hasHolder(firm, { ...sent, responsiblePerson: buildPerson() })).holderKind).toBe('FIRM')
  })

  test.each([
    ['PRSA', 'PRSA_CONTRACT', 422],
    ['RAC', 'RAC_CONTRACT', 422],
    ['RAC', 'TRUST_RAC', 201],
    ['DB', 'OCCUPATIONAL_TRUST', 201],
  ] as const)('for a %s scheme of the form %s: %i', async (type, legalForm, status) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ type, legalForm })
    const reply = await firm.broker.send(createKeyFunctionHolder, {
      schemeId,
      function: 'RISK_MANAGEMENT',
      holderKind: 'INDIVIDUAL',
      holderName: buildPerson(),
      relationship: 'TRUSTEE',
    })
    expect(reply.status).toBe(status)
    if (status === 422)
      expect(reply.body.details).toMatchObject({
        code: 'OUT_OF_SCOPE',
        citation: 'SI128 3',
        passage: reply.body.error,
      })
  })

  test('refers only to documents and an arrangement of its own scheme, which is not wound up', async () => {
    const firm = await createFirm(service())
    const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
    const foreign = await hasDocument(firm, other.id)
    const { id: providerId } = await firm.broker.call(createServiceProvider, { name: 'P', kinds: ['IT'] })
    const arrangement = await firm.broker.call(createOutsourcingArrangement, {
      schemeId: other.id,
      providerId,
      activity: 'KFH_RISK',
    })
    const sent = {
      schemeId: scheme.id,
      function: 'RISK_MANAGEMENT',
      holderKind: 'INDIVIDUAL',
      holderName: buildPerson(),
      relationship: 'TRUSTEE',
    }
    for (const [field, id] of [
      ['conflictProtocolDocumentId', foreign],
      ['reputeDeclarationDocumentId', foreign],
      ['outsourcingArrangementId', arrangement.id],
    ] as const)
      expect(await firm.broker.send(createKeyFunctionHolder, { ...sent, [field]: id })).toMatchObject(
        buildRefusal(422, 'NOT_TOGETHER', { field }),
      )
    expect(
      await firm.broker.send(createKeyFunctionHolder, { ...sent, proposedOn: '2026-11-22' }),
    ).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE', { field: 'proposedOn' }))
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [scheme.id])
    expect(await firm.broker.send(createKeyFunctionHolder, sent)).toMatchObject({
      status: 409,
      body: { details: { status: 'WOUND_UP' } },
    })
  })
})

const VERBS: Verbs = {
  assess: [contract.assessHolder, { outcome: 'PASS' }],
  review: [contract.reviewHolder, { outcome: 'PASS' }],
  appoint: [contract.appointHolder, { boardResolutionOn: '2026-11-20' }],
  end: [contract.endHolder, { reason: 'RESIGNED' }],
  'add-report': [contract.addHolderReport, { periodEndsOn: '2026-10-31' }],
}
const LEADS_TO: Record<HolderStatus, Record<string, HolderStatus>> = {
  PROPOSED: { assess: 'FIT_PROPER_OK', end: 'ENDED' },
  FIT_PROPER_OK: { review: 'FIT_PROPER_OK', appoint: 'APPOINTED', end: 'ENDED' },
  FAILED: {},
  NOTIFIED: { review: 'NOTIFIED', appoint: 'APPOINTED', end: 'ENDED' },
  APPOINTED: { review: 'APPOINTED', end: 'ENDED', 'add-report': 'APPOINTED' },
  ENDED: { 'add-report': 'ENDED' },
}
test.each(Object.keys(LEADS_TO) as HolderStatus[])('every verb on a %s holder', async (status) => {
  const firm = await createFirm(service())
  const { id } = await hasHolder(firm)
  await expectTransitions({
    firm,
    id,
    status,
    setStatus: () =>
      service().asOwner(
        `update key_function_holders set status = $2, assessment_outcome = 'PASS', assessed_on = '2026-11-01' where id = $1`,
        [id, status],
      ),
    get: getKeyFunctionHolder,
    verbs: VERBS,
    leadsTo: LEADS_TO[status],
    actor: firm.admin,
    approver: firm.secondAdmin,
  })
})

describe('fit and proper', () => {
  test('PASS and CONDITIONAL allow the next step, FAIL ends the candidacy', async () => {
    const firm = await createFirm(service())
    for (const [outcome, status] of [
      ['PASS', 'FIT_PROPER_OK'],
      ['CONDITIONAL', 'FIT_PROPER_OK'],
      ['FAIL', 'FAILED'],
    ] as const)
      expect(
        await firm.broker.call(contract.assessHolder, {
          id: (await hasHolder(firm)).id,
          outcome,
          assessedOn: '2026-11-02',
          nextReviewOn: '2027-11-02',
        }),
      ).toMatchObject({
        status,
        assessmentOutcome: outcome,
        assessedOn: '2026-11-02',
        nextReviewOn: '2027-11-02',
      })
  })

  test('a review follows the last assessment; a holder who fails it stays in office until removed', async () => {
    const firm = await createFirm(service())
    const holder = await hasAppointed(firm)
    const review = (fields: Fields) => firm.broker.send(contract.reviewHolder, { id: holder.id, ...fields })
    expect(await review({ outcome: 'PASS', assessedOn: '2026-11-20' })).toMatchObject(
      buildRefusal(422, 'DATES_OUT_OF_ORDER', { field: 'assessedOn' }),
    )
    expect(await review({ outcome: 'PASS', nextReviewOn: '2026-11-21' })).toMatchObject(
      buildRefusal(422, 'DATES_OUT_OF_ORDER', { field: 'nextReviewOn' }),
    )
    expect(await review({ outcome: 'PASS', assessedOn: '2026-11-22' })).toMatchObject(
      buildRefusal(422, 'DATE_IN_FUTURE', { field: 'assessedOn' }),
    )
    expect(await review({ outcome: 'FAIL' })).toMatchObject({
      status: 200,
      body: { status: 'APPOINTED', assessmentOutcome: 'FAIL' },
    })
    expect(await codesOf(firm, holder)).toContain('ASSESSMENT_FAILED')
    const candidate = await hasHolder(firm)
    await pass(firm, candidate)
    expect(
      await firm.broker.call(contract.reviewHolder, { id: candidate.id, outcome: 'FAIL' }),
    ).toMatchObject({ status: 'FAILED' })
  })
})

describe('an appointment', () => {
  test('is made by a BrokerAdmin, and not before the resolution of the trustees', async () => {
    const firm = await createFirm(service())
    const holder = await hasHolder(firm)
    await pass(firm, holder)
    const { id } = holder
    expect(
      await firm.broker.send(contract.appointHolder, { id, boardResolutionOn: '2026-11-20' }),
    ).toMatchObject({ status: 403, body: { error: 'Insufficient role' } })
    expect(await firm.admin.send(contract.appointHolder, { id })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['boardResolutionOn'] }] },
    })
    for (const [fields, code, field] of [
      [{ effectiveFrom: '2026-11-19' }, 'DATES_OUT_OF_ORDER', 'effectiveFrom'],
      [{ effectiveFrom: '2026-11-22' }, 'DATE_IN_FUTURE', 'effectiveFrom'],
      [{ boardResolutionOn: '2026-11-22' }, 'DATE_IN_FUTURE', 'boardResolutionOn'],
      [{ termEndsOn: '2026-11-20' }, 'DATES_OUT_OF_ORDER', 'termEndsOn'],
      [
        { minutesDocumentId: await hasDocument(firm, (await firm.hasScheme()).id) },
        'NOT_TOGETHER',
        'minutesDocumentId',
      ],
    ] as const)
      expect(await appoint(firm, holder, fields), code).toMatchObject(buildRefusal(422, code, { field }))
    const minutesDocumentId = await hasDocument(firm, holder.schemeId, 'TRUSTEE_MINUTES')
    expect(
      await appoint(firm, holder, {
        effectiveFrom: '2026-11-21',
        termEndsOn: '2029-11-20',
        minutesDocumentId,
      }),
    ).toMatchObject({
      status: 200,
      body: {
        status: 'APPOINTED',
        boardResolutionOn: '2026-11-20',
        effectiveFrom: '2026-11-21',
        termEndsOn: '2029-11-20',
        minutesDocumentId,
      },
    })
  })

  test('allows one holder per function of a scheme besides deputies; the next one after the office has ended', async () => {
    const firm = await createFirm(service())
    const holder = await hasAppointed(firm)
    const { schemeId } = holder
    const next = await hasHolder(firm, { schemeId })
    await pass(firm, next)
    expect(await appoint(firm, next)).toMatchObject(
      buildRefusal(409, 'ALREADY_HELD', { function: 'RISK_MANAGEMENT' }),
    )
    await hasAppointed(firm, { schemeId, isDeputy: true })
    await firm.broker.call(contract.endHolder, { id: holder.id, on: '2026-11-21', reason: 'RESIGNED' })
    expect(await appoint(firm, next)).toMatchObject({ status: 200 })
  })

  test('two concurrent appointments leave one holder in office', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const holders = [await hasHolder(firm, { schemeId }), await hasHolder(firm, { schemeId })]
    for (const holder of holders) await pass(firm, holder)
    const replies = await Promise.all(holders.map((holder) => appoint(firm, holder)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is refused with the provision, and the record lists the obstacles beforehand', async () => {
    const firm = await createFirm(service())
    const holderName = buildPerson()
    const { schemeId } = await hasAppointed(firm, { holderName })
    const audit = await hasHolder(firm, {
      schemeId,
      function: 'INTERNAL_AUDIT',
      holderName: holderName.toUpperCase(),
      professionalQualification: null,
    })
    await firm.broker.call(contract.assessHolder, { id: audit.id, outcome: 'CONDITIONAL' })
    const { findings } = await firm.broker.call(getHolderIndependence, { id: audit.id })
    expect(findings.map(({ level, code }) => `${level} ${code}`)).toEqual([
      'REFUSE INTERNAL_AUDIT_NOT_ALONE',
      'REFUSE PROFESSIONAL_QUALIFICATION',
      'WARN ASSESSMENT_CONDITIONAL',
      'WARN REPUTE_DECLARATION',
    ])
    const reply = await appoint(firm, audit)
    expect(reply).toMatchObject({
      status: 422,
      body: {
        error: findings[0]?.passage,
        details: {
          code: 'INTERNAL_AUDIT_NOT_ALONE',
          citation: 'DIR 24(2)',
          nationalCitation: 'PA 64AH',
          passage: findings[0]?.passage,
          findings: findings.slice(0, 2),
        },
      },
    })
    expect(reply.text.toLowerCase()).not.toContain(holderName.toLowerCase())
    expect(await firm.broker.call(getKeyFunctionHolder, { id: audit.id })).toMatchObject({
      status: 'FIT_PROPER_OK',
      effectiveFrom: null,
    })
    // The reverse: the holder of internal audit cannot hold another function.
    const auditor = await hasAppointed(firm, { function: 'INTERNAL_AUDIT' })
    const risk = await hasHolder(firm, { schemeId: auditor.schemeId, holderName: auditor.holderName })
    await pass(firm, risk)
    expect(await appoint(firm, risk)).toMatchObject(
      buildRefusal(422, 'INTERNAL_AUDIT_NOT_ALONE', { citation: 'DIR 24(2)' }),
    )
    // The holder may hold a function of another scheme.
    await hasAppointed(firm, { holderName: auditor.holderName })
  })

  test('of an actuarial holder is allowed for regulatory own funds schemes only', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ type: 'DB' })
    const holder = await hasHolder(firm, { schemeId, function: 'ACTUARIAL', relationship: 'RA_STAFF' })
    await pass(firm, holder)
    expect(await appoint(firm, holder)).toMatchObject(
      buildRefusal(422, 'ACTUARIAL_NOT_APPLICABLE', { citation: 'PA 64AK' }),
    )
    await service().asOwner('update schemes set is_regulatory_own_funds = true where id = $1', [schemeId])
    expect(await appoint(firm, holder)).toMatchObject({ status: 200 })
  })

  test('of a person with the same function at the employer requires a conflict protocol', async () => {
    const firm = await createFirm(service())
    const holder = await hasHolder(firm, { holdsSameFunctionForEmployer: true })
    await pass(firm, holder)
    expect(await appoint(firm, holder)).toMatchObject(
      buildRefusal(422, 'SAME_FUNCTION_FOR_EMPLOYER', { citation: 'DIR 24(3)' }),
    )
    const conflictProtocolDocumentId = await hasDocument(firm, holder.schemeId, 'CONFLICT_PROTOCOL')
    const { id } = holder
    await firm.broker.call(updateKeyFunctionHolder, {
      ...editableOf(holder),
      id,
      conflictProtocolDocumentId,
    } as never)
    expect(await appoint(firm, holder)).toMatchObject({ status: 200 })
  })
})

describe('an outsourced function', () => {
  async function outsourced(firm: Firm, inForceFrom: string | null = '2026-11-10') {
    const { id: schemeId } = await firm.hasScheme()
    const { id: providerId } = await firm.broker.call(createServiceProvider, {
      name: 'Risk Ltd',
      kinds: ['KEY_FUNCTION'],
    })
    const arrangement = await firm.broker.call(createOutsourcingArrangement, {
      schemeId,
      providerId,
      activity: 'KFH_RISK',
      inForceFrom,
    })
    const holder = await hasHolder(firm, {
      schemeId,
      relationship: 'INDEPENDENT_PROVIDER',
      isOutsourced: true,
      outsourcingArrangementId: arrangement.id,
    })
    return { holder: await pass(firm, holder), arrangement }
  }

  test('is notified before the agreement enters into force, and then appointed', async () => {
    const firm = await createFirm(service())
    const { holder, arrangement } = await outsourced(firm)
    const { id } = holder
    expect(holder.outsourcingInForceFrom).toBe('2026-11-10')
    expect(await appoint(firm, holder)).toMatchObject(
      buildRefusal(422, 'NOT_NOTIFIED', { citation: 'DIR 31(6)', nationalCitation: 'PA 64AM' }),
    )
    const notify = (notifiedOn: string) =>
      firm.broker.send(contract.notifyHolder, { id, notifiedOn, reference: 'N/7' })
    expect(await notify('2026-11-10')).toMatchObject(
      buildRefusal(422, 'NOTIFIED_LATE', { citation: 'DIR 31(6)' }),
    )
    expect(await notify('2026-11-22')).toMatchObject(
      buildRefusal(422, 'DATE_IN_FUTURE', { field: 'notifiedOn' }),
    )
    expect(await notify('2026-11-09')).toMatchObject({
      status: 200,
      body: { status: 'NOTIFIED', authorityNotifiedOn: '2026-11-09', authorityReference: 'N/7' },
    })
    expect(await notify('2026-11-09')).toMatchObject({ status: 409 })
    // The date of the agreement counts, not the date of taking office.
    await service().asOwner(
      "update outsourcing_arrangements set in_force_from = '2026-11-09' where id = $1",
      [arrangement.id],
    )
    expect(await appoint(firm, holder, { effectiveFrom: '2026-11-21' })).toMatchObject(
      buildRefusal(422, 'NOTIFIED_LATE'),
    )
    await service().asOwner(
      "update outsourcing_arrangements set in_force_from = '2026-11-10' where id = $1",
      [arrangement.id],
    )
    expect(await appoint(firm, holder, { boardResolutionOn: '2026-10-01' })).toMatchObject({ status: 200 })
  })

  test('has an arrangement; a function that is not outsourced is not notified', async () => {
    const firm = await createFirm(service())
    const own = await hasHolder(firm)
    await pass(firm, own)
    expect(await firm.broker.send(contract.notifyHolder, { id: own.id })).toMatchObject(
      buildRefusal(422, 'NOT_OUTSOURCED', { field: 'isOutsourced' }),
    )
    const outsourced = await hasHolder(firm, { isOutsourced: true })
    await pass(firm, outsourced)
    for (const reply of [
      await firm.broker.send(contract.notifyHolder, { id: outsourced.id }),
      await appoint(firm, outsourced),
    ])
      expect(reply).toMatchObject(buildRefusal(422, 'ARRANGEMENT_MISSING'))
  })

  test('without a start date is notified, and not appointed', async () => {
    const firm = await createFirm(service())
    const { holder } = await outsourced(firm, null)
    expect(await firm.broker.send(contract.notifyHolder, { id: holder.id })).toMatchObject({ status: 200 })
    expect(await appoint(firm, holder)).toMatchObject(buildRefusal(422, 'IN_FORCE_DATE_MISSING'))
  })
})

describe('an edit', () => {
  test('cannot replace the assessed person', async () => {
    const firm = await createFirm(service())
    const holder = await hasHolder(firm)
    const { id } = holder
    const edit = (fields: Fields) =>
      firm.broker.send(updateKeyFunctionHolder, { ...editableOf(holder), id, ...fields })
    expect(await edit({ experienceYears: 3 })).toMatchObject({ status: 200, body: { experienceYears: 3 } })
    await pass(firm, holder)
    expect(await edit({ holderName: buildPerson() })).toMatchObject(buildRefusal(409, 'ASSESSED_PERSON'))
    expect(await edit({ holderName: holder.holderName.toUpperCase() })).toMatchObject({ status: 200 })
    for (const status of ['FAILED', 'ENDED'] as const) {
      await forcedTo(id, status)
      expect(await edit({})).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION', { status }))
    }
  })

  test('of a holder in office is refused if it would prevent an appointment', async () => {
    const firm = await createFirm(service())
    const email = `same-${nextUniqueText()}@example.com`
    assertNotInLogs(service().runFolder, email)
    const risk = await hasAppointed(firm, { email })
    const audit = await hasAppointed(firm, { schemeId: risk.schemeId, function: 'INTERNAL_AUDIT' })
    const edit = (fields: Fields) =>
      firm.broker.send(updateKeyFunctionHolder, { ...editableOf(audit), id: audit.id, ...fields })
    expect(await edit({ email })).toMatchObject(buildRefusal(422, 'INTERNAL_AUDIT_NOT_ALONE'))
    expect(await edit({ professionalQualification: null })).toMatchObject(
      buildRefusal(422, 'PROFESSIONAL_QUALIFICATION', { citation: 'DIR 22' }),
    )
    expect(await firm.broker.call(getKeyFunctionHolder, { id: audit.id })).toEqual(audit)
    // An existing problem does not prevent the correction of other fields.
    await firm.broker.call(contract.reviewHolder, { id: audit.id, outcome: 'FAIL' })
    expect(await edit({ experienceYears: 9 })).toMatchObject({ status: 200 })
  })
})

test('an office ends after its beginning, with a reason', async () => {
  const firm = await createFirm(service())
  const { id } = await hasAppointed(firm)
  const end = (fields: Fields) => firm.broker.send(contract.endHolder, { id, reason: 'REMOVED', ...fields })
  expect(await end({ on: '2026-11-19' })).toMatchObject(buildRefusal(422, 'DATES_OUT_OF_ORDER'))
  expect(await end({ on: '2026-11-22' })).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE'))
  expect(await end({ reason: undefined })).toMatchObject({ status: 400 })
  expect(await end({})).toMatchObject({
    status: 200,
    body: { status: 'ENDED', endedOn: '2026-11-21', endReason: 'REMOVED' },
  })
})

describe('reports', () => {
  test('are numbered, and the trustees decide on material findings once', async () => {
    const firm = await createFirm(service())
    const holder = await hasAppointed(firm)
    const { id } = holder
    const add = (fields: Fields) =>
      firm.broker.send(contract.addHolderReport, { id, periodEndsOn: '2026-09-30', ...fields })
    const decide = (number: string, fields: Fields = {}) =>
      firm.broker.send(contract.decideHolderReport, { id, number, decision: 'Put right', ...fields })
    expect(await add({ receivedOn: '2026-10-05' })).toMatchObject({
      status: 201,
      body: { reportedOn: ['2026-10-05'], undecidedReports: 0 },
    })
    const documentId = await hasDocument(firm, holder.schemeId, 'KFH_REPORT')
    const reply = await add({ hasMaterialFindings: true, findings: 'Records\nare late', documentId })
    expect(reply).toMatchObject({
      status: 201,
      body: { reportedOn: ['2026-10-05', '2026-11-21'], undecidedReports: 1 },
    })
    expect(reply.headers.location).toBe(`/api/key-function-holders/${id}/reports`)
    for (const [fields, status, details] of [
      [{ hasMaterialFindings: true }, 400, undefined],
      [{ receivedOn: '2026-09-29' }, 422, { code: 'DATES_OUT_OF_ORDER', field: 'periodEndsOn' }],
      [{ receivedOn: '2026-11-22' }, 422, { code: 'DATE_IN_FUTURE', field: 'receivedOn' }],
    ] as const) {
      const refused = await add(fields)
      expect(refused.status).toBe(status)
      if (details) expect(refused.body.details).toMatchObject(details)
    }
    expect(await decide('1')).toMatchObject(buildRefusal(422, 'NOTHING_TO_DECIDE'))
    expect(await decide('3')).toMatchObject({ status: 404 })
    for (const number of ['0', 'x', '-1', '1.5']) expect((await decide(number)).status, number).toBe(400)
    for (const [decidedOn, code] of [
      ['2026-11-20', 'DATES_OUT_OF_ORDER'],
      ['2026-11-22', 'DATE_IN_FUTURE'],
    ] as const)
      expect(await decide('2', { decidedOn })).toMatchObject(buildRefusal(422, code, { field: 'decidedOn' }))
    expect(await decide('2')).toMatchObject({ status: 200, body: { undecidedReports: 0 } })
    expect(await decide('2')).toMatchObject(buildRefusal(409, 'ALREADY_DECIDED'))
    expect((await firm.broker.call(contract.listHolderReports, { id })).data).toMatchObject([
      {
        number: 2,
        periodEndsOn: '2026-09-30',
        receivedOn: '2026-11-21',
        hasMaterialFindings: true,
        findings: 'Records\nare late',
        documentId,
        trusteeDecision: 'Put right',
        decidedOn: '2026-11-21',
      },
      { number: 1, receivedOn: '2026-10-05', hasMaterialFindings: false, decidedOn: null },
    ])
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
    expect(data.slice(0, 3)).toMatchObject([
      {
        action: 'key-function-holder.decide-report',
        newState: { report: { number: 2, decidedOn: '2026-11-21' }, undecidedReports: 0 },
      },
      {
        action: 'key-function-holder.add-report',
        newState: { report: { number: 2, periodEndsOn: '2026-09-30', hasMaterialFindings: true } },
      },
      { action: 'key-function-holder.add-report', newState: { reportedOn: ['2026-10-05'] } },
    ])
    expect(JSON.stringify(data)).not.toMatch(/are late|Put right/)
  })
})

describe('coverage of key functions', () => {
  const coverageOf = async (firm: Firm, query: object = {}) =>
    (await firm.broker.call(listKeyFunctionCoverage, query as never)).data

  test('a function is vacant until a holder is appointed; deputies and candidates do not count', async () => {
    const firm = await createFirm(service())
    const risk = await hasAppointed(firm)
    await hasAppointed(firm, { schemeId: risk.schemeId, function: 'INTERNAL_AUDIT', isDeputy: true })
    await hasHolder(firm, { schemeId: risk.schemeId, function: 'INTERNAL_AUDIT' })
    expect(await coverageOf(firm)).toMatchObject([
      {
        id: risk.schemeId,
        isInScope: true,
        isDerogated: false,
        isActuarialRequired: false,
        riskManagement: { id: risk.id, holderName: risk.holderName, effectiveFrom: '2026-11-20' },
        internalAudit: null,
        actuarial: null,
        vacant: ['INTERNAL_AUDIT'],
        candidates: 1,
      },
    ])
    await service().asOwner('update schemes set is_regulatory_own_funds = true where id = $1', [
      risk.schemeId,
    ])
    expect(await coverageOf(firm)).toMatchObject([{ vacant: ['INTERNAL_AUDIT', 'ACTUARIAL'] }])
  })

  test('a function without a holder is not recorded, unless the scheme started on the day it was added or later', async () => {
    const firm = await createFirm(service())
    await firm.hasScheme({ name: 'Scheme 1', establishedOn: null })
    await firm.hasScheme({ name: 'Scheme 2', establishedOn: '2020-01-01' })
    const added = await firm.hasScheme({ name: 'Scheme 3' })
    await service().asOwner(
      "update schemes set established_on = (created_at at time zone 'Europe/Dublin')::date where id = $1",
      [added.id],
    )
    const both = ['RISK_MANAGEMENT', 'INTERNAL_AUDIT']
    expect((await coverageOf(firm)).map(({ notRecorded }) => notRecorded)).toEqual([both, both, []])
  })

  test('no function is vacant outside the regime or during a derogation', async () => {
    const firm = await createFirm(service())
    const [dc, prsa, oma] = [
      await firm.hasScheme({ name: 'A scheme' }),
      await firm.hasScheme({ name: 'B contract', type: 'PRSA' }),
      await firm.hasScheme({ name: 'C arrangement', legalForm: 'ONE_MEMBER', establishedOn: '2021-04-21' }),
    ]
    const ended = await firm.hasScheme()
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [ended.id])
    const both = ['RISK_MANAGEMENT', 'INTERNAL_AUDIT']
    expect((await coverageOf(firm)).map(({ id, isInScope, vacant }) => ({ id, isInScope, vacant }))).toEqual([
      { id: dc.id, isInScope: true, vacant: both },
      { id: prsa.id, isInScope: false, vacant: [] },
      { id: oma.id, isInScope: true, vacant: both },
    ])
    await service().asOwner(
      `update tenants set settings = settings || '{"omaDerogationUntil": "2026-11-21"}' where id = $1`,
      [firm.id],
    )
    const idsOf = async (query: object) => (await coverageOf(firm, query)).map(({ id }) => id)
    expect(await coverageOf(firm, { schemeId: oma.id })).toMatchObject([{ isDerogated: true, vacant: [] }])
    expect(await idsOf({ vacant: 'true' })).toEqual([dc.id])
    expect(await idsOf({ vacant: 'false' })).toEqual([prsa.id, oma.id])
    expect(await idsOf({ inScope: 'true' })).toEqual([dc.id, oma.id])
    expect(await idsOf({ inScope: 'false' })).toEqual([prsa.id])
    expect(await idsOf({ q: 'contract' })).toEqual([prsa.id])
    await service().asOwner("update schemes set established_on = '2021-04-22' where id = $1", [oma.id])
    expect(await coverageOf(firm, { schemeId: oma.id })).toMatchObject([{ isDerogated: false, vacant: both }])
  })

  test('holders are filtered by scheme, function, status and name', async () => {
    const firm = await createFirm(service())
    const [one, other] = [await hasHolder(firm), await hasAppointed(firm, { function: 'INTERNAL_AUDIT' })]
    const found = async (query: object) =>
      (await firm.broker.call(listKeyFunctionHolders, query as never)).data.map(({ id }) => id)
    expect(await found({})).toEqual([other.id, one.id])
    expect(await found({ schemeId: one.schemeId })).toEqual([one.id])
    expect(await found({ function: 'INTERNAL_AUDIT' })).toEqual([other.id])
    expect(await found({ status: 'APPOINTED' })).toEqual([other.id])
    expect(await found({ q: one.holderName })).toEqual([one.id])
    for (const sort of ['holderName', 'schemeName', 'nextReviewOn'])
      expect((await found({ sort })).sort()).toEqual([one.id, other.id].sort())
  })
})
