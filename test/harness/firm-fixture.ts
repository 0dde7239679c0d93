/**
 * A firm with one record of every kind and one person in every role: the generated tests act as these persons on these records.
 * The template of a run holds three such fixtures (`SeededFirms`); a test that needs another one seeds it.
 */

import { ROLES } from '../../src/contract/access.ts'
import { createBreach } from '../../src/contract/breaches.ts'
import { createComplianceStatement } from '../../src/contract/compliance-statements.ts'
import type { Role } from '../../src/contract/define.ts'
import { createDocument } from '../../src/contract/documents.ts'
import { createFileNote } from '../../src/contract/file-notes.ts'
import { createGrant } from '../../src/contract/grants.ts'
import { CONTRACTS } from '../../src/contract/index.ts'
import { createKeyFunctionHolder } from '../../src/contract/key-function-holders.ts'
import { createMeetingAction } from '../../src/contract/meeting-actions.ts'
import { importMembers } from '../../src/contract/member-imports.ts'
import { createOutsourcingArrangement } from '../../src/contract/outsourcing-arrangements.ts'
import { createOwnRiskAssessment } from '../../src/contract/own-risk-assessments.ts'
import { createPolicy } from '../../src/contract/policies.ts'
import { createSchemeEvent } from '../../src/contract/scheme-events.ts'
import { updateScheme } from '../../src/contract/schemes.ts'
import { createServiceProvider } from '../../src/contract/service-providers.ts'
import { setTenantLogo } from '../../src/contract/tenants.ts'
import { createTrusteeMeeting, holdTrusteeMeeting } from '../../src/contract/trustee-meetings.ts'
import { createTrusteeTraining } from '../../src/contract/trustee-trainings.ts'
import { createTrustee } from '../../src/contract/trustees.ts'
import { createId } from '../../src/server/platform/ids.ts'
import { RESOURCES } from '../../src/server/platform/resources.ts'
import { A_LOGO } from '../fixtures/logos.ts'
import { assertNotInLogs } from './canaries.ts'
import type { FirmFixture, Kind, Records } from './fixture-records.ts'
import type { Service } from './open-service.ts'
import {
  type Caller,
  createCaller,
  createFirm,
  type Firm,
  insertPeople,
  nextUniqueText,
  type Person,
  type Staff,
  toFirm,
} from './people.ts'
import { A_TEXT, buildCorpusSnapshot, buildMembers, findSample, PASSWORD, toDashes } from './samples.ts'

/** A fixture as stored in the template of a run. */
export interface StoredFixture {
  firmId: string
  staff: Staff
  records: Records
  people: Record<Role, Person>
}

/** The firms of the template: one with two employers, each with its own records and people, and another firm. */
export interface SeededFirms<Fixture> {
  firm: Fixture
  secondEmployer: Fixture
  otherFirm: Fixture
}

export async function openFixture(service: Service, stored: StoredFixture): Promise<FirmFixture> {
  const { firmId, staff, records, people } = stored
  const callers = await Promise.all(
    Object.entries(people).map(
      async ([role, person]) => [role, await createCaller(service, person)] as const,
    ),
  )
  return {
    service,
    firm: await toFirm(service, firmId, staff),
    records,
    people: Object.fromEntries(callers) as Record<Role, Caller>,
  }
}

export async function seedFirmWithEverything(service: Service): Promise<FirmFixture> {
  const firm = await createFirm(service)
  return openFixture(service, await seedEmployerWithEverything(service, firm))
}

/** The service, firm and scheme that the records of a fixture belong to. */
interface Parties {
  service: Service
  firm: Firm
  scheme: { id: string; employerId: string }
}

/** Seeds another employer of the same firm, with its own people and records. */
export const seedSecondEmployer = async ({ service, firm }: FirmFixture): Promise<FirmFixture> =>
  openFixture(service, await seedEmployerWithEverything(service, firm))

