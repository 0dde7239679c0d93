import { describe, expect, test } from 'vitest'
import {
  createFirm,
  createSuperAdmin,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { expectTransitions, type Verbs } from '../../../../../test/harness/transitions.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import * as contract from '../../../../contract/schemes.ts'
import {
  createScheme,
  getScheme,
  getSchemeCompliance,
  type LegalForm,
  listSchemes,
  type Scheme,
  type SchemeStatus,
  type SchemeType,
  updateScheme,
} from '../../../../contract/schemes.ts'
import {
  createServiceProvider,
  endServiceProvider,
  type ServiceProviderKind,
  updateServiceProvider,
} from '../../../../contract/service-providers.ts'
import { updateTenant } from '../../../../contract/tenants.ts'
import { appointTrustee, assessTrustee, createTrustee, removeTrustee } from '../../../../contract/trustees.ts'
import { deactivateUser } from '../../../../contract/users.ts'

const service = useService()

test('a broker creates a scheme for an employer of theirs', async () => {
  const { broker, admin, hasEmployer } = await createFirm(service())
  const employer = await hasEmployer()
  const name = `Acme DC ${nextUniqueText()}`
  const reply = await broker.send(createScheme, { employerId: employer.id, name, type: 'DC' })
  expect(reply).toMatchObject({
    status: 201,
    body: { name, type: 'DC', status: 'DRAFT', legalForm: 'OCCUPATIONAL_TRUST', version: 1 },
  })
  expect(reply.headers).toMatchObject({ location: `/api/schemes/${reply.body.id}`, etag: '"1"' })
  const { data } = await admin.call(listAuditEntries, { entityId: reply.body.id })
  expect(data).toMatchObject([
    { action: 'scheme.create', entityType: 'scheme', previousState: null, newState: { name } },
  ])
})

test("another firm's employer is refused, and its schemes are not visible", async () => {
  const [one, other] = [await createFirm(service()), await createFirm(service())]
  const scheme = await one.hasScheme()
  expect(
    await other.broker.send(createScheme, { employerId: scheme.employerId, name: 'X', type: 'DC' }),
  ).toMatchObject({
    status: 403,
    body: { error: 'This resource does not belong to your organisation' },
  })
  expect(await other.broker.send(getScheme, { id: scheme.id })).toMatchObject({ status: 403 })
  expect((await other.broker.call(listSchemes, {})).data).toEqual([])
})

test('a SuperAdmin adds a scheme to the firm of the employer, not to the platform', async () => {
  const firm = await createFirm(service())
  const superAdmin = await createSuperAdmin(service())
  const { id: employerId } = await firm.hasEmployer()
  const scheme = await superAdmin.call(createScheme, { employerId, name: 'Added from above', type: 'DB' })
  expect(scheme.tenantId).toBe(firm.id)
  expect(await firm.broker.call(getScheme, { id: scheme.id })).toEqual(scheme)
})

test('an unknown scheme gets 404, and a malformed id 400', async () => {
  const { broker } = await createFirm(service())
  expect(await broker.send(getScheme, { id: 'abc123absent' })).toMatchObject({
    status: 404,
    body: { error: 'Not found' },
  })
  expect(await broker.send(getScheme, { id: '9abc' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: ['id'] }] },
  })
})

test('an update replaces all editable fields but neither the employer nor the status', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme({
    registeredAdministratorName: 'Administrators Ltd',
    isCrossBorder: true,
  })
  const other = await firm.hasEmployer()
  const reply = await firm.broker.send(updateScheme, {
    id: scheme.id,
    name: 'Renamed',
    type: 'DB',
    employerId: other.id,
    status: 'ACTIVE',
    tenantId: 'platform',
  })
  expect(reply).toMatchObject({
    status: 200,
    body: {
      id: scheme.id,
      name: 'Renamed',
      type: 'DB',
      legalForm: 'OCCUPATIONAL_TRUST',
      employerId: scheme.employerId,
      status: 'DRAFT',
      tenantId: firm.id,
      registeredAdministratorName: null,
      isCrossBorder: false,
      createdAt: scheme.createdAt,
      version: 2,
    },
  })
  expect(reply.headers.etag).toBe('"2"')
  expect(await firm.broker.call(getScheme, { id: scheme.id })).toEqual(reply.body)
})

