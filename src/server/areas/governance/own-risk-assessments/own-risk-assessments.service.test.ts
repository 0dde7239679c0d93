import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createAnonymousCaller,
  createFirm,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { Contract, Sent } from '../../../../contract/define.ts'
import { createDocument } from '../../../../contract/documents.ts'
import { followObligations } from '../../../../contract/jobs.ts'
import { completeObligation, listObligations } from '../../../../contract/obligations.ts'
import * as contract from '../../../../contract/own-risk-assessments.ts'
import {
  type AssessmentStatus,
  createOwnRiskAssessment,
  getOwnRiskAssessment,
  listAssessmentStandings,
  listOwnRiskAssessments,
  type OwnRiskAssessment,
  updateOwnRiskAssessment,
  writeAssessmentSection,
} from '../../../../contract/own-risk-assessments.ts'
import {
  createSchemeEvent,
  type SchemeEvent,
  withdrawSchemeEvent,
} from '../../../../contract/scheme-events.ts'
import type { createScheme } from '../../../../contract/schemes.ts'
import { SectionKey } from '../../../../contract/section-key.ts'
import { createId } from '../../../platform/ids.ts'

const service = useService()

async function plans(
  firm: Firm,
  fields: Partial<Sent<typeof createOwnRiskAssessment>> = {},
): Promise<OwnRiskAssessment> {
  const schemeId = fields.schemeId ?? (await firm.hasScheme()).id
  return firm.broker.call(createOwnRiskAssessment, {
    trigger: 'TRIENNIAL',
    asOfOn: '2023-12-31',
    ...fields,
    schemeId,
  })
}

const EVERYTHING = Object.fromEntries(
  SectionKey.options.map((key) => [key, { text: `Text of ${key}`, notApplicableReason: null }]),
)
const stands = (id: string, status: AssessmentStatus, more: Record<string, unknown> = {}) =>
  service().asOwner(
    `update own_risk_assessments set status = $2, sections = $3, approved_on = coalesce($4::date, approved_on) where id = $1`,
    [id, status, JSON.stringify(more.sections ?? EVERYTHING), more.approvedOn ?? null],
  )

/** Takes an assessment through all its states; `approvedOn` is the trustees' approval date. */
async function approves(
  firm: Firm,
  approvedOn: string,
  fields: Partial<Sent<typeof createOwnRiskAssessment>> = {},
): Promise<OwnRiskAssessment> {
  const { id } = await plans(firm, fields)
  await firm.broker.call(contract.startOwnRiskAssessment, { id, on: '2024-01-08' })
  await service().asOwner('update own_risk_assessments set sections = $2 where id = $1', [
    id,
    JSON.stringify(EVERYTHING),
  ])
  await firm.broker.call(contract.sendToTrustees, { id, on: '2024-02-01' })
  return firm.admin.call(contract.approveOwnRiskAssessment, { id, approvedOn })
}

const happens = (
  firm: Firm,
  schemeId: string,
  fields: Partial<Sent<typeof createSchemeEvent>> = {},
): Promise<SchemeEvent> =>
  firm.broker.call(createSchemeEvent, {
    kind: 'BULK_TRANSFER',
    occurredOn: '2026-10-05',
    title: `Event ${nextUniqueText()}`,
    ...fields,
    id: schemeId,
  })