export async function seedEmployerWithEverything(service: Service, firm: Firm): Promise<StoredFixture> {
  await firm.admin.upload(setTenantLogo, { id: firm.id }, A_LOGO)
  const employer = await firm.hasEmployer()
  const scheme = await firm.hasScheme({ employerId: employer.id })
  const member = await firm.hasMember({ schemeId: scheme.id, employeeRatePercent: 5 })
  const personName = `Trustee ${nextUniqueText()}`
  assertNotInLogs(service.runFolder, PASSWORD, personName)
  const trustee = await firm.broker.call(createTrustee, { id: scheme.id, personName })
  const { body: document } = await firm.broker.upload(
    createDocument,
    {
      memberId: member.id,
      kind: 'PENSION_BENEFIT_STATEMENT',
      title: `Statement ${nextUniqueText()}`,
      visibility: 'MEMBER',
    },
    A_TEXT,
  )
  const governance = await createGovernanceRecords({ service, firm, scheme })
  const trusteeRecords = await createTrusteeRecords({ service, firm, scheme }, trustee.id)
  // A PRSA contract is outside the regime, so that its approval has no further conditions.
  await firm.broker.call(updateScheme, { id: scheme.id, name: scheme.name, type: 'PRSA' })
  const contribution = await createContribution(service, firm.id, { ...scheme, memberId: member.id })
  const [user, ...people] = await insertPeople(
    service,
    (['EmployerUser', ...ROLES] as const).map((role) => ({
      tenantId: role === 'SuperAdmin' ? 'platform' : firm.id,
      role,
      password: PASSWORD,
      ...(role === 'EmployerAdmin' || role === 'EmployerUser' ? { employerId: employer.id } : {}),
      ...(role === 'Member' ? { memberId: member.id } : {}),
    })),
  )
  const assistantAnswer = await createAnswer(service, firm.id, firm.broker.id)
  await formerObligations(service, firm.id, scheme.id)
  const { id: fileNote } = await firm.broker.call(createFileNote, {
    id: scheme.id,
    text: 'A note of a fixture',
    answerId: assistantAnswer,
  })
  const byRole = Object.fromEntries(people.map((person) => [person.role, person])) as Record<Role, Person>
  return {
    firmId: firm.id,
    staff: firm.staff,
    records: await createOtherRecords(service, firm, {
      tenant: firm.id,
      employer: employer.id,
      scheme: scheme.id,
      member: member.id,
      trustee: trustee.id,
      document: document.id,
      contribution,
      participation: await participationOf(service, scheme.id),
      ...governance,
      ...trusteeRecords,
      obligation: await createObligation(service, firm, employer.id),
      draft: await createDraft(service, firm.id, scheme.id),
      assistantAnswer,
      fileNote,
      comment: await createComment(service, firm.id, scheme.id, byRole),
      schemeImport: await createSchemeImport(service, firm, scheme.id),
      importDraft: await createImportDraft(service, firm, scheme),
      obligationConfirmation: await createConfirmation(service, firm.id, byRole.BrokerUser.id),
      corpusReview: await createReview(service, firm.id, { schemeId: scheme.id, fileNote }),
      trusteeReview: await createReviewOfTrustees(service, firm.id, {
        scheme: scheme.id,
        trustee: trustee.id,
        meeting: trusteeRecords.trusteeMeeting,
      }),
      grant: (
        await firm.admin.call(createGrant, {
          capability: 'TRUSTEE',
          schemeId: scheme.id,
          trusteeId: trustee.id,
          email: `trustee-${nextUniqueText()}@example.com`,
        })
      ).id,
      user: user?.id ?? '',
    }),
    people: byRole,
  }
}

/** Creates a record of each kind that the fixture does not have yet, from the sample of the operation that creates it. */
async function createOtherRecords(service: Service, firm: Firm, known: Partial<Records>): Promise<Records> {
  const records = { ...known } as Records
  for (const kind of Object.keys(RESOURCES) as Kind[]) {
    if (records[kind] || kind === 'webhookDelivery') continue
    const contract = CONTRACTS.find(({ name }) => name === `${toDashes(kind)}.create`)
    if (!contract) throw new Error(`Create a record of the kind ${kind} in test/harness/firm-fixture.ts`)
    const caller = contract.access === 'BrokerAdmin' ? firm.admin : firm.broker
    const { body } = await caller.send(contract, findSample(contract).sent(records))
    records[kind] = body.id
  }
  return { ...records, webhookDelivery: await createDelivery(service, firm.id, records.webhook) }
}

/** Inserts a delivery that was given up: it is not sent during other tests. */
async function createDelivery(service: Service, firmId: string, webhookId: string): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_type, entity_type, entity_id, status, attempts)
     values ($1, $2, $3, 'webhook.test', 'webhook', $3, 'FAILED', 10)`,
    [firmId, id, webhookId],
  )
  return id
}

async function createAnswer(service: Service, firmId: string, userId: string): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into assistant_answers (tenant_id, id, user_id, question, on_day, mode, answer, sentences, citations, notes, created_by)
     values ($1, $2, $3, 'A question of a fixture', '2026-11-21', 'EXTRACTS', 'An answer of a fixture', '[]', '[]', '{}', $3)`,
    [firmId, id, userId],
  )
  return id
}