describe('the service providers of a scheme', () => {
  const createProviders = async (firm: Firm) => {
    const add = (name: string, ...kinds: ServiceProviderKind[]) =>
      firm.broker.call(createServiceProvider, { name, kinds })
    return {
      administrator: await add('Lee Administrators', 'RA', 'ADMINISTRATOR'),
      auditor: await add('Lee Auditors', 'AUDITOR'),
      manager: await add('Lee Asset Managers', 'INVESTMENT_MANAGER', 'DEPOSITARY'),
    }
  }

  test('are references to the register, with the name of the administrator and an audit entry', async () => {
    const firm = await createFirm(service())
    const { administrator, auditor, manager } = await createProviders(firm)
    const scheme = await firm.hasScheme()
    const ids = {
      registeredAdministratorId: administrator.id,
      auditorId: auditor.id,
      actuaryId: null,
      depositaryId: manager.id,
      investmentManagerIds: [manager.id],
    }
    const saved = await firm.broker.call(updateScheme, {
      id: scheme.id,
      name: 'Scheme with providers',
      type: 'DC',
      ...ids,
      investmentManagerIds: [manager.id, manager.id],
    })
    expect(saved).toMatchObject({
      ...ids,
      registeredAdministratorName: 'Lee Administrators',
      hasDepositary: true,
    })
    await firm.broker.call(updateServiceProvider, {
      id: administrator.id,
      name: 'Bandon Administrators',
      kinds: administrator.kinds,
    })
    expect(await firm.broker.call(getScheme, { id: scheme.id })).toMatchObject({
      registeredAdministratorName: 'Bandon Administrators',
    })
    const { data } = await firm.admin.call(listAuditEntries, {
      entityId: scheme.id,
      action: 'scheme.update',
    })
    expect(data[0]?.newState).toMatchObject(ids)
    for (const id of [administrator.id, manager.id]) {
      expect(await firm.broker.send(endServiceProvider, { id })).toMatchObject(
        buildRefusal(409, 'SCHEMES_OPEN', { schemes: 1 }),
      )
    }
  })

  test('have to be of the firm, of the right kind, and not ended when chosen', async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const { administrator, auditor, manager } = await createProviders(firm)
    const stranger = await createProviders(other)
    const scheme = await firm.hasScheme()
    const save = (fields: Partial<contract.EditableScheme>) =>
      firm.broker.send(updateScheme, { id: scheme.id, name: 'Scheme', type: 'DC', ...fields })
    expect(await save({ auditorId: stranger.auditor.id })).toMatchObject({ status: 403 })
    expect(await save({ investmentManagerIds: [manager.id, stranger.manager.id] })).toMatchObject({
      status: 403,
    })
    expect(await save({ actuaryId: 'abc123absent' })).toMatchObject({ status: 404 })
    expect(await save({ actuaryId: auditor.id })).toMatchObject(
      buildRefusal(422, 'PROVIDER_KIND', { field: 'actuaryId' }),
    )
    await firm.broker.call(endServiceProvider, { id: administrator.id })
    expect(await save({ registeredAdministratorId: administrator.id })).toMatchObject(
      buildRefusal(422, 'PROVIDER_ENDED', { field: 'registeredAdministratorId' }),
    )
    const superAdmin = await createSuperAdmin(service())
    expect(
      await superAdmin.send(updateScheme, {
        id: scheme.id,
        name: 'Scheme',
        type: 'DC',
        auditorId: stranger.auditor.id,
      }),
    ).toMatchObject(buildRefusal(422, 'NOT_TOGETHER'))
  })
})