describe('planning an assessment', () => {
  test('gives it its cycle number and keeps its texts out of the audit log', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const [methodology, riskFunctionOpinion] = [
      `Method ${nextUniqueText()}\n\nof two lines`,
      `Opinion ${nextUniqueText()}`,
    ]
    assertNotInLogs(service().runFolder, methodology, riskFunctionOpinion)
    const reply = await firm.broker.send(createOwnRiskAssessment, {
      schemeId: scheme.id,
      trigger: 'INITIAL',
      asOfOn: '2026-12-31',
      methodology,
      riskFunctionOpinion,
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        schemeId: scheme.id,
        schemeName: scheme.name,
        cycleNumber: 1,
        scope: 'WHOLE_IORP',
        trigger: 'INITIAL',
        asOfOn: '2026-12-31',
        status: 'PLANNED',
        methodology,
        riskFunctionOpinion,
        nextDueOn: null,
        sectionCount: 0,
        riskItemCount: 0,
        sections: { a: null, m: null },
        sectionFacts: { isDefinedBenefit: false, considersEsg: false, sharesKeyFunctionWithEmployer: false },
      },
    })
    const { id } = reply.body
    expect(reply.headers.location).toBe(`/api/own-risk-assessments/${id}`)
    expect(await firm.broker.call(getOwnRiskAssessment, { id })).toEqual(reply.body)
    expect((await plans(firm, { schemeId: scheme.id })).cycleNumber).toBe(2)
    expect((await plans(firm)).cycleNumber).toBe(1)
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
    expect(data).toMatchObject([
      {
        action: 'own-risk-assessment.create',
        newState: { schemeId: scheme.id, status: 'PLANNED', asOfOn: '2026-12-31', cycleNumber: 1 },
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(/Method |Opinion /)
  })

  test.each<[string, Partial<Sent<typeof createScheme>>, number]>([
    ['a DC scheme', { type: 'DC' }, 201],
    ['a trust RAC', { type: 'RAC', legalForm: 'TRUST_RAC' }, 201],
    ['a PRSA', { type: 'PRSA' }, 422],
    ['a RAC contract', { type: 'RAC' }, 422],
    ['an unfunded scheme', { type: 'DB', isFunded: false }, 422],
  ])('for %s: %s gets %i', async (_what, fields, status) => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme(fields)
    const reply = await firm.broker.send(createOwnRiskAssessment, {
      schemeId: scheme.id,
      trigger: 'INITIAL',
      asOfOn: '2026-01-01',
    })
    expect(reply.status).toBe(status)
    if (status === 422)
      expect(reply.body.details).toMatchObject({
        code: 'NOT_IN_SCOPE',
        citation: 'DIR 28',
        passage: expect.any(String),
      })
  })

  test('is refused for a wound-up scheme', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [id])
    expect(
      await firm.broker.send(createOwnRiskAssessment, {
        schemeId: id,
        trigger: 'INITIAL',
        asOfOn: '2026-01-01',
      }),
    ).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION'))
  })

  test('requires an event of the same scheme exactly if the trigger is a significant change', async () => {
    const firm = await createFirm(service())
    const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
    const sent = { schemeId: scheme.id, trigger: 'SIGNIFICANT_CHANGE', asOfOn: '2026-11-01' }
    const event = await happens(firm, scheme.id)
    expect(await firm.broker.send(createOwnRiskAssessment, sent)).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['triggerEventId'] }] },
    })
    expect(
      await firm.broker.send(createOwnRiskAssessment, {
        ...sent,
        trigger: 'INITIAL',
        triggerEventId: event.id,
      }),
    ).toMatchObject({ status: 400, body: { issues: [{ path: ['triggerEventId'] }] } })
    const { id: triggerEventId } = await happens(firm, other.id)
    expect(await firm.broker.send(createOwnRiskAssessment, { ...sent, triggerEventId })).toMatchObject(
      buildRefusal(422, 'NOT_TOGETHER', { field: 'triggerEventId' }),
    )
    const made = await firm.broker.send(createOwnRiskAssessment, { ...sent, triggerEventId: event.id })
    expect(made).toMatchObject({ status: 201, body: { triggerEventId: event.id } })
    await firm.broker.call(withdrawSchemeEvent, { id: event.id, reason: 'Mistaken' })
    expect(
      await firm.broker.send(createOwnRiskAssessment, { ...sent, triggerEventId: event.id }),
    ).toMatchObject(buildRefusal(422, 'WITHDRAWN', { field: 'triggerEventId' }))
    // An assessment planned for the withdrawn event can still be edited.
    const { schemeId: _, ...edited } = sent
    expect(
      await firm.broker.send(updateOwnRiskAssessment, {
        ...edited,
        triggerEventId: event.id,
        id: made.body.id,
      }),
    ).toMatchObject({ status: 200 })
  })

  test.each(['INITIAL', 'TRIENNIAL', 'AUTHORITY_REQUEST'] as const)(
    'for a single scheme is allowed only after a change or a request: %s',
    async (trigger) => {
      const firm = await createFirm(service())
      const { id: schemeId } = await firm.hasScheme()
      const reply = await firm.broker.send(createOwnRiskAssessment, {
        schemeId,
        trigger,
        scope: 'SINGLE_SCHEME',
        asOfOn: '2026-01-01',
      })
      if (trigger === 'AUTHORITY_REQUEST') expect(reply.status).toBe(201)
      else
        expect(reply).toMatchObject(
          buildRefusal(422, 'WHOLE_IORP_NEEDED', { citation: 'DIR 28(1)', field: 'scope' }),
        )
    },
  )

  test('accepts only a report that is a document of the scheme', async () => {
    const firm = await createFirm(service())
    const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
    const upload = async (schemeId: string) =>
      (
        await firm.broker.upload(
          createDocument,
          { schemeId, kind: 'ORA_REPORT', title: 'Report' },
          { name: 'report.txt', bytes: 'Report\n' },
        )
      ).body.id as string
    const { id } = await plans(firm, { schemeId: scheme.id })
    const edit = { id, trigger: 'TRIENNIAL', asOfOn: '2026-01-01' }
    const [own, others] = [await upload(scheme.id), await upload(other.id)]
    expect(await firm.broker.send(updateOwnRiskAssessment, { ...edit, reportDocumentId: own })).toMatchObject(
      {
        status: 200,
        body: { reportDocumentId: own },
      },
    )
    const refused = (field: string) => buildRefusal(422, 'NOT_TOGETHER', { field })
    expect(
      await firm.broker.send(updateOwnRiskAssessment, { ...edit, reportDocumentId: others }),
    ).toMatchObject(refused('reportDocumentId'))
    await stands(id, 'TRUSTEE_REVIEW')
    const approval = { id, approvedOn: '2026-11-20' }
    for (const field of ['minutesDocumentId', 'reportDocumentId'])
      expect(
        await firm.admin.send(contract.approveOwnRiskAssessment, { ...approval, [field]: others }),
      ).toMatchObject(refused(field))
    expect(
      await firm.admin.call(contract.approveOwnRiskAssessment, { ...approval, minutesDocumentId: own }),
    ).toMatchObject({ minutesDocumentId: own, reportDocumentId: own })
  })
})