async function createComment(
  service: Service,
  firmId: string,
  schemeId: string,
  { BrokerUser, BrokerAdmin }: Record<Role, Person>,
): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into comments (tenant_id, id, entity_type, entity_id, scheme_id, text, mention_ids, created_by)
     values ($1, $2, 'scheme', $3, $3, 'A comment of a fixture', array[$5], $4)`,
    [firmId, id, schemeId, BrokerUser.id, BrokerAdmin.id],
  )
  for (const { id: userId } of [BrokerUser, BrokerAdmin])
    await service.asOwner(
      `insert into inbox_items (tenant_id, id, user_id, kind, entity_type, entity_id, comment_id, created_by)
       values ($1, $2, $3, 'MENTION', 'scheme', $4, $5, $6)`,
      [firmId, createId(), userId, schemeId, id, BrokerUser.id],
    )
  return id
}

async function createDraft(service: Service, firmId: string, schemeId: string): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into drafts (tenant_id, id, scheme_id, kind, title, search_key, text, open_places, template_version, corpus_snapshot,
       passages, facts, filled_places)
     values ($1, $2, $3, 'RISK_MANAGEMENT_POLICY', 'Draft', 'draft', 'Text of a draft', 0, 1, $4, '[]', '[]', '[]')`,
    [firmId, id, schemeId, buildCorpusSnapshot(schemeId)],
  )
  await service.asOwner(
    `insert into draft_versions (tenant_id, draft_id, number, id, origin, text, sha256)
     values ($1, $2, 1, $3, 'COMPOSED', 'Text of a draft', 'sha256 of the text')`,
    [firmId, id, createId()],
  )
  return id
}

async function createReview(
  service: Service,
  firmId: string,
  { schemeId, fileNote }: { schemeId: string; fileNote: string },
): Promise<string> {
  const [id, documentId] = [createId(), createId()]
  await service.asOwner(
    `insert into corpus_documents (id, doc_id, title, kind, authority_rank, version_on, content_hash)
     values ($1, $1, 'A text of a fixture', 'IE_ACT', 20, '2026-01-01', 'hash')`,
    [documentId],
  )
  await service.asOwner(
    `insert into corpus_reviews (tenant_id, id, document_id, ingest_id, place, anchor, citation, what, version_on, kind, record_id, subject, label, scheme_id)
     values ($1, $2, $3, $2, 'SECTION 1', 'section-1', 'Section 1', 'REMOVED', '2026-11-21', 'FILE_NOTE', $4, $4, 'A question of a fixture', $5)`,
    [firmId, id, documentId, fileNote, schemeId],
  )
  return id
}

/** Inserts a paper as after it was sent, because the trustee of the fixture is not in office. */
async function createReviewOfTrustees(
  service: Service,
  firmId: string,
  { scheme, trustee, meeting }: { scheme: string; trustee: string; meeting: string },
): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into trustee_reviews (tenant_id, id, scheme_id, subject_kind, subject_id, subject_version, title, approvals_required)
     select m.tenant_id, $2, m.scheme_id, 'MINUTES', m.id, m.version, 'Minutes of a fixture', 1
       from trustee_meetings m where m.tenant_id = $1 and m.id = $3`,
    [firmId, id, meeting],
  )
  await service.asOwner(
    `insert into trustee_review_responses (tenant_id, id, review_id, scheme_id, trustee_id) values ($1, $2, $3, $4, $5)`,
    [firmId, createId(), id, scheme, trustee],
  )
  return id
}

async function createSchemeImport(service: Service, firm: Firm, schemeId: string): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into scheme_imports (tenant_id, id, file_name, employer_ids, scheme_ids, trustee_ids, training_ids, member_ids, drafts, created_by)
     values ($1, $2, 'schemes of a fixture.xlsx', '{}', array[$3], '{}', '{}', '{}', 1, $4)`,
    [firm.id, id, schemeId, firm.broker.id],
  )
  return id
}