describe('the states of a scheme', () => {
  const VERBS: Verbs = {
    submit: contract.submitScheme,
    'withdraw-submission': contract.withdrawSchemeSubmission,
    approve: contract.approveScheme,
    reject: [contract.rejectScheme, { reason: 'The deed is missing' }],
    close: contract.closeScheme,
    reopen: contract.reopenScheme,
    freeze: contract.freezeScheme,
    unfreeze: contract.unfreezeScheme,
    'start-wind-up': [contract.startWindUpScheme, { reason: 'TRANSFER_OUT' }],
    'complete-wind-up': contract.completeWindUpScheme,
  }
  const LEADS_TO: Record<SchemeStatus, Record<string, SchemeStatus>> = {
    DRAFT: { submit: 'PENDING_APPROVAL' },
    PENDING_APPROVAL: { 'withdraw-submission': 'DRAFT', approve: 'ACTIVE', reject: 'DRAFT' },
    ACTIVE: { close: 'CLOSED_TO_NEW', freeze: 'PAID_UP', 'start-wind-up': 'WINDING_UP' },
    CLOSED_TO_NEW: { reopen: 'ACTIVE', freeze: 'PAID_UP', 'start-wind-up': 'WINDING_UP' },
    PAID_UP: { unfreeze: 'ACTIVE', 'start-wind-up': 'WINDING_UP' },
    WINDING_UP: { 'complete-wind-up': 'WOUND_UP' },
    WOUND_UP: {},
  }

  test.each(Object.keys(LEADS_TO) as SchemeStatus[])('every verb on a %s scheme', async (status) => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'PRSA' })
    await expectTransitions({
      firm,
      id,
      status,
      setStatus: () =>
        service().asOwner('update schemes set status = $2, submitted_at = now() where id = $1', [id, status]),
      get: getScheme,
      verbs: VERBS,
      leadsTo: LEADS_TO[status],
      actor: firm.admin,
    })
  })

  test('facts that are not given are stored as not recorded, not as "no"', async () => {
    const firm = await createFirm(service())
    const { id: employerId } = await firm.hasEmployer()
    expect(
      await firm.broker.call(createScheme, { employerId, name: 'Unrecorded', type: 'DC' }),
    ).toMatchObject({
      isRegulatoryOwnFunds: null,
      hasAuthorisedTradeUnion: null,
      considersEsg: null,
      hasDepositary: null,
      limitsEntry: null,
      waitingPeriodMonths: null,
    })
    // Whether the regime applies to a retirement annuity contract depends on its legal form.
    expect(await firm.broker.send(createScheme, { employerId, name: 'RAC', type: 'RAC' })).toMatchObject({
      status: 400,
    })
  })

  test('keeps earlier member counts, and corrects a count of the same date', async () => {
    const firm = await createFirm(service())
    const counts = (active: number, asOfOn: string) => ({ active, deferred: 0, pensioner: 0, asOfOn })
    const { id, name } = await firm.hasScheme({ memberCounts: counts(120, '2025-12-31') })
    const states = async (memberCounts: ReturnType<typeof counts> | null) =>
      (await firm.broker.call(updateScheme, { id, name, type: 'DC', memberCounts })).memberCountHistory.map(
        ({ active, asOfOn }) => [asOfOn, active],
      )
    expect(await states(counts(95, '2026-06-01'))).toEqual([
      ['2025-12-31', 120],
      ['2026-06-01', 95],
    ])
    expect(await states(counts(96, '2026-06-01'))).toEqual([
      ['2025-12-31', 120],
      ['2026-06-01', 96],
    ])
    expect(await states(null)).toEqual([])
  })

  test('a wound-up scheme can no longer be edited', async () => {
    const firm = await createFirm(service())
    const { id, name } = await firm.hasScheme()
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [id])
    expect(await firm.broker.send(updateScheme, { id, name, type: 'DC' })).toMatchObject({
      status: 409,
      body: { details: { status: 'WOUND_UP' } },
    })
  })

  test('each action stores its date: the given one, or today in Dublin', async () => {
    // 23:30 UTC in summer is the next day in Dublin.
    service().clock.set('2026-07-01T23:30:00.000Z')
    const firm = await createFirm(service())
    const { id } = await approved(firm, await firm.hasScheme({ type: 'PRSA' }))
    expect(await firm.broker.call(contract.closeScheme, { id })).toMatchObject({
      closedToNewOn: '2026-07-02',
    })
    expect(await firm.broker.call(contract.reopenScheme, { id })).toMatchObject({ closedToNewOn: null })
    expect(await firm.broker.call(contract.freezeScheme, { id, on: '2026-05-31' })).toMatchObject({
      status: 'PAID_UP',
      paidUpOn: '2026-05-31',
    })
    expect(await firm.broker.call(contract.unfreezeScheme, { id })).toMatchObject({ paidUpOn: null })
    expect(
      await firm.broker.call(contract.startWindUpScheme, { id, on: '2026-06-01', reason: 'NO_MEMBERS' }),
    ).toMatchObject({ windUpStartedOn: '2026-06-01', windUpReason: 'NO_MEMBERS' })
    expect(await firm.broker.send(contract.completeWindUpScheme, { id, on: '2026-05-31' })).toMatchObject(
      buildRefusal(422, 'DATES_OUT_OF_ORDER'),
    )
    expect(await firm.broker.send(contract.completeWindUpScheme, { id, on: '2026-07-03' })).toMatchObject(
      buildRefusal(422, 'DATE_IN_FUTURE', { field: 'on' }),
    )
    expect(await firm.broker.call(contract.completeWindUpScheme, { id, on: '2026-07-02' })).toMatchObject({
      status: 'WOUND_UP',
      woundUpOn: '2026-07-02',
    })
  })

  test('a rejection returns the scheme to draft with a reason, which the next submission clears', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'PRSA' })
    expect(await firm.broker.call(contract.submitScheme, { id })).toMatchObject({
      submittedBy: firm.broker.id,
    })
    expect(await firm.admin.send(contract.rejectScheme, { id })).toMatchObject({ status: 400 })
    expect(await firm.admin.call(contract.rejectScheme, { id, reason: 'No year end' })).toMatchObject({
      status: 'DRAFT',
      rejectionReason: 'No year end',
      submittedBy: null,
      submittedAt: null,
    })
    expect(await firm.broker.call(contract.submitScheme, { id })).toMatchObject({ rejectionReason: null })
  })
})