const VERBS: Record<string, [verb: Contract, body: object]> = {
  start: [contract.startOwnRiskAssessment, {}],
  'send-to-trustees': [contract.sendToTrustees, {}],
  return: [contract.returnOwnRiskAssessment, { reason: 'More on liquidity' }],
  approve: [contract.approveOwnRiskAssessment, { approvedOn: '2026-11-20' }],
  'record-request': [contract.recordAuthorityRequest, {}],
  submit: [contract.submitOwnRiskAssessment, {}],
}
const LEADS_TO: Record<AssessmentStatus, Record<string, AssessmentStatus>> = {
  PLANNED: { start: 'DRAFTING', 'record-request': 'PLANNED' },
  DRAFTING: { 'send-to-trustees': 'TRUSTEE_REVIEW', 'record-request': 'DRAFTING' },
  TRUSTEE_REVIEW: { return: 'DRAFTING', approve: 'APPROVED', 'record-request': 'TRUSTEE_REVIEW' },
  APPROVED: { submit: 'SUBMITTED', 'record-request': 'APPROVED' },
  SUBMITTED: {},
  SUPERSEDED: {},
}

describe.each(Object.keys(LEADS_TO) as AssessmentStatus[])('from %s', (status) => {
  test.each(Object.keys(VERBS))('%s', async (name) => {
    const firm = await createFirm(service())
    const { id } = await plans(firm)
    await stands(id, status, { approvedOn: status === 'APPROVED' ? '2026-11-01' : null })
    const [verb, body] = VERBS[name] as [Contract, object]
    const leadsTo = LEADS_TO[status][name]
    const reply = await firm.admin.send(verb, { id, ...body })
    if (leadsTo) expect(reply).toMatchObject({ status: 200, body: { status: leadsTo, version: 2 } })
    else expect(reply).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION', { status }))
  })

  test('edits of the record and its sections', async () => {
    const firm = await createFirm(service())
    const { id } = await plans(firm)
    await stands(id, status)
    const edited = await firm.broker.send(updateOwnRiskAssessment, {
      id,
      trigger: 'AUTHORITY_REQUEST',
      asOfOn: '2026-06-30',
    })
    const written = await firm.broker.send(writeAssessmentSection, { id, key: 'b', text: 'Other' })
    expect(edited.status).toBe(['PLANNED', 'DRAFTING'].includes(status) ? 200 : 409)
    expect(written.status).toBe(status === 'DRAFTING' ? 200 : 409)
  })
})