async function createImportDraft(
  service: Service,
  firm: Firm,
  { id: schemeId, employerId }: { id: string; employerId: string },
): Promise<string> {
  const { body } = await firm.broker.upload(
    importMembers,
    { schemeId, dryRun: true, keep: true },
    buildMembers(),
  )
  const { importDraftId } = body
  await service.asOwner('update import_drafts set employer_id = $2 where id = $1', [
    importDraftId,
    employerId,
  ])
  return importDraftId ?? ''
}

async function createConfirmation(service: Service, firmId: string, userId: string): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into obligation_confirmations (tenant_id, id, status, answer, is_on_due_date, rule_ids, obligation_ids, total, created_by)
     values ($1, $2, 'RUNNING', 'NOT_DONE', false, '{}', '{}', 1, $3)`,
    [firmId, id, userId],
  )
  return id
}

async function participationOf(service: Service, schemeId: string): Promise<string> {
  const [participation] = await service.asOwner<{ id: string }>(
    'select id from scheme_participations where scheme_id = $1',
    [schemeId],
  )
  return participation?.id ?? ''
}

/** Returns an obligation that fell due before the scheme was added. */
async function createObligation(service: Service, firm: Firm, employerId: string): Promise<string> {
  const { id: schemeId } = await firm.hasActiveScheme({ employerId, wentLiveOn: '2015-03-01' })
  const [obligation] = await service.asOwner<{ id: string }>(
    "select id from obligations where scheme_id = $1 and rule_id = 'GOV-14'",
    [schemeId],
  )
  return obligation?.id ?? ''
}

/** Inserts obligations as after an earlier approval of the scheme, which is a draft without any: one waived, one to confirm. */
async function formerObligations(service: Service, firmId: string, schemeId: string): Promise<void> {
  await service.asOwner(
    `insert into obligations (tenant_id, id, scheme_id, rule_id, period_key, rule_version, title, search_key, who, source, citations,
       due_on, soon_days, state, reason, is_by_hand, waiver_reason, severity, confidence)
     values ($1, $2, $4, 'GOV-14', '2025-10-01', 1, 'Review', 'review', 'Trustees', '', '{}', '2026-10-01', 30, 'WAIVED', 'Every year',
         true, 'Not pursued', 'LOW', 'L'),
       ($1, $3, $4, 'GOV-14', '2019-10-01', 1, 'Review', 'review', 'Trustees', '', '{}', '2020-10-01', 30, 'TO_CONFIRM', 'Every year',
         false, null, 'LOW', 'L')`,
    [firmId, createId(), createId(), schemeId],
  )
}

/** Inserts a contribution batch as after an upload, because the scheme is still a draft. */
async function createContribution(
  service: Service,
  firmId: string,
  scheme: { id: string; name: string; employerId: string; memberId: string },
): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month,
       status, source, file_name, file_sha256, row_count, line_count, ee_cents, er_cents, avc_cents, er_special_cents,
       single_premium_cents, due_on)
     values ($1, $2, $3, $4, 'PRSA', 'PRSA_CONTRACT', $5, '2026-10', 'AWAITING_FUNDS', 'CSV', 'payroll.csv', $2, 1, 1, 10000, 0, 0, 0,
       0, '2026-11-21')`,
    [firmId, id, scheme.id, scheme.name, scheme.employerId],
  )
  await service.asOwner(
    `insert into contribution_lines (tenant_id, batch_id, number, employer_id, member_id, row_number, kind, pay_on, ee_cents, er_cents,
       avc_cents, er_special_cents, single_premium_cents)
     values ($1, $2, 1, $3, $4, 2, 'REGULAR', '2026-10-30', 10000, 0, 0, 0, 0)`,
    [firmId, id, scheme.employerId, scheme.memberId],
  )
  return id
}

/** Creates the records that only a scheme within the regime can have. */
async function createGovernanceRecords({
  service,
  firm,
  scheme,
}: Parties): Promise<
  Pick<
    Records,
    | 'schemeEvent'
    | 'ownRiskAssessment'
    | 'riskItem'
    | 'writtenPolicy'
    | 'serviceProvider'
    | 'outsourcingArrangement'
    | 'keyFunctionHolder'
    | 'breach'
  >
