import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createInspectorGuest, createTrusteeGuest } from '../../../../../test/harness/grants.ts'
import {
  type Caller,
  createFirm,
  createSuperAdmin,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { Contract } from '../../../../contract/define.ts'
import { createDocument } from '../../../../contract/documents.ts'
import { revokeGrant } from '../../../../contract/grants.ts'
import * as contract from '../../../../contract/policies.ts'
import {
  addPolicyVersion,
  approvePolicy,
  bringPolicyIntoForce,
  createPolicy,
  getPolicy,
  getPolicyMatrix,
  getPolicyVersion,
  listPolicies,
  listPolicyAcknowledgements,
  listPolicyVersions,
  type Policy,
  submitPolicy,
  updatePolicy,
  updatePolicyVersion,
} from '../../../../contract/policies.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { updateTenant } from '../../../../contract/tenants.ts'

const service = useService()

type NewFields = Partial<Parameters<typeof sentFor>[1]>
const sentFor = (schemeId: string, fields: Record<string, unknown>) => ({
  schemeId,
  kind: 'RISK_MANAGEMENT' as const,
  content: '# Purpose\n\nHow risk is managed.',
  ...fields,
})

async function hasPolicy(firm: Firm, fields: NewFields = {}): Promise<Policy> {
  const { id } = await firm.hasScheme({ type: 'DC' })
  return firm.broker.call(createPolicy, sentFor(id, fields))
}

/** Submits a policy as the broker, approves it as the administrator, and brings it into force. */
async function inForce(firm: Firm, policy: Policy, on = '2026-03-10', from = on): Promise<Policy> {
  const { id } = policy
  await firm.broker.call(submitPolicy, { id })
  await firm.admin.call(approvePolicy, { id, approvedOn: on })
  return firm.broker.call(bringPolicyIntoForce, { id, effectiveFrom: from })
}

const entriesOf = async (firm: Firm, id: string) =>
  (await firm.admin.call(listAuditEntries, { entityId: id, limit: 200 })).data

describe('a policy', () => {
  test('begins as a draft, with the title and the longest interval of its kind', async () => {
    const firm = await createFirm(service())
    const { id: schemeId, employerId } = await firm.hasScheme({ type: 'DB' })
    const reply = await firm.broker.send(createPolicy, sentFor(schemeId, { kind: 'ICT_RISK' }))
    expect(reply).toMatchObject({
      status: 201,
      body: {
        schemeId,
        employerId,
        kind: 'ICT_RISK',
        title: 'ICT risk management framework',
        basis: 'STATUTE',
        status: 'DRAFT',
        flag: null,
        reviewIntervalMonths: 12,
        isPubliclyDisclosed: false,
        approvedOn: null,
        nextReviewOn: null,
        inForceVersion: null,
        latestVersion: 1,
        openVersion: 1,
        openVersionStatus: 'DRAFT',
        openSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        version: 1,
      },
    })
    const { id } = reply.body
    expect(reply.headers.location).toBe(`/api/policies/${id}`)
    const {
      barredApproverIds,
      versions,
      schemeType,
      schemeLegalForm,
      schemeEstablishedOn,
      isToAcknowledge,
      ...found
    } = await firm.broker.call(getPolicy, { id })
    expect(found).toEqual(reply.body)
    expect(barredApproverIds).toEqual([])
    expect({ schemeType, schemeLegalForm, schemeEstablishedOn }).toEqual({
      schemeType: 'DB',
      schemeLegalForm: 'OCCUPATIONAL_TRUST',
      schemeEstablishedOn: null,
    })
    expect(versions).toMatchObject([
      { number: 1, status: 'DRAFT', draftedBy: 'HUMAN', createdBy: firm.broker.id, approvedOn: null },
    ])
    expect(versions[0]).not.toHaveProperty('content')
    expect((await firm.broker.call(listPolicyVersions, { id })).data).toEqual(versions)
    expect(await firm.broker.call(getPolicyVersion, { id, number: '1' })).toEqual({
      ...versions[0],
      content: '# Purpose\n\nHow risk is managed.',
      statement: null,
    })
    expect((await firm.broker.send(getPolicyVersion, { id, number: '2' })).status).toBe(404)
    for (const number of ['0', '01', '-1', 'x', '1000000'])
      expect((await firm.broker.send(getPolicyVersion, { id, number })).status, number).toBe(400)
  })

  test('has its digest in the audit log, but neither its text nor its title', async () => {
    const firm = await createFirm(service())
    const [title, content] = [`Title ${nextUniqueText()}`, `Text ${nextUniqueText()}`]
    const { id, openSha256 } = await hasPolicy(firm, { title, content })
    await firm.broker.call(updatePolicyVersion, { id, number: '1', content: `${content} and more` })
    const entries = await entriesOf(firm, id)
    expect(entries).toMatchObject([
      {
        action: 'policy.update-version',
        entityType: 'writtenPolicy',
        previousState: { openSha256 },
        newState: { openVersion: 1, latestVersion: 1, kind: 'RISK_MANAGEMENT' },
      },
      {
        action: 'policy.create',
        previousState: null,
        newState: {
          openSha256,
          status: 'DRAFT',
          inForceVersion: null,
          isPubliclyDisclosed: false,
          nextReviewOn: null,
          concealedChanges: ['title'],
        },
      },
    ])
    expect(entries[0]?.newState?.openSha256).not.toBe(openSha256)
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${title}|${content}`))
  })

  test('is unique for its kind and scheme until it is withdrawn', async () => {
    const firm = await createFirm(service())
    const policy = await hasPolicy(firm)
    const again = sentFor(policy.schemeId, {})
    const duplicate = buildRefusal(409, 'DUPLICATE', { field: 'kind' })
    expect(await firm.broker.send(createPolicy, again)).toMatchObject(duplicate)
    expect(
      await firm.broker.send(createPolicy, sentFor(policy.schemeId, { kind: 'INTERNAL_AUDIT' })),
    ).toMatchObject({ status: 201 })
    await inForce(firm, policy)
    expect(await firm.broker.send(createPolicy, again)).toMatchObject(duplicate)
    await firm.admin.call(contract.withdrawPolicy, { id: policy.id, reason: 'Merged into another' })
    expect(await firm.broker.send(createPolicy, again)).toMatchObject({ status: 201 })
  })

  test.each([
    [{ type: 'PRSA' }, 422],
    [{ type: 'RAC' }, 422],
    [{ type: 'DC', isFunded: false }, 422],
    [{ type: 'RAC', legalForm: 'TRUST_RAC' }, 201],
    [{ type: 'DC', legalForm: 'ONE_MEMBER' }, 201],
    [{ type: 'DB' }, 201],
  ] as const)('requires a scheme of the regime: %o gets the status %i', async (fields, status) => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme(fields)
    const reply = await firm.broker.send(createPolicy, sentFor(id, {}))
    expect(reply.status, reply.text).toBe(status)
    if (status === 422)
      expect(reply.body.details).toMatchObject({ code: 'OUTSIDE_THE_REGIME', citation: 'SI128 3' })
  })

  test('cannot be created for a wound-up scheme', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'DC' })
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [id])
    expect(await firm.broker.send(createPolicy, sentFor(id, {}))).toMatchObject({ status: 409 })
  })

  test.each([
    ['RISK_MANAGEMENT', 36, 201],
    ['RISK_MANAGEMENT', 37, 400],
    ['ICT_RISK', 12, 201],
    ['ICT_RISK', 13, 400],
    ['ICT_RISK', 0, 400],
  ] as const)(
    '%s with a review every %i months gets the status %i',
    async (kind, reviewIntervalMonths, status) => {
      const firm = await createFirm(service())
      const { id } = await firm.hasScheme({ type: 'DC' })
      const reply = await firm.broker.send(createPolicy, sentFor(id, { kind, reviewIntervalMonths }))
      expect(reply.status).toBe(status)
      if (status === 400) expect(reply.body.issues[0]).toMatchObject({ path: ['reviewIntervalMonths'] })
    },
  )

  test('can be renamed and given another review interval, which moves its next review', async () => {
    const firm = await createFirm(service())
    const policy = await inForce(firm, await hasPolicy(firm, { kind: 'ICT_RISK' }))
    expect(policy).toMatchObject({ nextReviewOn: '2027-03-10' })
    const { id } = policy
    const edited = { id, title: 'ICT', isPubliclyDisclosed: true, publicUrl: 'https://example.com/ict' }
    expect(await firm.broker.call(updatePolicy, { ...edited, reviewIntervalMonths: 6 })).toMatchObject({
      title: 'ICT',
      nextReviewOn: '2026-09-10',
      isPubliclyDisclosed: true,
      publicUrl: 'https://example.com/ict',
      flag: 'REVIEW_OVERDUE',
    })
    expect(await firm.broker.send(updatePolicy, { ...edited, reviewIntervalMonths: 13 })).toMatchObject(
      buildRefusal(422, 'REVIEW_INTERVAL', {
        citation: 'DORA 6',
        field: 'reviewIntervalMonths',
        passage: expect.stringContaining('12 months'),
      }),
    )
    for (const publicUrl of ['javascript:alert(1)', 'ftp://example.com', 'example.com'])
      expect(
        (await firm.broker.send(updatePolicy, { ...edited, reviewIntervalMonths: 6, publicUrl })).status,
        publicUrl,
      ).toBe(400)
  })

  test('cannot contain a PPS number, and can have two hundred thousand characters', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'DC' })
    assertNotInLogs(service().runFolder, '1234567T')
    for (const fields of [
      { content: 'About\n1234567T\nand others' },
      { title: 'About 1234567T' },
      { changeSummary: 'About 1234567T' },
      { kind: 'SIPP', statement: { esgConsideration: 'By 1234567T' } },
    ])
      expect((await firm.broker.send(createPolicy, sentFor(id, fields))).status).toBe(400)
    const longest = 'Word and\n'.repeat(22_222)
    expect((await firm.broker.send(createPolicy, sentFor(id, { content: `${longest}xxx` }))).status).toBe(400)
    expect((await firm.broker.send(createPolicy, sentFor(id, { content: longest }))).status).toBe(201)
  })

  test('accepts a document of its scheme or of no scheme', async () => {
    const firm = await createFirm(service())
    const policy = await hasPolicy(firm)
    const other = await firm.hasScheme({ type: 'DC' })
    const file = { name: 'minutes.txt', bytes: 'Minutes\n' }
    const document = async (schemeId: string | null) =>
      (
        await firm.broker.upload(
          createDocument,
          { kind: 'POLICY', title: 'A document', ...(schemeId ? { schemeId } : {}) },
          file,
        )
      ).body.id
    const [own, foreign, loose] = [
      await document(policy.schemeId),
      await document(other.id),
      await document(null),
    ]
    const sent = { id: policy.id, number: '1', content: 'Text' }
    expect(await firm.broker.send(updatePolicyVersion, { ...sent, documentId: foreign })).toMatchObject(
      buildRefusal(422, 'NOT_TOGETHER', { field: 'documentId' }),
    )
    for (const documentId of [loose, own])
      expect((await firm.broker.send(updatePolicyVersion, { ...sent, documentId })).status).toBe(200)
    expect(await firm.broker.call(getPolicyVersion, { id: policy.id, number: '1' })).toMatchObject({
      documentId: own,
    })
    await firm.broker.call(submitPolicy, { id: policy.id })
    expect(await firm.admin.send(approvePolicy, { id: policy.id, minutesDocumentId: foreign })).toMatchObject(
      { status: 422, body: { details: { field: 'minutesDocumentId' } } },
    )
    await firm.admin.call(approvePolicy, { id: policy.id, minutesDocumentId: own })
    expect(await firm.broker.call(getPolicyVersion, { id: policy.id, number: '1' })).toMatchObject({
      minutesDocumentId: own,
    })
  })
})

const VERBS: Record<string, Contract> = {
  submit: submitPolicy,
  return: contract.returnPolicy,
  approve: approvePolicy,
  'bring-into-force': bringPolicyIntoForce,
  review: contract.reviewPolicy,
  acknowledge: contract.acknowledgePolicy,
  withdraw: contract.withdrawPolicy,
}
/** Status of a policy with one version -> verb -> resulting status of the policy and the version. */
const LEADS_TO: Record<string, Record<string, [policy: string, version: string]>> = {
  DRAFT: { submit: ['IN_REVIEW', 'IN_REVIEW'], withdraw: ['WITHDRAWN', 'WITHDRAWN'] },
  IN_REVIEW: {
    return: ['DRAFT', 'DRAFT'],
    approve: ['APPROVED', 'APPROVED'],
    withdraw: ['WITHDRAWN', 'WITHDRAWN'],
  },
  APPROVED: { 'bring-into-force': ['IN_FORCE', 'IN_FORCE'], withdraw: ['WITHDRAWN', 'WITHDRAWN'] },
  IN_FORCE: {
    review: ['IN_FORCE', 'IN_FORCE'],
    acknowledge: ['IN_FORCE', 'IN_FORCE'],
    withdraw: ['WITHDRAWN', 'WITHDRAWN'],
  },
  WITHDRAWN: {},
}
async function policyAt(firm: Firm, status: string): Promise<string> {
  const { id } = await hasPolicy(firm)
  const steps = ['submit', 'approve', 'bring-into-force']
  const count = ['DRAFT', 'IN_REVIEW', 'APPROVED', 'IN_FORCE'].indexOf(status)
  if (status === 'WITHDRAWN') await firm.admin.call(contract.withdrawPolicy, { id, reason: 'Test' })
  for (const step of steps.slice(0, Math.max(0, count))) {
    const actor = step === 'submit' ? firm.broker : firm.admin
    await actor.call(VERBS[step] as typeof submitPolicy, { id })
  }
  return id
}
test.each(Object.keys(LEADS_TO))('every verb on a policy whose version is %s', async (status) => {
  const firm = await createFirm(service())
  for (const [verb, verbContract] of Object.entries(VERBS)) {
    const id = await policyAt(firm, status)
    const before = await firm.broker.call(getPolicy, { id })
    expect(before, verb).toMatchObject({ status })
    const entries = (await entriesOf(firm, id)).length
    const reply = await firm.admin.send(verbContract, { id, reason: 'Reason of a test' })
    const after = await firm.broker.call(getPolicy, { id })
    const to = LEADS_TO[status]?.[verb]
    if (to) {
      expect(reply, verb).toMatchObject({ status: 200, body: { status: to[0] } })
      expect(after, verb).toMatchObject({ status: to[0], versions: [{ number: 1, status: to[1] }] })
      expect(await entriesOf(firm, id)).toHaveLength(entries + 1)
    } else {
      expect(reply, verb).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION'))
      expect(after).toEqual(before)
      expect(await entriesOf(firm, id)).toHaveLength(entries)
    }
  }
})

test.each([[approvePolicy], [contract.withdrawPolicy]] as const)(
  '%o is allowed for administrators of the firm only',
  async (verb) => {
    const firm = await createFirm(service())
    const id = await policyAt(firm, 'IN_REVIEW')
    expect(await firm.broker.send(verb, { id, reason: 'Test' })).toMatchObject({
      status: 403,
      body: { error: 'Insufficient role' },
    })
  },
)

describe('a version', () => {
  test('is submitted with its submitter, and returned with the reason', async () => {
    const firm = await createFirm(service())
    const { id } = await hasPolicy(firm)
    await firm.broker.call(submitPolicy, { id })
    expect((await firm.broker.call(getPolicy, { id })).versions).toMatchObject([
      { status: 'IN_REVIEW', submittedBy: firm.broker.id, submittedOn: '2026-11-21' },
    ])
    expect(await firm.broker.send(updatePolicyVersion, { id, number: '1', content: 'Other' })).toMatchObject({
      status: 409,
      body: { details: { status: 'IN_REVIEW' } },
    })
    expect((await firm.admin.send(contract.returnPolicy, { id })).status).toBe(400)
    await firm.admin.call(contract.returnPolicy, { id, reason: 'The appetite is missing' })
    expect((await firm.broker.call(getPolicy, { id })).versions).toMatchObject([
      { status: 'DRAFT', submittedBy: null, submittedOn: null, returnedReason: 'The appetite is missing' },
    ])
    expect((await entriesOf(firm, id))[0]).toMatchObject({
      action: 'policy.return',
      newState: { reason: 'The appetite is missing' },
    })
    await firm.broker.call(updatePolicyVersion, { id, number: '1', content: 'With the appetite' })
    await firm.broker.call(submitPolicy, { id })
    expect((await firm.broker.call(getPolicy, { id })).versions).toMatchObject([{ returnedReason: null }])
  })

  test('is the only open one, and replaces the one in force', async () => {
    const firm = await createFirm(service())
    const first = await hasPolicy(firm)
    const { id } = first
    const second = { id, content: 'Second text', changeSummary: 'Appetite', draftedBy: 'AI' as const }
    const open = buildRefusal(409, 'VERSION_OPEN', { number: 1 })
    expect(await firm.broker.send(addPolicyVersion, second)).toMatchObject(open)
    const applied = await inForce(firm, first, '2026-03-10', '2026-03-15')
    expect(applied).toMatchObject({
      status: 'IN_FORCE',
      inForceVersion: 1,
      inForceSha256: first.openSha256,
      openVersion: null,
      approvedOn: '2026-03-10',
      effectiveFrom: '2026-03-15',
      nextReviewOn: '2029-03-10',
    })
    const reply = await firm.broker.send(addPolicyVersion, second)
    expect(reply).toMatchObject({
      status: 201,
      body: {
        status: 'IN_FORCE',
        inForceVersion: 1,
        latestVersion: 2,
        openVersion: 2,
        openVersionStatus: 'DRAFT',
      },
    })
    expect(reply.headers.location).toBe(`/api/policies/${id}/versions/2`)
    expect(await firm.broker.call(getPolicyVersion, { id, number: '2' })).toMatchObject({
      content: 'Second text',
      changeSummary: 'Appetite',
      draftedBy: 'AI',
      status: 'DRAFT',
    })
    expect(await firm.broker.send(addPolicyVersion, second)).toMatchObject({ status: 409 })

    await firm.broker.call(submitPolicy, { id })
    expect(await firm.admin.send(approvePolicy, { id, approvedOn: '2026-03-09' })).toMatchObject(
      buildRefusal(422, 'DATES_OUT_OF_ORDER', { field: 'approvedOn' }),
    )
    const approved = await firm.admin.call(approvePolicy, { id, approvedOn: '2026-03-12' })
    // The version in force remains in force until the new one replaces it.
    expect(approved).toMatchObject({
      status: 'IN_FORCE',
      inForceVersion: 1,
      approvedOn: '2026-03-10',
      openVersionApprovedOn: '2026-03-12',
    })
    expect(await firm.broker.send(bringPolicyIntoForce, { id, effectiveFrom: '2026-03-14' })).toMatchObject(
      buildRefusal(422, 'DATES_OUT_OF_ORDER', { field: 'effectiveFrom' }),
    )
    await firm.broker.call(contract.reviewPolicy, { id, reviewedOn: '2026-06-01' })
    expect(await firm.broker.call(bringPolicyIntoForce, { id, effectiveFrom: '2026-07-01' })).toMatchObject({
      inForceVersion: 2,
      openVersion: null,
      approvedOn: '2026-03-12',
      effectiveFrom: '2026-07-01',
      lastReviewedOn: null,
      nextReviewOn: '2029-03-12',
    })
    expect((await firm.broker.call(getPolicy, { id })).versions).toMatchObject([
      { number: 2, status: 'IN_FORCE', approvedBy: firm.admin.id, endedOn: null },
      { number: 1, status: 'SUPERSEDED', effectiveFrom: '2026-03-15', endedOn: '2026-07-01' },
    ])
  })

  test('is approved before it takes effect', async () => {
    const firm = await createFirm(service())
    const { id } = await hasPolicy(firm)
    await firm.broker.call(submitPolicy, { id })
    await firm.admin.call(approvePolicy, { id, approvedOn: '2026-05-20' })
    expect(await firm.broker.send(bringPolicyIntoForce, { id, effectiveFrom: '2026-05-19' })).toMatchObject(
      buildRefusal(422, 'APPLIED_BEFORE_APPROVAL', {
        citation: 'DIR 21(3)',
        passage: expect.any(String),
        field: 'effectiveFrom',
      }),
    )
    expect(await firm.broker.send(bringPolicyIntoForce, { id, effectiveFrom: '2026-05-20' })).toMatchObject({
      status: 200,
    })
  })

  test.each([
    ['IN_REVIEW', approvePolicy, 'approvedOn'],
    ['APPROVED', bringPolicyIntoForce, 'effectiveFrom'],
    ['IN_FORCE', contract.reviewPolicy, 'reviewedOn'],
  ] as const)('%s: refuses a date in the future: %o', async (status, verb, field) => {
    const firm = await createFirm(service())
    const id = await policyAt(firm, status)
    expect(await firm.admin.send(verb, { id, [field]: '2026-11-22' })).toMatchObject(
      buildRefusal(422, 'DATE_IN_FUTURE', { field }),
    )
    expect((await firm.admin.send(verb, { id, [field]: '2026-11-21' })).status).toBe(200)
  })

  test.each([
    ['The risks of {{scheme name}} are managed.', true],
    ['The risks of {{\nscheme\n}} are managed.', true],
    ['Braces {like these} or }} these {{ are no places.', false],
  ])('%j is approved only when every placeholder is filled in', async (content, isLeft) => {
    const firm = await createFirm(service())
    const { id } = await hasPolicy(firm, { content })
    await firm.broker.call(submitPolicy, { id })
    const reply = await firm.admin.send(approvePolicy, { id })
    if (!isLeft) expect(reply.status).toBe(200)
    else {
      expect(reply).toMatchObject(buildRefusal(422, 'PLACEHOLDERS_LEFT'))
      expect(reply.text).not.toContain('scheme name')
    }
  })

  test.each([
    ['ALWAYS', 422],
    ['NEVER', 200],
    ['AUTO', 200],
  ] as const)(
    'is approved by another person if the firm requires it: %s, one administrator',
    async (fourEyes, status) => {
      const firm = await createFirm(service())
      await service().asOwner("update users set status = 'DEACTIVATED' where id = $1", [firm.secondAdmin.id])
      await firm.admin.call(updateTenant, { id: firm.id, name: 'A firm', settings: { fourEyes } })
      const { id } = await hasPolicy(firm)
      await firm.admin.call(submitPolicy, { id })
      const reply = await firm.admin.send(approvePolicy, { id })
      expect(reply.status, reply.text).toBe(status)
      if (status !== 422) return
      expect(reply.body.details).toMatchObject({ code: 'FOUR_EYES' })
      const second = await firm.hires('BrokerAdmin')
      expect(await second.call(approvePolicy, { id })).toMatchObject({ status: 'APPROVED' })
    },
  )

  test('with a second administrator, authors cannot approve their own version', async () => {
    const firm = await createFirm(service())
    const { id } = await hasPolicy(firm)
    await firm.admin.call(submitPolicy, { id })
    expect(await firm.admin.send(approvePolicy, { id })).toMatchObject(buildRefusal(422, 'FOUR_EYES'))
    expect((await firm.secondAdmin.send(approvePolicy, { id })).status).toBe(200)
  })

  test('cannot be approved by any of its writers, until it is returned', async () => {
    const firm = await createFirm(service())
    const { admin, secondAdmin, broker } = firm
    const { id } = await hasPolicy(firm)
    const { content } = await admin.call(getPolicyVersion, { id, number: '1' })
    for (const person of [admin, secondAdmin, broker])
      await person.call(updatePolicyVersion, { id, number: '1', content: `${content}\n\n${person.id}` })
    await broker.call(submitPolicy, { id })
    for (const person of [admin, secondAdmin])
      expect(await person.send(approvePolicy, { id })).toMatchObject({
        status: 422,
        body: {
          error: 'You changed this: another administrator of the firm has to approve it',
          details: { code: 'FOUR_EYES' },
        },
      })
    await admin.call(contract.returnPolicy, { id, reason: 'One person writes it' })
    await broker.call(submitPolicy, { id })
    expect((await admin.send(approvePolicy, { id })).status).toBe(200)
  })

  test('is immutable once approved, also in the database', async () => {
    const firm = await createFirm(service())
    for (const status of ['APPROVED', 'IN_FORCE', 'WITHDRAWN']) {
      const id = await policyAt(firm, status)
      expect(
        await firm.broker.send(updatePolicyVersion, { id, number: '1', content: 'Other' }),
      ).toMatchObject({ status: 409, body: { details: { status } } })
      for (const change of [
        "content = 'Other'",
        "sha256 = 'other'",
        `statement = '{"a": 1}'`,
        "approved_on = '2020-01-01'",
        'number = 9',
        "status = 'DRAFT'",
      ])
        await expect(
          service().asOwner(`update policy_versions set ${change} where policy_id = $1`, [id]),
          change,
        ).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('is not changed by an edit with a stale version tag or an unknown version number', async () => {
    const firm = await createFirm(service())
    const policy = await hasPolicy(firm)
    const write = (content: string, version: number) =>
      firm.broker.send(
        updatePolicyVersion,
        { id: policy.id, number: '1', content },
        { headers: { 'if-match': `"${version}"` } },
      )
    expect(await write('One', policy.version)).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(await write('Other', policy.version)).toMatchObject(
      buildRefusal(409, 'STALE_VERSION', { currentVersion: 2 }),
    )
    expect(await firm.broker.call(getPolicyVersion, { id: policy.id, number: '1' })).toMatchObject({
      content: 'One',
    })
    expect(
      (await firm.broker.send(updatePolicyVersion, { id: policy.id, number: '2', content: 'None' })).status,
    ).toBe(404)
  })
})

describe('withdrawing', () => {
  test('takes the policy and its versions out of force, and keeps the reason', async () => {
    const firm = await createFirm(service())
    const policy = await inForce(firm, await hasPolicy(firm))
    const { id } = policy
    await firm.broker.call(addPolicyVersion, { id, content: 'Second text' })
    expect(
      await firm.admin.call(contract.withdrawPolicy, { id, reason: 'The scheme is merged' }),
    ).toMatchObject({
      status: 'WITHDRAWN',
      withdrawnOn: '2026-11-21',
      withdrawnReason: 'The scheme is merged',
      inForceVersion: null,
      openVersion: null,
      nextReviewOn: null,
      flag: null,
      approvedOn: '2026-03-10',
    })
    expect((await firm.broker.call(getPolicy, { id })).versions).toMatchObject([
      { number: 2, status: 'WITHDRAWN', endedOn: '2026-11-21' },
      { number: 1, status: 'WITHDRAWN', endedOn: '2026-11-21' },
    ])
    expect(await firm.broker.send(addPolicyVersion, { id, content: 'Third' })).toMatchObject({ status: 409 })
    expect(await firm.broker.send(updatePolicy, { id, title: 'T', reviewIntervalMonths: 12 })).toMatchObject({
      status: 409,
    })
  })

  test('only the open version keeps the one in force, and allows another', async () => {
    const firm = await createFirm(service())
    const { id } = await inForce(firm, await hasPolicy(firm))
    const openOnly = { id, reason: 'Not wanted', scope: 'OPEN_VERSION' as const }
    expect(await firm.admin.send(contract.withdrawPolicy, openOnly)).toMatchObject({ status: 409 })
    await firm.broker.call(addPolicyVersion, { id, content: 'Second text' })
    await firm.broker.call(submitPolicy, { id })
    await firm.admin.call(approvePolicy, { id })
    expect(await firm.admin.call(contract.withdrawPolicy, openOnly)).toMatchObject({
      status: 'IN_FORCE',
      inForceVersion: 1,
      openVersion: null,
      nextReviewOn: '2029-03-10',
      withdrawnOn: null,
    })
    expect((await entriesOf(firm, id))[0]).toMatchObject({
      newState: { reason: 'Not wanted', scope: 'OPEN_VERSION' },
    })
    expect(await firm.broker.call(addPolicyVersion, { id, content: 'Third' })).toMatchObject({
      openVersion: 3,
    })
  })

  test('the only version withdraws the policy', async () => {
    const firm = await createFirm(service())
    const { id } = await hasPolicy(firm)
    const sent = { id, reason: 'Not wanted', scope: 'OPEN_VERSION' }
    expect(await firm.admin.send(contract.withdrawPolicy, sent)).toMatchObject({ status: 409 })
    expect(await firm.broker.call(getPolicy, { id })).toMatchObject({ status: 'DRAFT', openVersion: 1 })
  })
})

describe('a review', () => {
  test('without a required change moves the next review', async () => {
    const firm = await createFirm(service())
    const { id } = await inForce(firm, await hasPolicy(firm))
    expect(await firm.broker.call(contract.reviewPolicy, { id, reviewedOn: '2026-08-31' })).toMatchObject({
      lastReviewedOn: '2026-08-31',
      nextReviewOn: '2029-08-31',
      approvedOn: '2026-03-10',
    })
    for (const reviewedOn of ['2026-08-30', '2026-03-09'])
      expect(await firm.broker.send(contract.reviewPolicy, { id, reviewedOn })).toMatchObject(
        buildRefusal(422, 'DATES_OUT_OF_ORDER', { field: 'reviewedOn' }),
      )
    expect(await firm.broker.call(contract.reviewPolicy, { id })).toMatchObject({
      lastReviewedOn: '2026-11-21',
    })
  })

  test.each([
    // Today is 21 November 2026.
    ['2023-11-20', 'REVIEW_OVERDUE'],
    ['2023-11-21', 'REVIEW_DUE'],
    ['2024-01-20', 'REVIEW_DUE'],
    ['2024-01-21', null],
  ] as const)('of a policy approved on %s is %s', async (on, flag) => {
    const firm = await createFirm(service())
    const policy = await inForce(firm, await hasPolicy(firm), on)
    expect(policy.flag).toBe(flag)
    const found = async (flag: 'REVIEW_DUE' | 'REVIEW_OVERDUE') =>
      (await firm.broker.call(listPolicies, { flag: flag })).data.length
    expect(await found('REVIEW_DUE')).toBe(flag === 'REVIEW_DUE' ? 1 : 0)
    expect(await found('REVIEW_OVERDUE')).toBe(flag === 'REVIEW_OVERDUE' ? 1 : 0)
  })
})

describe('a statement of investment policy principles', () => {
  const STATEMENT = {
    riskMeasurementMethods: 'Value at risk, every quarter',
    riskManagementProcesses: 'Limits, and what happens above them',
    strategicAssetAllocation: 'Equities 60 %, bonds 40 %',
    liabilityNatureDuration: 'Money purchase, twenty years',
    esgConsideration: 'Not considered',
    defaultStrategy: 'Lifestyle',
  }
  const reviewed = async (type: 'DB' | 'DC', statement: Record<string, unknown> | null) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ type })
    const { id } = await firm.broker.call(createPolicy, {
      ...sentFor(schemeId, {}),
      kind: 'SIPP',
      ...(statement ? { statement } : {}),
    })
    await firm.broker.call(submitPolicy, { id })
    return { firm, id, reply: await firm.admin.send(approvePolicy, { id }) }
  }

  test('is approved and stored with all its parts', async () => {
    const { firm, id, reply } = await reviewed('DC', {
      ...STATEMENT,
      employerRelatedPercent: 5,
      groupRelatedPercent: 10,
    })
    expect(reply.status, reply.text).toBe(200)
    expect((await firm.broker.call(getPolicyVersion, { id, number: '1' })).statement).toEqual({
      ...STATEMENT,
      employerRelatedPercent: 5,
      groupRelatedPercent: 10,
    })
  })

  test.each([
    ['without any part', 'DC', null, 6],
    ...Object.keys(STATEMENT).map(
      (name) => [`without ${name}`, 'DC', { ...STATEMENT, [name]: null }, 1] as const,
    ),
    ['of a DB scheme', 'DB', null, 5],
    ['that leaves the consideration of ESG open', 'DB', { ...STATEMENT, esgConsideration: null }, 1],
  ] as const)('is not approved %s', async (_label, type, statement, count) => {
    const { reply } = await reviewed(type, statement)
    expect(reply).toMatchObject(
      buildRefusal(422, 'STATEMENT_INCOMPLETE', { citation: 'DIR 30', passage: expect.any(String) }),
    )
    expect(reply.body.details.findings).toHaveLength(count)
  })

  test('of a DB scheme requires no default strategy', async () => {
    expect((await reviewed('DB', { ...STATEMENT, defaultStrategy: null })).reply.status).toBe(200)
  })

  test.each([
    [{ employerRelatedPercent: 5.01 }, 'SELF_INVESTMENT'],
    [{ groupRelatedPercent: 10.5 }, 'GROUP_INVESTMENT'],
  ])('is not approved with %o', async (percents, code) => {
    const { reply } = await reviewed('DC', { ...STATEMENT, ...percents })
    expect(reply).toMatchObject(buildRefusal(422, code, { citation: 'DIR 19(1)(g)' }))
  })

  test.each([
    [{ borrowing: 'OTHER' }, 'BORROWING', 'DIR 19(3)'],
    [{ isMostlyOnRegulatedMarkets: false }, 'REGULATED_MARKETS', 'DIR 19(1)(d)'],
  ])('is not approved with %o', async (facts, code, citation) => {
    const { reply } = await reviewed('DC', { ...STATEMENT, ...facts })
    expect(reply).toMatchObject(buildRefusal(422, code, { citation }))
  })

  test('stores borrowing, regulated markets and earlier investments', async () => {
    const facts = {
      borrowing: 'TEMPORARY_FOR_LIQUIDITY',
      isMostlyOnRegulatedMarkets: true,
      earlierInvestments: 'NONE',
    }
    const { firm, id, reply } = await reviewed('DC', { ...STATEMENT, ...facts })
    expect(reply.status, reply.text).toBe(200)
    const { statement } = await firm.broker.call(getPolicyVersion, { id, number: '1' })
    expect(statement).toMatchObject(facts)
  })

  test('of an earlier release has none of these fields, and its SHA-256 still verifies', async () => {
    // Stored by the previous release: the text, the statement and the hash of both.
    const statement = { ...STATEMENT, employerRelatedPercent: 1, groupRelatedPercent: null }
    const content = 'Statement of an earlier release'
    const sha256 = createHash('sha256')
      .update(canonicalize({ content, statement }) as string)
      .digest('hex')
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ type: 'DC' })
    const { id } = await firm.broker.call(createPolicy, {
      ...sentFor(schemeId, {}),
      kind: 'SIPP',
      content,
      // Clients of the previous release do not send these fields; forms send null for empty fields.
      statement: {
        ...statement,
        borrowing: null,
        isMostlyOnRegulatedMarkets: null,
        earlierInvestments: null,
      },
    })
    const version = await firm.broker.call(getPolicyVersion, { id, number: '1' })
    expect(version.statement).toEqual(statement)
    expect(version.sha256).toBe(sha256)
    await firm.broker.call(submitPolicy, { id })
    expect((await firm.admin.send(approvePolicy, { id })).status).toBe(200)
    expect((await firm.broker.call(getPolicyVersion, { id, number: '1' })).sha256).toBe(sha256)
  })

  test('cannot be approved with an unfilled placeholder in its parts', async () => {
    const { reply } = await reviewed('DC', { ...STATEMENT, defaultStrategy: 'Lifestyle of {{provider}}' })
    expect(reply).toMatchObject(buildRefusal(422, 'PLACEHOLDERS_LEFT'))
  })

  test('changes its digest with any part of it', async () => {
    const firm = await createFirm(service())
    const policy = await hasPolicy(firm, { kind: 'SIPP', statement: STATEMENT })
    const written = async (statement: object) =>
      (
        await firm.broker.call(updatePolicyVersion, {
          id: policy.id,
          number: '1',
          content: '# Purpose\n\nHow risk is managed.',
          statement,
        })
      ).openSha256
    expect(await written(STATEMENT)).toBe(policy.openSha256)
    expect(await written({ ...STATEMENT, esgConsideration: 'Considered' })).not.toBe(policy.openSha256)
  })

  test('is the only policy kind with these parts', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ type: 'DC' })
    expect(await firm.broker.send(createPolicy, sentFor(schemeId, { statement: STATEMENT }))).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['statement'] }] },
    })
    const { id } = await firm.broker.call(createPolicy, sentFor(schemeId, {}))
    expect(
      await firm.broker.send(updatePolicyVersion, { id, number: '1', content: 'T', statement: STATEMENT }),
    ).toMatchObject(buildRefusal(422, 'NO_STATEMENT'))
  })
})

describe('an acknowledgement', () => {
  test('applies to the version in force, and a new version requires another', async () => {
    const firm = await createFirm(service())
    const policy = await inForce(firm, await hasPolicy(firm))
    const { id } = policy
    await service().asOwner("update users set status = 'DEACTIVATED' where id = $1", [firm.secondAdmin.id])
    const gone = await firm.hires('BrokerUser')
    const never = await firm.hires('BrokerUser')
    await firm.hires('EmployerUser', { employerId: policy.employerId })
    await service().asOwner("update users set status = 'DEACTIVATED' where id = $1", [never.id])
    const peopleOf = async (query: { acknowledged?: 'true' | 'false' } = {}) =>
      (await firm.broker.call(listPolicyAcknowledgements, { id, ...query })).data
    expect((await peopleOf()).map((one) => one.id).sort()).toEqual(
      [firm.admin.id, firm.broker.id, gone.id].sort(),
    )
    expect(await peopleOf({ acknowledged: 'true' })).toEqual([])

    const reply = await firm.broker.send(contract.acknowledgePolicy, { id })
    expect(reply).toMatchObject({ status: 200, body: { version: policy.version } })
    expect(await firm.broker.send(contract.acknowledgePolicy, { id })).toMatchObject(
      buildRefusal(409, 'DUPLICATE'),
    )
    expect((await entriesOf(firm, id))[0]).toMatchObject({
      action: 'policy.acknowledge',
      actorId: firm.broker.id,
      newState: { acknowledged: { number: 1, sha256: policy.inForceSha256 } },
    })
    await gone.call(contract.acknowledgePolicy, { id })
    await service().asOwner("update users set status = 'DEACTIVATED' where id = $1", [gone.id])
    expect((await peopleOf({ acknowledged: 'true' })).map((one) => one.id).sort()).toEqual(
      [firm.broker.id, gone.id].sort(),
    )
    expect(await peopleOf({ acknowledged: 'false' })).toMatchObject([
      { id: firm.admin.id, role: 'BrokerAdmin', number: 1, acknowledgedAt: null, sha256: null },
    ])

    await firm.broker.call(addPolicyVersion, { id, content: 'Second text' })
    await inForce(firm, policy, '2026-04-01')
    expect((await peopleOf()).map((one) => [one.id, one.number, one.acknowledgedAt]).sort()).toEqual(
      [
        [firm.admin.id, 2, null],
        [firm.broker.id, 2, null],
      ].sort(),
    )
    expect((await firm.broker.send(contract.acknowledgePolicy, { id })).status).toBe(200)
  })

  test('is requested from the trustees with access to the scheme, and not from inspectors', async () => {
    const firm = await createFirm(service())
    const policy = await inForce(firm, await hasPolicy(firm))
    const { id, schemeId } = policy
    const other = await firm.hasActiveScheme()
    const trustee = await createTrusteeGuest(service(), firm, schemeId)
    await createTrusteeGuest(service(), firm, other.id)
    const inspector = await createInspectorGuest(service(), firm, schemeId)
    const readersOf = async () =>
      (await firm.broker.call(listPolicyAcknowledgements, { id })).data.filter(
        ({ role }) => role === 'Trustee',
      )
    const isToAcknowledge = async (caller: Caller) => (await caller.call(getPolicy, { id })).isToAcknowledge

    expect(await readersOf()).toMatchObject([
      { id: trustee.account.id, name: trustee.grant.personName, acknowledgedAt: null },
    ])
    expect(await Promise.all([firm.broker, trustee.caller, inspector.caller].map(isToAcknowledge))).toEqual([
      true,
      true,
      false,
    ])
    await trustee.caller.call(contract.acknowledgePolicy, { id })
    expect(await isToAcknowledge(trustee.caller)).toBe(false)
    expect(await isToAcknowledge(firm.broker)).toBe(true)
    expect(await isToAcknowledge(await createSuperAdmin(service()))).toBe(false)

    await firm.admin.call(revokeGrant, { id: trustee.grant.id })
    expect(await readersOf()).toMatchObject([{ id: trustee.account.id, acknowledgedAt: expect.any(String) }])
  })

  test('is not requested before a version is in force', async () => {
    const firm = await createFirm(service())
    const { id } = await hasPolicy(firm)
    expect((await firm.broker.call(listPolicyAcknowledgements, { id })).data).toEqual([])
  })

  test('is given by users of the firm only', async () => {
    const firm = await createFirm(service())
    const { id } = await inForce(firm, await hasPolicy(firm))
    const platform = await createSuperAdmin(service())
    expect(await platform.send(contract.acknowledgePolicy, { id })).toMatchObject(
      buildRefusal(422, 'NOT_OF_THE_FIRM'),
    )
  })
})

test('policies are filtered by scheme, employer, kind, status, title and scheme name', async () => {
  const firm = await createFirm(service())
  const one = await hasPolicy(firm, { title: 'Alpha rules' })
  const other = await inForce(firm, await hasPolicy(firm, { kind: 'SIPP', title: 'Beta', ...SIPP_READY }))
  const idsOf = async (query: object) =>
    (await firm.broker.call(listPolicies, query)).data.map(({ id }) => id).sort()
  expect(await idsOf({})).toEqual([one.id, other.id].sort())
  expect(await idsOf({ schemeId: one.schemeId })).toEqual([one.id])
  expect(await idsOf({ employerId: other.employerId })).toEqual([other.id])
  expect(await idsOf({ kind: 'SIPP' })).toEqual([other.id])
  expect(await idsOf({ status: 'IN_FORCE' })).toEqual([other.id])
  expect(await idsOf({ q: 'rules ALPHA' })).toEqual([one.id])
  expect(await idsOf({ q: other.schemeName })).toEqual([other.id])
  const { data } = await firm.broker.call(listPolicies, { sort: 'nextReviewOn' })
  expect(data.map(({ id }) => id)).toEqual([other.id, one.id])
})
const SIPP_READY = {
  statement: {
    riskMeasurementMethods: 'a',
    riskManagementProcesses: 'b',
    strategicAssetAllocation: 'c',
    liabilityNatureDuration: 'd',
    esgConsideration: 'Not considered',
    defaultStrategy: 'e',
  },
}

describe('the matrix', () => {
  const rowsOf = async (firm: Firm, query: object = {}) =>
    (await firm.broker.call(getPolicyMatrix, query)).data

  test('has a row for each scheme of the regime and a cell for each kind, with its policy', async () => {
    const firm = await createFirm(service())
    const policy = await inForce(firm, await hasPolicy(firm), '2023-10-01')
    const withdrawn = await firm.broker.call(createPolicy, {
      ...sentFor(policy.schemeId, {}),
      kind: 'INTERNAL_AUDIT',
    })
    await firm.admin.call(contract.withdrawPolicy, { id: withdrawn.id, reason: 'Test' })
    await firm.hasScheme({ type: 'PRSA' })
    const gone = await firm.hasScheme({ type: 'DC' })
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [gone.id])
    const [row, ...others] = await rowsOf(firm)
    expect(others).toEqual([])
    expect(row).toMatchObject({ id: policy.schemeId, employerId: policy.employerId })
    expect(row?.cells.map(({ kind }) => kind)).toEqual(PolicyKind.options)
    const cellOf = (kind: PolicyKind) => row?.cells.find((cell) => cell.kind === kind)
    expect(cellOf('RISK_MANAGEMENT')).toEqual({
      kind: 'RISK_MANAGEMENT',
      required: true,
      reason: expect.any(String),
      policyId: policy.id,
      status: 'IN_FORCE',
      inForceVersion: 1,
      nextReviewOn: '2026-10-01',
      flag: 'REVIEW_OVERDUE',
      isNotRecorded: false,
    })
    expect(cellOf('INTERNAL_AUDIT')).toMatchObject({ required: true, policyId: null, status: null })
    expect(cellOf('ACTUARIAL')).toMatchObject({ required: false })
    expect(cellOf('SIPP')).toMatchObject({ required: 'CONFIRM' })
  })

  test("decides from the scheme's records which kinds are required", async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'DC' })
    const required = async () => {
      const [row] = await rowsOf(firm, { schemeId: id })
      return Object.fromEntries((row?.cells ?? []).map((cell) => [cell.kind, cell.required]))
    }
    expect(await required()).toMatchObject({
      OUTSOURCING: true,
      ACTUARIAL: false,
      CONFLICTS_OF_INTEREST: 'CONFIRM',
      ICT_RISK: 'CONFIRM',
      SIPP: 'CONFIRM',
      DEPOSITARY_SAFEGUARDS: true,
      ESG: false,
    })
    await service().asOwner(
      `update schemes set registered_administrator_name = 'An administrator', is_regulatory_own_funds = true, has_depositary = true,
         considers_esg = true, member_counts = '{"active": 60, "deferred": 40, "pensioner": 5, "asOfOn": "2026-01-01"}' where id = $1`,
      [id],
    )
    await service().asOwner(
      `insert into key_function_holders (tenant_id, id, scheme_id, function, holder_kind, holder_name, search_key, relationship,
         proposed_on, status, holds_same_function_for_employer)
       values ($1, 'k' || $2, $2, 'INTERNAL_AUDIT', 'FIRM', 'A holder', 'a holder', 'OTHER', '2026-01-01', 'APPOINTED', true)`,
      [firm.id, id],
    )
    expect(await required()).toMatchObject({
      OUTSOURCING: true,
      ACTUARIAL: true,
      CONFLICTS_OF_INTEREST: true,
      ICT_RISK: true,
      SIPP: true,
      DEPOSITARY_SAFEGUARDS: false,
      ESG: true,
    })
    await service().asOwner("update key_function_holders set status = 'ENDED' where scheme_id = $1", [id])
    await service().asOwner('update schemes set registered_administrator_name = null where id = $1', [id])
    expect(await required()).toMatchObject({ OUTSOURCING: true, CONFLICTS_OF_INTEREST: 'CONFIRM' })
    // DORA counts the members of the whole trust.
    await service().asOwner(
      `update schemes set member_counts = null, trust_member_count = 16 where id = $1`,
      [id],
    )
    expect(await required()).toMatchObject({ ICT_RISK: true, SIPP: 'CONFIRM' })
    await service().asOwner(
      `update schemes set member_counts = '{"active":8,"deferred":0,"pensioner":0,"asOfOn":"2026-01-01"}',
         is_master_trust = true, trust_member_count = null where id = $1`,
      [id],
    )
    expect(await required()).toMatchObject({ ICT_RISK: 'CONFIRM' })
  })

  test('is paged and filtered by scheme', async () => {
    const firm = await createFirm(service())
    for (const name of ['Alpha', 'Beta', 'Gamma']) await firm.hasScheme({ type: 'DC', name })
    const first = await firm.broker.call(getPolicyMatrix, { limit: 2 })
    expect(first.data.map(({ schemeName }) => schemeName)).toEqual(['Alpha', 'Beta'])
    const rest = await firm.broker.call(getPolicyMatrix, { limit: 2, cursor: first.nextCursor as string })
    expect(rest.data.map(({ schemeName }) => schemeName)).toEqual(['Gamma'])
    expect(rest.nextCursor).toBeNull()
    expect((await rowsOf(firm, { q: 'gam' })).map(({ schemeName }) => schemeName)).toEqual(['Gamma'])
    const [beta] = await rowsOf(firm, { q: 'beta' })
    expect((await rowsOf(firm, { employerId: beta?.employerId })).map(({ id }) => id)).toEqual([beta?.id])
  })

  test('takes one statement for any number of schemes and policies', async () => {
    const firm = await createFirm(service())
    for (let i = 0; i < 3; i++) await hasPolicy(firm)
    const executed: string[] = []
    const { batch } = service().database
    service().database.batch = (statements) => {
      executed.push(...statements.map(({ text }) => text))
      return batch.call(service().database, statements)
    }
    try {
      await rowsOf(firm)
    } finally {
      service().database.batch = batch
    }
    expect(executed.filter((text) => text.includes('written_policies'))).toHaveLength(1)
    expect(executed.length).toBeLessThanOrEqual(2)
  })
})

test('the table of kinds is complete: every kind has its title, its reference and its interval', () => {
  expect(Object.keys(POLICY_KINDS)).toEqual(PolicyKind.options)
})