describe('approval', () => {
  test.each([
    ['approve', contract.approveScheme],
    ['reject', contract.rejectScheme],
  ] as const)('a BrokerUser cannot %s', async (_verb, verbContract) => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme({ type: 'PRSA' })
    await firm.broker.call(contract.submitScheme, { id: scheme.id })
    expect(await firm.broker.send(verbContract, { id: scheme.id, reason: 'Nothing' })).toMatchObject({
      status: 403,
      body: { error: 'Insufficient role' },
    })
    expect(await firm.broker.call(getScheme, { id: scheme.id })).toMatchObject({ status: 'PENDING_APPROVAL' })
  })

  test('an incomplete IORP cannot be submitted, and all missing requirements are named', async () => {
    const firm = await createFirm(service())
    const { id, name, type } = await firm.hasScheme({ type: 'DB' })
    const edit = (fields: Parameters<typeof firm.broker.call<typeof updateScheme>>[1]) =>
      firm.broker.call(updateScheme, fields)
    const codes = async () => {
      const reply = await firm.broker.send(contract.submitScheme, { id })
      expect(reply).toMatchObject(buildRefusal(422, 'SCHEME_INCOMPLETE'))
      const compliance = await firm.broker.call(getSchemeCompliance, { id })
      expect(compliance.approvalGaps).toEqual(reply.body.details.gaps)
      for (const { source, message } of compliance.approvalGaps) {
        expect(source).toMatch(/^Pensions Act 1990 s\./)
        expect(reply.body.error).toContain(message)
      }
      // It stays a draft, which can be edited.
      expect(await firm.broker.call(getScheme, { id })).toMatchObject({ status: 'DRAFT', submittedBy: null })
      return compliance.approvalGaps.map(({ code }) => code)
    }
    expect(await codes()).toEqual(['SCHEME_YEAR_END', 'TRUSTEES', 'REGISTERED_ADMINISTRATOR', 'REGISTRATION'])

    const complete = {
      id,
      name,
      type,
      schemeYearEnd: { month: 2, day: 29 },
      registeredAdministratorName: 'Administrators Ltd',
    }
    await edit(complete)
    await appointed(firm, id)
    expect(await codes()).toEqual(['TRUSTEES', 'REGISTRATION'])
    await appointed(firm, id)
    expect(await codes()).toEqual(['REGISTRATION'])
    await edit({ ...complete, trusteeBody: { kind: 'SOLE_CORPORATE' } })
    expect(await codes()).toEqual(['TRUSTEE_DIRECTORS', 'REGISTRATION'])
    await appointed(firm, id, 'DIRECTOR_OF_CORPORATE_TRUSTEE')
    await appointed(firm, id, 'DIRECTOR_OF_CORPORATE_TRUSTEE')
    await edit({
      ...complete,
      trusteeBody: { kind: 'SOLE_CORPORATE' },
      pensionsAuthorityNumber: 'PB 1234',
    })
    await firm.broker.call(contract.submitScheme, { id })
    const scheme = await firm.admin.call(contract.approveScheme, { id })
    expect(scheme).toMatchObject({ status: 'ACTIVE', approvedBy: firm.admin.id })
    expect(scheme.approvedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect((await firm.broker.call(getSchemeCompliance, { id })).approvalGaps).toEqual([])
  })

  test('a scheme that lost a trustee after its submission cannot be approved', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({
      schemeYearEnd: { month: 12, day: 31 },
      registeredAdministratorName: 'Administrators Ltd',
      registrationPending: true,
    })
    await appointed(firm, id)
    const trusteeId = await appointed(firm, id)
    await firm.broker.call(contract.submitScheme, { id })
    await firm.broker.call(removeTrustee, { id: trusteeId })
    expect(await firm.admin.send(contract.approveScheme, { id })).toMatchObject(
      buildRefusal(422, 'SCHEME_INCOMPLETE', { gaps: [{ code: 'TRUSTEES' }] }),
    )
  })

  test('the submitter withdraws the submission, edits the scheme and submits it again', async () => {
    const firm = await createFirm(service())
    const { id, name } = await firm.hasScheme({ type: 'PRSA' })
    await firm.broker.call(contract.submitScheme, { id })
    expect(await firm.broker.send(updateScheme, { id, name, type: 'PRSA' })).toMatchObject({ status: 409 })
    expect(await firm.broker.call(contract.withdrawSchemeSubmission, { id })).toMatchObject({
      status: 'DRAFT',
      submittedBy: null,
      submittedAt: null,
      rejectionReason: null,
    })
    await firm.broker.call(updateScheme, { id, name: `${name} again`, type: 'PRSA' })
    expect(await firm.broker.call(contract.submitScheme, { id })).toMatchObject({
      status: 'PENDING_APPROVAL',
    })
    const { data } = await firm.admin.call(listAuditEntries, {
      entityId: id,
      action: 'scheme.withdraw-submission',
    })
    expect(data).toMatchObject([{ actorId: firm.broker.id, newState: { status: 'DRAFT' } }])
  })

  test("an administrator can withdraw another user's submission, and a broker cannot", async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'PRSA' })
    await firm.broker.call(contract.submitScheme, { id })
    const colleague = await firm.hires('BrokerUser')
    expect(await colleague.send(contract.withdrawSchemeSubmission, { id })).toMatchObject(
      buildRefusal(422, 'NOT_SUBMITTER'),
    )
    expect(await firm.admin.call(contract.withdrawSchemeSubmission, { id })).toMatchObject({
      status: 'DRAFT',
    })
  })

  test('a pending registration is accepted instead of the PB number', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme({
      schemeYearEnd: { month: 12, day: 31 },
      registeredAdministratorName: 'Administrators Ltd',
      registrationPending: true,
    })
    await appointed(firm, scheme.id)
    await appointed(firm, scheme.id)
    expect(await approved(firm, scheme)).toMatchObject({ status: 'ACTIVE', pensionsAuthorityNumber: null })
  })

  test('a proposed trustee does not count yet', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    for (const personName of [`First ${nextUniqueText()}`, `Second ${nextUniqueText()}`])
      await firm.broker.call(createTrustee, { id, personName })
    const { approvalGaps } = await firm.broker.call(getSchemeCompliance, { id })
    expect(approvalGaps.map(({ code }) => code)).toContain('TRUSTEES')
  })

  test.each([
    ['a PRSA', { type: 'PRSA' }],
    ['a contract RAC', { type: 'RAC', legalForm: 'RAC_CONTRACT' }],
    ['an unfunded scheme', { type: 'DB', isFunded: false }],
  ] as const)('%s needs no requirement of an IORP', async (_label, fields) => {
    const firm = await createFirm(service())
    expect(await approved(firm, await firm.hasScheme(fields))).toMatchObject({ status: 'ACTIVE' })
  })

  test('a trust RAC needs all requirements of an IORP', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'RAC', legalForm: 'TRUST_RAC' })
    expect(await firm.broker.send(contract.submitScheme, { id })).toMatchObject({ status: 422 })
  })

  test.each([
    { fourEyes: 'AUTO', admins: 2, approver: 'submitter', status: 422 },
    { fourEyes: 'AUTO', admins: 1, approver: 'submitter', status: 200 },
    { fourEyes: 'AUTO', admins: 2, approver: 'other admin', status: 200 },
    { fourEyes: 'ALWAYS', admins: 2, approver: 'submitter', status: 422 },
    { fourEyes: 'ALWAYS', admins: 1, approver: 'submitter', status: 422 },
    { fourEyes: 'ALWAYS', admins: 2, approver: 'other admin', status: 200 },
    { fourEyes: 'NEVER', admins: 2, approver: 'submitter', status: 200 },
  ] as const)(
    'four eyes $fourEyes with $admins BrokerAdmins: approval by the $approver is $status',
    async ({ fourEyes, admins, approver, status }) => {
      const firm = await createFirm(service())
      await firm.admin.call(updateTenant, { id: firm.id, name: 'A firm', settings: { fourEyes } })
      if (admins === 1) await firm.admin.call(deactivateUser, { id: firm.secondAdmin.id })
      const { id } = await firm.hasScheme({ type: 'PRSA' })
      await firm.admin.call(contract.submitScheme, { id })
      const person = approver === 'submitter' ? firm.admin : firm.secondAdmin
      const { approval: foretold } = await person.call(getSchemeCompliance, { id })
      expect(foretold).toEqual({
        mayApprove: status === 200,
        reason:
          status === 200
            ? null
            : 'You submitted this scheme: another administrator of the firm has to approve it',
      })
      const reply = await person.send(contract.approveScheme, { id })
      expect(reply.status).toBe(status)
      if (status === 422)
        expect(reply.body).toMatchObject({ error: foretold.reason, details: { code: 'FOUR_EYES' } })
      expect(await firm.broker.call(getScheme, { id })).toMatchObject({
        status: status === 200 ? 'ACTIVE' : 'PENDING_APPROVAL',
        approvedBy: status === 200 ? person.id : null,
      })
    },
  )
})