> {
  const { broker } = firm
  const [contactName, holderName] = [`Contact ${nextUniqueText()}`, `Holder ${nextUniqueText()}`]
  assertNotInLogs(service.runFolder, contactName, holderName)
  const event = await broker.call(createSchemeEvent, {
    id: scheme.id,
    kind: 'RULE_AMENDMENT',
    occurredOn: '2026-10-05',
    title: 'Deed of amendment',
  })
  const assessment = await broker.call(createOwnRiskAssessment, {
    schemeId: scheme.id,
    trigger: 'INITIAL',
    asOfOn: '2026-09-30',
  })
  const policy = await broker.call(createPolicy, {
    schemeId: scheme.id,
    kind: 'RISK_MANAGEMENT',
    title: 'Policy',
    content: 'Text of a policy',
  })
  const provider = await broker.call(createServiceProvider, {
    name: 'Consultants',
    kinds: ['CONSULTANT'],
    contactName,
  })
  const arrangement = await broker.call(createOutsourcingArrangement, {
    schemeId: scheme.id,
    providerId: provider.id,
    activity: 'CONSULTING',
    inForceFrom: '2026-10-01',
  })
  const holder = await broker.call(createKeyFunctionHolder, {
    schemeId: scheme.id,
    function: 'RISK_MANAGEMENT',
    holderKind: 'INDIVIDUAL',
    holderName,
    relationship: 'EMPLOYER_STAFF',
    proposedOn: '2026-09-01',
  })
  const breach = await broker.call(createBreach, {
    schemeId: scheme.id,
    employerId: scheme.employerId,
    category: 'LATE_REPORT',
    title: 'Report late',
    occurredOn: '2026-10-01',
    detectedOn: '2026-10-05',
    awareAt: '2026-10-05T09:00:00Z',
  })
  return {
    schemeEvent: event.id,
    ownRiskAssessment: assessment.id,
    riskItem: await insertRiskItem(service, firm.id, scheme.id, assessment.id),
    writtenPolicy: policy.id,
    serviceProvider: provider.id,
    outsourcingArrangement: arrangement.id,
    keyFunctionHolder: await withReport(service, firm.id, scheme.id, holder.id),
    breach: breach.id,
  }
}

async function createTrusteeRecords(
  { service, firm: { broker }, scheme }: Parties,
  trusteeId: string,
): Promise<Pick<Records, 'trusteeTraining' | 'trusteeMeeting' | 'meetingAction' | 'complianceStatement'>> {
  // The database sets the time of creation by its own clock, which is ahead of the clock of tests.
  await service.asOwner("update trustees set created_at = '2026-01-05' where id = $1", [trusteeId])
  const training = await broker.call(createTrusteeTraining, {
    id: trusteeId,
    completedOn: '2026-10-06',
    topic: 'Duties of trustees',
  })
  const meeting = await broker.call(createTrusteeMeeting, {
    id: scheme.id,
    title: 'Autumn meeting',
    plannedForOn: '2026-10-07',
  })
  await broker.call(holdTrusteeMeeting, { id: meeting.id, attendees: ['Attendee'], quorumMet: true })
  const action = await broker.call(createMeetingAction, {
    id: meeting.id,
    description: 'Ask the auditor',
    dueOn: '2026-12-01',
  })
  const statement = await broker.call(createComplianceStatement, {
    id: scheme.id,
    acsYear: 2024,
    answers: [{ ref: 'Chapter', compliant: 'Y' }],
  })
  return {
    trusteeTraining: training.id,
    trusteeMeeting: meeting.id,
    meetingAction: action.id,
    complianceStatement: statement.id,
  }
}

/** Inserts the risk directly, because the service adds risks only to an assessment that has started. */
async function insertRiskItem(
  service: Service,
  firmId: string,
  schemeId: string,
  assessmentId: string,
): Promise<string> {
  const id = createId()
  await service.asOwner(
    `insert into risk_items (tenant_id, id, assessment_id, scheme_id, area, description, inherent_likelihood, inherent_impact,
       residual_likelihood, residual_impact) values ($1, $2, $3, $4, 'OPERATIONAL', 'Records are lost', 3, 4, 2, 4)`,
    [firmId, id, assessmentId, schemeId],
  )
  return id
}

/** Inserts the report directly, because the service accepts reports only of an appointed holder. */
async function withReport(
  service: Service,
  firmId: string,
  schemeId: string,
  holderId: string,
): Promise<string> {
  await service.asOwner(
    `insert into key_function_reports (tenant_id, id, holder_id, number, scheme_id, period_ends_on, received_on, has_material_findings, findings)
     values ($1, $2, $3, 1, $4, '2026-09-30', '2026-10-15', true, 'Findings of a sample')`,
    [firmId, createId(), holderId, schemeId],
  )
  return holderId
}