describe('the dates', () => {
  test.each([
    ['start', 'PLANNED', 'on'],
    ['send-to-trustees', 'DRAFTING', 'on'],
    ['approve', 'TRUSTEE_REVIEW', 'approvedOn'],
    ['record-request', 'APPROVED', 'on'],
    ['submit', 'APPROVED', 'on'],
  ] as const)('%s cannot have a future date', async (name, status, field) => {
    const firm = await createFirm(service())
    const { id } = await plans(firm)
    await stands(id, status)
    const [verb, body] = VERBS[name] as [Contract, object]
    expect(await firm.admin.send(verb, { id, ...body, [field]: '2026-11-22' })).toMatchObject(
      buildRefusal(422, 'DATE_IN_FUTURE', { field }),
    )
    expect(await firm.admin.send(verb, { id, ...body, [field]: '2026-11-21' })).toMatchObject({ status: 200 })
  })

  test('are in order', async () => {
    const firm = await createFirm(service())
    const { id } = await plans(firm, { asOfOn: '2026-03-31' })
    await firm.broker.call(contract.startOwnRiskAssessment, { id, on: '2026-02-10' })
    await service().asOwner('update own_risk_assessments set sections = $2 where id = $1', [
      id,
      JSON.stringify(EVERYTHING),
    ])
    const refused = buildRefusal(422, 'DATES_OUT_OF_ORDER')
    expect(await firm.broker.send(contract.sendToTrustees, { id, on: '2026-02-09' })).toMatchObject(refused)
    await firm.broker.call(contract.sendToTrustees, { id, on: '2026-03-01' })
    const approve = (approvedOn: string) =>
      firm.admin.send(contract.approveOwnRiskAssessment, { id, approvedOn })
    expect(await approve('2026-02-28'), 'before it was sent').toMatchObject(refused)
    expect(await approve('2026-03-30'), 'before the day it is of').toMatchObject(refused)
    expect(await approve('2026-03-31')).toMatchObject({
      status: 200,
      body: { startedOn: '2026-02-10', sentToTrusteesOn: '2026-03-01', approvedOn: '2026-03-31' },
    })
    await firm.broker.call(contract.recordAuthorityRequest, { id, on: '2026-05-04', reference: 'PA/17' })
    const submit = (on: string) => firm.broker.send(contract.submitOwnRiskAssessment, { id, on })
    expect(await submit('2026-05-03'), 'before it was asked for').toMatchObject(refused)
    expect(await submit('2026-05-11')).toMatchObject({
      status: 200,
      body: {
        status: 'SUBMITTED',
        authorityRequestedOn: '2026-05-04',
        authoritySubmittedOn: '2026-05-11',
        authorityReference: 'PA/17',
        nextDueOn: '2029-03-31',
      },
    })
  })

  test('a return stores the reason but not in the audit log', async () => {
    const firm = await createFirm(service())
    const { id } = await plans(firm)
    await stands(id, 'TRUSTEE_REVIEW')
    const reason = `More on liquidity ${nextUniqueText()}`
    expect(await firm.broker.call(contract.returnOwnRiskAssessment, { id, reason })).toMatchObject({
      status: 'DRAFTING',
      returnedOn: '2026-11-21',
      returnReason: reason,
    })
    const { data } = await firm.admin.call(listAuditEntries, {
      entityId: id,
      action: 'own-risk-assessment.return',
    })
    expect(data).toMatchObject([{ newState: { concealedChanges: ['returnReason'] } }])
    expect(JSON.stringify(data)).not.toContain(reason)
  })
})