test('a scheme cannot be approved by a user who changed it, also after a rejection', async () => {
  const firm = await createFirm(service())
  const { admin, secondAdmin, broker } = firm
  const { id, employerId } = await firm.hasScheme({ type: 'PRSA' })
  await admin.call(updateScheme, {
    id,
    employerId,
    name: 'Changed by an administrator',
    type: 'PRSA',
  } as never)
  await broker.call(contract.submitScheme, { id })
  const reason = 'You changed this scheme: another administrator of the firm has to approve it'
  expect((await admin.call(getSchemeCompliance, { id })).approval).toEqual({ mayApprove: false, reason })
  expect(await admin.send(contract.approveScheme, { id })).toMatchObject({
    status: 422,
    body: { error: reason, details: { code: 'FOUR_EYES' } },
  })
  await secondAdmin.call(contract.rejectScheme, { id, reason: 'Once more' })
  // Submitted again without a change: it is still what the administrator wrote.
  await broker.call(contract.submitScheme, { id })
  expect((await admin.send(contract.approveScheme, { id })).status).toBe(422)
  expect((await secondAdmin.send(contract.approveScheme, { id })).status).toBe(200)
})

describe('valid schemes', () => {
  const FORMS: Record<SchemeType, LegalForm[]> = {
    DB: ['OCCUPATIONAL_TRUST', 'MASTER_TRUST_SECTION', 'DEATH_BENEFIT_ONLY'],
    DC: ['OCCUPATIONAL_TRUST', 'MASTER_TRUST_SECTION', 'DEATH_BENEFIT_ONLY', 'ONE_MEMBER', 'AVC_ONLY'],
    RAC: ['TRUST_RAC', 'RAC_CONTRACT'],
    PRSA: ['PRSA_CONTRACT'],
  }
  test.each(Object.keys(FORMS) as SchemeType[])('the legal forms of a %s', async (type) => {
    const firm = await createFirm(service())
    const { id: employerId } = await firm.hasEmployer()
    for (const legalForm of contract.LegalForm.options) {
      const reply = await firm.broker.send(createScheme, { employerId, name: legalForm, type, legalForm })
      if (FORMS[type].includes(legalForm)) expect(reply).toMatchObject({ status: 201, body: { legalForm } })
      else expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: ['legalForm'] }] } })
    }
    expect((await firm.broker.call(listSchemes, {})).data).toHaveLength(FORMS[type].length)
  })

  test.each([
    ['DB', 'OCCUPATIONAL_TRUST'],
    ['DC', 'OCCUPATIONAL_TRUST'],
    ['RAC', 'RAC_CONTRACT'],
    ['PRSA', 'PRSA_CONTRACT'],
  ] as const)('a %s without a legal form is %s', async (type, legalForm) => {
    const firm = await createFirm(service())
    expect(await firm.hasScheme({ type })).toMatchObject({ legalForm })
  })

  test('an AVC-only scheme for a sole member is void', async () => {
    const firm = await createFirm(service())
    const { id: employerId } = await firm.hasEmployer()
    const fields = { employerId, name: 'AVCs', type: 'DC', legalForm: 'AVC_ONLY' }
    const counts = (active: number) => ({ active, deferred: 0, pensioner: 0, asOfOn: '2026-01-01' })
    expect(await firm.broker.send(createScheme, { ...fields, memberCounts: counts(1) })).toMatchObject(
      buildRefusal(422, 'SOLE_MEMBER_AVC_VOID', { source: 'Pensions Act 1990 s.123(1)' }),
    )
    expect(await firm.broker.send(createScheme, { ...fields, memberCounts: counts(2) })).toMatchObject({
      status: 201,
    })
  })

  test('a name is unique for its employer regardless of spaces, case and composition, and may exist at another', async () => {
    const firm = await createFirm(service())
    const { id, employerId } = await firm.hasScheme({ name: 'Páirc DC Scheme' })
    const decomposed = 'Páirc DC Scheme'.normalize('NFD')
    for (const name of ['Páirc DC Scheme', '  páirc dc SCHEME ', decomposed, 'Páirc\u200b DC\u00ad Scheme']) {
      expect(await firm.broker.send(createScheme, { employerId, name, type: 'DB' })).toMatchObject({
        status: 409,
        body: { error: 'This employer already has a scheme with this name', details: { code: 'DUPLICATE' } },
      })
    }
    expect(await firm.hasScheme({ name: 'Páirc DC Scheme' })).toMatchObject({ status: 'DRAFT' })
    const second = await firm.hasScheme({ employerId, name: 'Another' })
    expect(
      await firm.broker.send(updateScheme, { id: second.id, name: 'PÁIRC DC SCHEME', type: 'DC' }),
    ).toMatchObject(buildRefusal(409, 'DUPLICATE'))
    expect(await firm.broker.call(getScheme, { id: second.id })).toEqual(second)
    expect(await firm.broker.send(updateScheme, { id, name: 'PÁIRC DC SCHEME', type: 'DC' })).toMatchObject({
      status: 200,
    })
  })

  test('a name has 1 to 200 characters after trimming', async () => {
    const firm = await createFirm(service())
    const { id: employerId } = await firm.hasEmployer()
    for (const name of ['', '   ', 'x'.repeat(201)]) {
      expect(await firm.broker.send(createScheme, { employerId, name, type: 'DC' })).toMatchObject({
        status: 400,
        body: { error: 'Validation failed', issues: [{ path: ['name'] }] },
      })
    }
    expect(await firm.hasScheme({ employerId, name: ` ${'x'.repeat(200)} ` })).toMatchObject({
      name: 'x'.repeat(200),
    })
  })

  test('a PB number is stored in normal form and unique in a firm', async () => {
    const firm = await createFirm(service())
    expect(await firm.hasScheme({ pensionsAuthorityNumber: ' pb 12-345 ' })).toMatchObject({
      pensionsAuthorityNumber: 'PB12345',
    })
    const { id: employerId } = await firm.hasEmployer()
    expect(
      await firm.broker.send(createScheme, {
        employerId,
        name: 'Second',
        type: 'DC',
        pensionsAuthorityNumber: 'PB-12345',
      }),
    ).toMatchObject({ status: 409, body: { error: 'Another scheme of the firm has that PB number' } })
    const other = await createFirm(service())
    expect(await other.hasScheme({ pensionsAuthorityNumber: 'PB12345' })).toMatchObject({
      pensionsAuthorityNumber: 'PB12345',
    })
    expect(await firm.hasScheme({ pensionsAuthorityNumber: 'PB1234567' })).toMatchObject({ version: 1 })
  })

  test('a year end on 29 February is stored unchanged', async () => {
    const firm = await createFirm(service())
    expect(await firm.hasScheme({ schemeYearEnd: { month: 2, day: 29 } })).toMatchObject({
      schemeYearEnd: { month: 2, day: 29 },
    })
  })

  test('a scheme with two members cannot become a one-member arrangement', async () => {
    const firm = await createFirm(service())
    const { id, name } = await firm.hasScheme()
    const change = { id, name, type: 'DC', legalForm: 'ONE_MEMBER' } as const
    await firm.hasMember({ schemeId: id })
    await firm.hasMember({ schemeId: id })
    expect(await firm.broker.send(updateScheme, change)).toMatchObject(
      buildRefusal(422, 'ONE_MEMBER_ARRANGEMENT'),
    )
    const single = await firm.hasScheme()
    await firm.hasMember({ schemeId: single.id })
    await firm.hasMember({ schemeId: single.id, hasPensionAdjustmentOrder: true })
    expect(await firm.broker.send(updateScheme, { ...change, id: single.id })).toMatchObject({ status: 200 })
  })
})

describe('the compliance of a scheme', () => {
  test('counts its members by status', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    for (const status of ['ACTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER', 'PROSPECTIVE'] as const)
      await firm.hasMember({ schemeId: id, status })
    const { profile, schemeId } = await firm.broker.call(getSchemeCompliance, { id })
    expect(schemeId).toBe(id)
    expect(profile).toMatchObject({
      memberCounts: { active: 2, deferred: 1, pensioner: 1, source: 'DERIVED' },
      activeAndDeferred: 3,
      sizeBand: 'MICRO',
      doraTier: { value: 'NONE' },
      iorpInScope: { value: true, source: 'S.I. 128/2021 reg. 3' },
    })
  })

  test('uses stated counts instead if there are any', async () => {
    const firm = await createFirm(service())
    const memberCounts = { active: 90, deferred: 10, pensioner: 5, asOfOn: '2026-06-30' }
    const { id } = await firm.hasScheme({ memberCounts })
    const { profile } = await firm.broker.call(getSchemeCompliance, { id })
    expect(profile).toMatchObject({
      memberCounts: { active: 90, deferred: 10, pensioner: 5, source: 'STATED' },
      activeAndDeferred: 100,
      sizeBand: 'LARGE',
      doraTier: { value: 'FULL' },
    })
  })

  test('says who may approve, also while requirements are missing', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    const approvals = async () =>
      Promise.all(
        [firm.broker, firm.admin].map(
          async (person) => (await person.call(getSchemeCompliance, { id })).approval,
        ),
      )
    const tooLow = { mayApprove: false, reason: 'Only a broker administrator can approve this scheme' }
    expect(await approvals()).toEqual([
      tooLow,
      { mayApprove: false, reason: 'This scheme is not waiting for approval' },
    ])
    await service().asOwner(
      "update schemes set status = 'PENDING_APPROVAL', submitted_at = now() where id = $1",
      [id],
    )
    expect(await approvals()).toEqual([tooLow, { mayApprove: true, reason: null }])
    expect(await firm.admin.send(contract.approveScheme, { id })).toMatchObject(
      buildRefusal(422, 'SCHEME_INCOMPLETE'),
    )
  })

  test('is not available to employers, and neither is the filter by missing requirements', async () => {
    const firm = await createFirm(service())
    const { id, employerId } = await firm.hasScheme()
    for (const role of ['EmployerUser', 'EmployerAdmin'] as const) {
      const person = await firm.hires(role, { employerId })
      expect(await person.send(getSchemeCompliance, { id })).toMatchObject({ status: 403 })
      expect(await person.send(listSchemes, { missing: 'TRUSTEES' })).toMatchObject({
        status: 403,
        body: { error: 'Insufficient role' },
      })
    }
    expect((await firm.broker.call(listSchemes, { missing: 'TRUSTEES' })).data).toMatchObject([{ id }])
    expect(await firm.broker.send(listSchemes, { missing: 'TRUSTEE_DIRECTORS' })).toMatchObject({
      status: 400,
    })
  })
})