describe('a section', () => {
  const drafting = async (firm: Firm, scheme: Partial<Sent<typeof createScheme>> = {}) => {
    const { id: schemeId } = await firm.hasScheme(scheme)
    const { id } = await plans(firm, { schemeId })
    await firm.broker.call(contract.startOwnRiskAssessment, { id })
    return { id, schemeId }
  }

  test('is written, marked as not applicable with a reason, and emptied; other sections stay unchanged', async () => {
    const firm = await createFirm(service())
    const { id } = await drafting(firm)
    const write = (key: string, body: object) =>
      firm.broker.send(writeAssessmentSection, { id, key, ...body })
    const text = `Decisions ${nextUniqueText()}\nand more "quoted"`
    expect(await write('a', { text })).toMatchObject({
      status: 200,
      body: { sections: { a: { text, notApplicableReason: null }, b: null }, sectionCount: 1 },
    })
    expect(await write('d', { notApplicableReason: 'Defined contribution' })).toMatchObject({
      status: 200,
      body: {
        sections: {
          a: { text, notApplicableReason: null },
          d: { text: null, notApplicableReason: 'Defined contribution' },
        },
        sectionCount: 2,
      },
    })
    expect(await write('a', {})).toMatchObject({
      status: 200,
      body: { sections: { a: null }, sectionCount: 1 },
    })
    expect(await write('a', { text, notApplicableReason: 'Both' })).toMatchObject({ status: 400 })
    for (const key of ['i', 'aa', 'A', '0'])
      expect(await write(key, { text })).toMatchObject({ status: 400, body: { issues: [{ path: ['key'] }] } })
    const { data } = await firm.admin.call(listAuditEntries, {
      entityId: id,
      action: 'own-risk-assessment.write-section',
    })
    expect(data.map(({ newState }) => [newState?.section, newState?.sectionState])).toEqual([
      ['a', 'EMPTY'],
      ['d', 'NOT_APPLICABLE'],
      ['a', 'WRITTEN'],
    ])
    expect(JSON.stringify(data)).not.toMatch(/Decisions|Defined contribution/)
  })

  test('changed by another user meanwhile is not overwritten', async () => {
    const firm = await createFirm(service())
    const { id } = await drafting(firm)
    await firm.broker.call(writeAssessmentSection, { id, key: 'a', text: 'Theirs' })
    expect(
      await firm.admin.send(
        writeAssessmentSection,
        { id, key: 'a', text: 'Mine' },
        { headers: { 'if-match': '"2"' } },
      ),
    ).toMatchObject({ status: 409, body: { details: { currentVersion: 3 } } })
  })

  const WHY: Record<string, (firm: Firm) => Promise<{ id: string }>> = {
    c: async (firm) => {
      const made = await drafting(firm)
      await hasHolder(firm, made.schemeId, { status: 'APPOINTED', sharesFunction: true })
      return made
    },
    d: (firm) => drafting(firm, { type: 'DB' }),
    h: async (firm) => {
      const made = await drafting(firm)
      await service().asOwner('update schemes set considers_esg = true where id = $1', [made.schemeId])
      return made
    },
    m: (firm) => drafting(firm),
    s: (firm) => drafting(firm),
  }
  test.each(Object.keys(WHY))(
    '%s cannot be marked as not applicable if the rules require it',
    async (key) => {
      const firm = await createFirm(service())
      const { id } = await (WHY[key] as (firm: Firm) => Promise<{ id: string }>)(firm)
      expect(
        await firm.broker.send(writeAssessmentSection, { id, key, notApplicableReason: 'It does not apply' }),
      ).toMatchObject(
        buildRefusal(422, 'SECTION_REQUIRED', {
          citation: { m: 'DIR 28(3)', s: 'DIR 28(4)' }[key] ?? 'DIR 28(2)',
          passage: expect.any(String),
        }),
      )
      expect(await firm.broker.send(writeAssessmentSection, { id, key, text: 'It is here' })).toMatchObject({
        status: 200,
      })
    },
  )

  test.each([
    ['whose function is not the same', { status: 'APPOINTED', sharesFunction: false }],
    ['who is not in office', { status: 'PROPOSED', sharesFunction: true }],
  ] as const)('c can be marked as not applicable with a key function holder %s', async (_what, holder) => {
    const firm = await createFirm(service())
    const { id, schemeId } = await drafting(firm)
    await hasHolder(firm, schemeId, holder)
    expect(
      await firm.broker.send(writeAssessmentSection, { id, key: 'c', notApplicableReason: 'Nobody' }),
    ).toMatchObject({ status: 200 })
  })

  test('that is missing prevents the submission to the trustees and the approval', async () => {
    const firm = await createFirm(service())
    const { id, schemeId } = await drafting(firm)
    const { b: _, ...others } = EVERYTHING
    const sections = { ...others, d: { text: null, notApplicableReason: 'DC' }, g: null }
    await stands(id, 'DRAFTING', { sections })
    const missing = (keys: string[]) =>
      buildRefusal(422, 'SECTIONS_MISSING', {
        citation: 'DIR 28(2)',
        citations: ['DIR 28(2)', 'PA 64AL'],
        missing: keys,
      })
    expect(await firm.broker.send(contract.sendToTrustees, { id })).toMatchObject(missing(['b', 'g']))
    await stands(id, 'TRUSTEE_REVIEW', { sections: { ...sections, ...EVERYTHING, d: sections.d } })
    // The scheme was changed to a DB scheme during the review by the trustees.
    await service().asOwner("update schemes set type = 'DB' where id = $1", [schemeId])
    const approval = { id, approvedOn: '2026-11-21' }
    expect(await firm.admin.send(contract.approveOwnRiskAssessment, approval)).toMatchObject(missing(['d']))
    await service().asOwner("update schemes set type = 'DC' where id = $1", [schemeId])
    expect(await firm.admin.send(contract.approveOwnRiskAssessment, approval)).toMatchObject({ status: 200 })
  })
})