test('an EmployerUser sees exactly the schemes of their employer', async () => {
  const firm = await createFirm(service())
  const [own, foreign] = [await firm.hasScheme(), await firm.hasScheme()]
  const employerUser = await firm.hires('EmployerUser', { employerId: own.employerId })
  expect((await employerUser.call(listSchemes, {})).data).toEqual([own])
  expect((await employerUser.call(listSchemes, { employerId: foreign.employerId })).data).toEqual([])
  expect(await employerUser.call(getScheme, { id: own.id })).toEqual(own)
  expect(await employerUser.send(getScheme, { id: foreign.id })).toMatchObject({
    status: 403,
    body: { error: 'This resource does not belong to your organisation' },
  })
  expect(await employerUser.send(updateScheme, { id: own.id, name: 'Mine', type: 'DC' })).toMatchObject({
    status: 403,
    body: { error: 'Insufficient role' },
  })
})

async function appointed(
  firm: Firm,
  schemeId: string,
  role: 'TRUSTEE' | 'DIRECTOR_OF_CORPORATE_TRUSTEE' = 'TRUSTEE',
) {
  const { id } = await firm.broker.call(createTrustee, {
    id: schemeId,
    personName: `Trustee ${nextUniqueText()}`,
    role,
  })
  await firm.broker.call(assessTrustee, { id })
  await firm.admin.call(appointTrustee, { id })
  return id
}

async function approved(firm: Firm, { id }: Scheme): Promise<Scheme> {
  await firm.broker.call(contract.submitScheme, { id })
  return firm.admin.call(contract.approveScheme, { id })
}