const hasHolder = (
  firm: Firm,
  schemeId: string,
  { status, sharesFunction }: { status: string; sharesFunction: boolean },
) =>
  service().asOwner(
    `insert into key_function_holders (tenant_id, id, scheme_id, function, holder_kind, holder_name, search_key, relationship,
       holds_same_function_for_employer, proposed_on, status)
     values ($1, $2, $3, 'RISK_MANAGEMENT', 'INDIVIDUAL', '-', '-', 'EMPLOYER_STAFF', $4, '2026-01-01', $5)`,
    [firm.id, createId(), schemeId, sharesFunction, status],
  )

describe('the approval', () => {
  test('is allowed for administrators of the firm only', async () => {
    const firm = await createFirm(service())
    const { id } = await plans(firm)
    await stands(id, 'TRUSTEE_REVIEW')
    expect(
      await firm.broker.send(contract.approveOwnRiskAssessment, { id, approvedOn: '2026-11-20' }),
    ).toMatchObject({ status: 403, body: { error: 'Insufficient role' } })
  })

  test('supersedes the assessment of the same scope, with a separate audit entry', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const first = await approves(firm, '2024-02-29', { schemeId })
    expect(first).toMatchObject({ status: 'APPROVED', nextDueOn: '2027-02-28', supersedesId: null })
    const event = await happens(firm, schemeId)
    const single = await approves(firm, '2026-11-01', {
      schemeId,
      scope: 'SINGLE_SCHEME',
      trigger: 'SIGNIFICANT_CHANGE',
      triggerEventId: event.id,
    })
    expect(single).toMatchObject({ nextDueOn: null, supersedesId: null })
    const second = await approves(firm, '2026-11-20', { schemeId })
    expect(second.nextDueOn).toBe(contract.calculateNextAssessmentDue(second))
    expect(second).toMatchObject({ cycleNumber: 3, supersedesId: first.id, nextDueOn: '2029-11-20' })
    const statusOf = async (id: string) => (await firm.broker.call(getOwnRiskAssessment, { id })).status
    expect(await statusOf(first.id)).toBe('SUPERSEDED')
    expect(await statusOf(single.id)).toBe('APPROVED')
    const { data } = await firm.admin.call(listAuditEntries, { entityId: first.id, limit: 1 })
    expect(data).toMatchObject([
      {
        action: 'own-risk-assessment.supersede',
        previousState: { status: 'APPROVED' },
        newState: { status: 'SUPERSEDED', nextDueOn: null },
      },
    ])
  })

  test('is not earlier than the superseded one', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    await approves(firm, '2024-06-14', { schemeId })
    await expect(approves(firm, '2024-06-13', { schemeId })).rejects.toThrow('DATES_OUT_OF_ORDER')
  })
})

test('the list is filtered by scheme and status, and contains no texts', async () => {
  const firm = await createFirm(service())
  const one = await approves(firm, '2024-06-14', { methodology: 'Text' })
  const other = await plans(firm)
  const idsOf = async (query: object) =>
    (await firm.broker.call(listOwnRiskAssessments, query)).data.map(({ id }) => id).sort()
  expect(await idsOf({})).toEqual([one.id, other.id].sort())
  expect(await idsOf({ schemeId: other.schemeId })).toEqual([other.id])
  expect(await idsOf({ status: 'APPROVED' })).toEqual([one.id])
  const { data } = await firm.broker.call(listOwnRiskAssessments, { schemeId: one.schemeId })
  expect(data).toEqual([contract.ListedOwnRiskAssessment.parse(one)])
  expect(JSON.stringify(data)).not.toContain('Text')
})

describe('the register', () => {
  const ADDED = { addedOn: '2020-01-01' }
  const standing = async (firm: Firm, query: object = {}) =>
    (await firm.broker.call(listAssessmentStandings, query)).data

  /** Changes the settings of the firm and runs the next nightly calculation. */
  async function decides(firm: Firm, settings: object): Promise<void> {
    await service().asOwner('update tenants set settings = settings || $2 where id = $1', [
      firm.id,
      JSON.stringify(settings),
    ])
    const headers = { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` }
    expect(await createAnonymousCaller(service()).send(followObligations, {}, { headers })).toMatchObject({
      status: 200,
    })
  }

  test('shows for each scheme of the regime when the next assessment is due, and by which rule', async () => {
    const firm = await createFirm(service())
    const old = await firm.hasActiveScheme({ name: 'Old', wentLiveOn: '1998-04-01' }, ADDED)
    const young = await firm.hasActiveScheme({ name: 'Young', wentLiveOn: '2024-02-29' }, ADDED)
    const unknown = await firm.hasActiveScheme({ name: 'Unknown' }, ADDED)
    const assessed = await firm.hasActiveScheme({ name: 'Assessed', wentLiveOn: '1998-04-01' }, ADDED)
    await firm.hasActiveScheme({ name: 'Personal', type: 'PRSA' }, ADDED)
    const woundUp = await firm.hasActiveScheme({ name: 'Wound up', wentLiveOn: '1998-04-01' }, ADDED)
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [woundUp.id])
    const approved = await approves(firm, '2026-03-31', { schemeId: assessed.id })
    const open = await plans(firm, { schemeId: assessed.id })
    const rows = await standing(firm)
    expect(rows).toMatchObject([
      { id: old.id, dueOn: '2024-04-22', dueRule: 'FIRST', lastApprovedId: null, openId: null },
      { id: young.id, dueOn: '2027-02-28', dueRule: 'FIRST' },
      {
        id: assessed.id,
        dueOn: '2029-03-31',
        dueRule: 'THREE_YEARS',
        lastApprovedId: approved.id,
        lastApprovedOn: '2026-03-31',
        openId: open.id,
        openStatus: 'PLANNED',
        changeEventId: null,
      },
      { id: unknown.id, dueOn: null, dueRule: 'NOT_KNOWN' },
    ])
    const idsOf = async (query: object) => (await standing(firm, query)).map(({ id }) => id)
    expect(await idsOf({ dueRule: 'NOT_KNOWN' })).toEqual([unknown.id])
    expect(await idsOf({ openStatus: 'PLANNED' })).toEqual([assessed.id])
    expect(await idsOf({ dueTo: '2026-11-21' })).toEqual([old.id])
    expect(await idsOf({ q: 'you' })).toEqual([young.id])
    expect(await idsOf({ sort: 'schemeName' })).toEqual([assessed.id, old.id, unknown.id, young.id])
  })

  test('a one-member arrangement from before the regime is due after its derogation, and then every three years', async () => {
    const firm = await createFirm(service())
    const fields = { type: 'DC', legalForm: 'ONE_MEMBER', establishedOn: '2010-05-01' } as const
    await firm.hasActiveScheme({ ...fields, wentLiveOn: '2010-06-01' }, ADDED)
    const due = async () => (await standing(firm))[0]?.dueOn
    expect(await due()).toBe('2026-04-21')
    await decides(firm, { omaDerogationUntil: '2028-04-21' })
    expect(await due()).toBe('2028-04-21')
    await approves(firm, '2026-03-31', { schemeId: (await standing(firm))[0]?.id ?? '' })
    expect(await due()).toBe('2029-03-31')
  })

  test('shows a completion recorded in the calendar', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasActiveScheme({ wentLiveOn: '1998-04-01' }, ADDED)
    const { data } = await firm.broker.call(listObligations, { schemeId, ruleId: 'GOV-01' })
    await firm.broker.call(completeObligation, {
      id: data[0]?.id as string,
      completedOn: '2025-05-31',
      note: 'Approved before it was followed here',
    })
    expect(await standing(firm)).toMatchObject([{ dueOn: '2028-05-31', dueRule: 'FIRST' }])
    const open = await firm.broker.call(listObligations, { schemeId, ruleId: 'GOV-01', isOpen: 'true' })
    expect(open.data.map(({ dueOn }) => dueOn)).toEqual(['2028-05-31'])
  })

  test('shows an assessment due before the scheme was added as to be confirmed', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasActiveScheme({ wentLiveOn: '1998-04-01' })
    expect(await standing(firm)).toMatchObject([{ id, dueOn: null, dueRule: 'TO_CONFIRM' }])
  })

  test('uses the firm\'s setting for "without delay"', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasActiveScheme({}, ADDED)
    await happens(firm, id, { occurredOn: '2026-10-05' })
    await decides(firm, { assessmentAfterChangeDays: 10 })
    expect(await standing(firm)).toMatchObject([{ dueOn: '2026-10-15', dueRule: 'AFTER_CHANGE' }])
  })

  test('shows a change as due after 30 days until an approved assessment covers it', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasActiveScheme({ wentLiveOn: '1998-04-01' }, ADDED)
    await approves(firm, '2026-03-31', { schemeId })
    const change = await happens(firm, schemeId, { occurredOn: '2026-10-05' })
    await happens(firm, schemeId, { occurredOn: '2026-10-06' })
    await happens(firm, schemeId, { kind: 'ACCESS_REQUEST', occurredOn: '2026-09-01' })
    const mistake = await happens(firm, schemeId, { occurredOn: '2026-08-01' })
    await firm.broker.call(withdrawSchemeEvent, { id: mistake.id, reason: 'Mistaken' })
    expect(await standing(firm)).toMatchObject([
      {
        dueOn: '2026-11-04',
        dueRule: 'AFTER_CHANGE',
        changeEventId: change.id,
        changedOn: '2026-10-05',
      },
    ])
    // Refers to the first event, but its date is after the second event.
    await approves(firm, '2026-11-20', {
      schemeId,
      scope: 'SINGLE_SCHEME',
      trigger: 'SIGNIFICANT_CHANGE',
      triggerEventId: change.id,
      asOfOn: '2026-10-31',
    })
    expect(await standing(firm)).toMatchObject([
      { dueOn: '2029-03-31', dueRule: 'THREE_YEARS', changeEventId: null },
    ])
  })
})

test('another firm and an employer have no access to assessments', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const { id, schemeId } = await plans(firm)
  const { employerId } = await firm.hasScheme()
  const employerUser = await firm.hires('EmployerUser', { employerId })
  for (const [asked, sent] of [
    [getOwnRiskAssessment, { id }],
    [contract.compareOwnRiskAssessment, { id }],
    [createOwnRiskAssessment, { schemeId, trigger: 'INITIAL', asOfOn: '2026-01-01' }],
  ] as const) {
    expect(await other.broker.send(asked, sent)).toMatchObject({ status: 403 })
    expect(await employerUser.send(asked, sent)).toMatchObject({
      status: 403,
      body: { error: 'Insufficient role' },
    })
  }
  for (const list of [listOwnRiskAssessments, listAssessmentStandings])
    expect(await other.broker.call(list, {})).toMatchObject({ data: [] })
})
