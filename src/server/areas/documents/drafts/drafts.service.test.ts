/** Drafts from template to approval: filled placeholders, obstacles to approval, stored results. */
import { beforeAll, describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { ingestCorpus } from '../../../../contract/corpus.ts'
import { downloadDocument, getDocument } from '../../../../contract/documents.ts'
import { DraftKind, type DraftSubject } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import * as contract from '../../../../contract/drafts.ts'
import {
  approveDraft,
  compareDraft,
  createDraft,
  type Draft,
  discardDraft,
  downloadDraft,
  getDraft,
  getDraftVersion,
  listDrafts,
  listDraftVersions,
  updateDraft,
  withdrawDrafts,
} from '../../../../contract/drafts.ts'
import {
  createOwnRiskAssessment,
  getOwnRiskAssessment,
  startOwnRiskAssessment,
  writeAssessmentSection,
} from '../../../../contract/own-risk-assessments.ts'
import { createPolicy, getPolicy, getPolicyVersion } from '../../../../contract/policies.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { createTrustee } from '../../../../contract/trustees.ts'
import { createRunInBulk } from '../../../operation/run-as.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import { openArchive } from '../../../platform/sheet/archive.ts'
import { readStarterSynonyms } from '../../law/corpus/index.ts'
import { DRAFT_MARK } from './compose.ts'
import type { WriteSections } from './create-draft.ts'
import { createDraftOperations } from './operations.ts'
import { TEMPLATES } from './templates.ts'

const service = useService({ emptyDatabase: true })

let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
  await ingest('Institutions shall have an effective risk management function, and a risk management policy.')
})

const ingest = (words: string, versionDate = '2024-01-09') =>
  createAnonymousCaller(service()).send(
    ingestCorpus,
    {
      documents: [
        {
          docId: 'EU-32016L2341',
          title: 'Directive (EU) 2016/2341 (IORP II)',
          kind: 'EU_DIRECTIVE',
          text: `## Article 25 — Risk management\n\n1. ${words}`,
          versionDate,
        },
      ],
    },
    { headers: { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` } },
  )

type Fields = Parameters<Firm['hasScheme']>[0]
const SCHEMES: Record<string, Fields> = {
  DC: { type: 'DC', schemeYearEnd: { month: 12, day: 31 }, registeredAdministratorName: 'Admin Ltd' },
  DB: { type: 'DB', considersEsg: true },
  'own funds': { type: 'DB', isRegulatoryOwnFunds: true },
  'one member': { type: 'DC', legalForm: 'ONE_MEMBER' },
  'master trust section': { type: 'DC', legalForm: 'MASTER_TRUST_SECTION', trustMemberCount: 4_000 },
  'trust RAC': { type: 'RAC', legalForm: 'TRUST_RAC' },
  'contract RAC': { type: 'RAC', legalForm: 'RAC_CONTRACT' },
  PRSA: { type: 'PRSA' },
}

/** One record of each kind that a draft can concern, by kind. */
async function subjectsOf(scheme: Scheme): Promise<Record<DraftSubject, string | null>> {
  const [provider, arrangement, holder, meeting, batch, breach] = Array.from(
    { length: 6 },
    createId,
  ) as string[]
  const values = { firm: scheme.tenantId, scheme: scheme.id, employer: scheme.employerId }
  const run = (statement: string, ...more: unknown[]) =>
    service().asOwner(statement, [values.firm, values.scheme, ...more])
  await service().asOwner(
    `insert into service_providers (tenant_id, id, name, search_key, kinds) values ($1, $2, 'Payroll Partners', 'payroll partners', '{IT}')`,
    [values.firm, provider],
  )
  await run(
    `insert into outsourcing_arrangements (tenant_id, scheme_id, id, provider_id, activity, in_force_from, notice_days)
     values ($1, $2, $3, $4, 'CONSULTING', '2026-10-01', 90)`,
    arrangement,
    provider,
  )
  await run(
    `insert into key_function_holders (tenant_id, scheme_id, id, function, holder_kind, holder_name, search_key, relationship, proposed_on)
     values ($1, $2, $3, 'RISK_MANAGEMENT', 'INDIVIDUAL', 'Aoife Holder', 'aoife holder', 'EMPLOYER_STAFF', '2026-09-01')`,
    holder,
  )
  await run(
    `insert into trustee_meetings (tenant_id, scheme_id, id, planned_for_on, held_on, title, search_key, attendees, decisions, status)
     values ($1, $2, $3, '2026-10-07', '2026-10-07', 'Autumn meeting', 'autumn meeting', '{Aoife,Cian}', 'To go on', 'HELD')`,
    meeting,
  )
  await run(
    `insert into contribution_batches (tenant_id, scheme_id, id, employer_id, scheme_name, scheme_type, legal_form, payroll_month, status,
       source, file_name, file_sha256, row_count, line_count, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents, due_on)
     values ($1, $2, $3, $4, $5, $6, $7, '2026-09', 'AWAITING_FUNDS', 'CSV', 'payroll.csv', $3, 1, 1, 123456, 0, 0, 0, 0, '2026-10-21')`,
    batch,
    values.employer,
    scheme.name,
    scheme.type,
    scheme.legalForm,
  )
  await run(
    `insert into breaches (tenant_id, scheme_id, id, employer_id, source, category, title, search_key, occurred_on, detected_on, aware_at, severity)
     values ($1, $2, $3, $4, 'MANUAL', 'LATE_REPORT', 'Report late', 'report late', '2026-10-01', '2026-10-05', '2026-10-05T09:00:00Z', 'MEDIUM')`,
    breach,
    values.employer,
  )
  return {
    NONE: null,
    KEY_FUNCTION_HOLDER: holder as string,
    OUTSOURCING_ARRANGEMENT: arrangement as string,
    BREACH: breach as string,
    TRUSTEE_MEETING: meeting as string,
    CONTRIBUTION_BATCH: batch as string,
    EMPLOYER: scheme.employerId,
  }
}

const POLICIES = DraftKind.options.filter((kind) => {
  const { becomes } = DRAFT_KINDS[kind]
  return typeof becomes === 'object' && 'policyKind' in becomes
})
/**
 * Draft kinds refused for each scheme. Most schemes have no recorded member count, so an ICT framework may be needed and can be drafted.
 */
const REFUSED: Record<string, readonly DraftKind[]> = {
  DC: ['ACTUARIAL_POLICY', 'SUSTAINABILITY_POLICY'],
  DB: ['ACTUARIAL_POLICY'],
  'own funds': ['SUSTAINABILITY_POLICY'],
  'one member': ['ACTUARIAL_POLICY', 'ICT_RISK_FRAMEWORK', 'SUSTAINABILITY_POLICY'],
  'master trust section': ['ACTUARIAL_POLICY', 'SUSTAINABILITY_POLICY'],
  'trust RAC': ['ACTUARIAL_POLICY', 'SUSTAINABILITY_POLICY'],
  ...Object.fromEntries(
    ['contract RAC', 'PRSA'].map((name) => [
      name,
      [
        ...POLICIES,
        'OWN_RISK_ASSESSMENT_REPORT',
        'KEY_FUNCTION_APPOINTMENT_LETTER',
        'FIT_AND_PROPER_QUESTIONNAIRE',
        'COMPLIANCE_STATEMENT_CHECKLIST',
        'TRUSTEE_MINUTES',
        'OUTSOURCING_NOTIFICATION',
        'SUPERVISORY_COVER_LETTER',
      ],
    ]),
  ),
}

describe.each(Object.keys(SCHEMES))('for a scheme: %s', (name) => {
  test('users can draft every applicable kind, and no other', async () => {
    const scheme = await firm.hasScheme(SCHEMES[name])
    const subjects = await subjectsOf(scheme)
    const refused: DraftKind[] = []
    for (const kind of DraftKind.options) {
      const { subject, label } = DRAFT_KINDS[kind]
      const reply = await firm.broker.send(createDraft, {
        schemeId: scheme.id,
        kind,
        subjectId: subjects[subject],
      })
      if (reply.status === 422) {
        const details = { code: 'NOT_DRAFTED', field: 'kind', passage: expect.any(String) }
        expect(reply.body).toMatchObject({ details })
        refused.push(kind)
        continue
      }
      expect(reply.status, `${kind}: ${reply.text}`).toBe(201)
      const draft = reply.body as Draft
      expect(draft).toMatchObject({ kind, title: label, status: 'DRAFT', latestVersion: 1, model: null })
      expect(draft.text).toContain(`**${DRAFT_MARK}**`)
      expect(draft.places.map((place) => place.name)).not.toContain('schemeName')
      // A placeholder with a recorded value is unfilled only where the record has none.
      expect(draft.places.filter(({ filling }) => filling === 'UNKNOWN')).toEqual([])
      expect(draft.openPlaces).toBe(draft.places.reduce((sum, { count }) => sum + count, 0))
      expect(draft.provenance).toMatchObject({
        templateVersion: TEMPLATES[kind].version,
        model: null,
        promptSha256s: [],
        corpusSnapshot: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(draft.provenance.facts).toContainEqual({ name: 'Type', value: expect.any(String) })
    }
    expect(refused.sort()).toEqual([...(REFUSED[name] ?? [])].sort())
  })
})

interface Drafted {
  firm: Firm
  scheme: Scheme
  draft: Draft
}

/** In a firm with two administrators: the broker writes, an administrator approves. */
async function drafted(kind: DraftKind, fields: Fields = { type: 'DC' }): Promise<Drafted> {
  const own = await createFirm(service())
  const scheme = await own.hasScheme(fields)
  const subjects = await subjectsOf(scheme)
  const draft = await own.broker.call(createDraft, {
    schemeId: scheme.id,
    kind,
    subjectId: subjects[DRAFT_KINDS[kind].subject],
  })
  return { firm: own, scheme, draft }
}

const PLACE = /\{\{[^}]*\}\}/g
const CHECK = /^> Check: .*\n*/gm
const finish = (text: string): string => text.replace(CHECK, '').replace(PLACE, 'written by hand')
/** Overwrites every placeholder and settles every open point. */
const written = (own: Firm, { id, title, text }: Draft): Promise<Draft> =>
  own.broker.call(updateDraft, { id, title, text: finish(text) })

const entriesOf = async (own: Firm, entityId: string) =>
  (await own.admin.call(listAuditEntries, { entityId, limit: 200 })).data

describe('a draft', () => {
  test('is filled in from the records and lists the unfilled placeholders', async () => {
    const own = await createFirm(service())
    const scheme = await own.hasScheme({
      type: 'DC',
      pensionsAuthorityNumber: `PB${Math.floor(Math.random() * 900_000) + 100_000}`,
    })
    const personName = `Trustee ${nextUniqueText()}`
    assertNotInLogs(service().runFolder, personName)
    const trustee = await own.broker.call(createTrustee, { id: scheme.id, personName })
    await service().asOwner("update trustees set status = 'APPOINTED', role = 'CHAIR' where id = $1", [
      trustee.id,
    ])
    const draft = await own.broker.call(createDraft, { schemeId: scheme.id, kind: 'RISK_MANAGEMENT_POLICY' })
    expect(draft.text).toContain(scheme.name)
    expect(draft.text).toContain(personName)
    expect(draft.provenance.filledPlaces.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['schemeName', 'trusteeNames']),
    )
    // Three years from the day of the draft.
    expect(draft.text).toContain('The next review is due by 21 November 2029')
    const byHand = draft.places.find(({ name }) => name === 'riskAppetite')
    expect(byHand).toEqual({
      name: 'riskAppetite',
      label: 'Appetite for risk',
      description: expect.any(String),
      count: expect.any(Number),
      filling: 'BY_HAND',
    })
    expect(draft.places.find(({ name }) => name === 'memberCount')).toMatchObject({ filling: 'RECORD' })
    expect(draft.becomes).toEqual({ kind: 'POLICY', label: expect.stringContaining('Risk management') })
    expect(await own.broker.call(getDraft, { id: draft.id })).toEqual(draft)
    const log = JSON.stringify(await entriesOf(own, draft.id))
    expect(log).not.toContain(personName)
    expect(log).toContain('textSha256')
  })

  test('about a late payroll month contains its amounts and its month', async () => {
    const { draft } = await drafted('LATE_CONTRIBUTION_LETTER')
    expect(draft.text).toContain('€1,234.56')
    expect(draft.text).toContain('September 2026')
    expect(draft.text).toContain('21 October 2026')
  })

  test('cites the passages that the search questions of its sections find', async () => {
    const { draft } = await drafted('RISK_MANAGEMENT_POLICY')
    expect(draft.provenance.passages).toContainEqual({
      section: expect.any(String),
      docId: 'EU-32016L2341',
      anchor: expect.any(String),
      citation: expect.stringContaining('25'),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test.each([
    ['is missing', 'TRUSTEE_MINUTES', () => null, 422, 'SUBJECT_MISSING'],
    [
      'is not asked for',
      'RISK_MANAGEMENT_POLICY',
      (one: Record<string, string | null>) => one.EMPLOYER,
      422,
      'NO_SUBJECT',
    ],
    ['is nobody’s', 'TRUSTEE_MINUTES', () => createId(), 404, undefined],
  ] as const)('is refused if its subject %s', async (_, kind, subjectId, status, code) => {
    const scheme = await firm.hasScheme({ type: 'DC' })
    const subjects = await subjectsOf(scheme)
    const reply = await firm.broker.send(createDraft, {
      schemeId: scheme.id,
      kind,
      subjectId: subjectId(subjects),
    })
    expect(reply).toMatchObject({ status, body: code ? { details: { code, field: 'subjectId' } } : {} })
  })

  test.each(DraftKind.options.filter((kind) => DRAFT_KINDS[kind].subject !== 'NONE'))(
    'about a record of another scheme is refused: %s',
    async (kind) => {
      const [scheme, other] = [await firm.hasScheme({ type: 'DC' }), await firm.hasScheme({ type: 'DC' })]
      const subjects = await subjectsOf(other)
      const subjectId =
        DRAFT_KINDS[kind].subject === 'EMPLOYER'
          ? (await firm.hasEmployer()).id
          : subjects[DRAFT_KINDS[kind].subject]
      expect(await firm.broker.send(createDraft, { schemeId: scheme.id, kind, subjectId })).toMatchObject(
        buildRefusal(422, 'NOT_TOGETHER', { field: 'subjectId' }),
      )
    },
  )

  test('is not visible to another firm, an employer or a member', async () => {
    const { firm: own, scheme, draft } = await drafted('RISK_MANAGEMENT_POLICY')
    const stranger = await createFirm(service())
    const reads = [getDraft, listDraftVersions, compareDraft, downloadDraft]
    const absent = (await stranger.broker.send(getDraft, { id: createId() })).status
    expect(absent).toBe(404)
    for (const read of reads) expect((await stranger.broker.send(read, { id: draft.id })).status).toBe(403)
    expect((await stranger.broker.call(listDrafts, {})).data).toEqual([])
    const member = await own.hasMember({ schemeId: scheme.id })
    const people: Caller[] = [
      await own.hires('EmployerAdmin', { employerId: scheme.employerId }),
      await own.hires('EmployerUser', { employerId: scheme.employerId }),
      await own.hires('Member', { memberId: member.id }),
    ]
    for (const person of people)
      for (const read of [listDrafts, ...reads])
        expect((await person.send(read, { id: draft.id })).status, read.name).toBe(403)
  })
})

describe('a change', () => {
  test('creates a version with its author; a change of the title alone does not', async () => {
    const { firm: own, draft } = await drafted('RISK_MANAGEMENT_POLICY')
    const { id, text } = draft
    const titled = await own.broker.call(updateDraft, { id, title: 'Risk', text })
    expect(titled).toMatchObject({ title: 'Risk', latestVersion: 1, version: 2 })
    const edited = await own.admin.call(updateDraft, { id, title: 'Risk', text: `${text}\n\nOne more rule.` })
    expect(edited).toMatchObject({ latestVersion: 2, lastEditedBy: own.admin.id, createdBy: own.broker.id })
    const { data } = await own.broker.call(listDraftVersions, { id })
    expect(data.map(({ number, origin, createdBy }) => ({ number, origin, createdBy }))).toEqual([
      { number: 2, origin: 'EDITED', createdBy: own.admin.id },
      { number: 1, origin: 'COMPOSED', createdBy: own.broker.id },
    ])
    expect((await own.broker.call(getDraftVersion, { id, number: '1' })).text).toBe(text)
    expect((await own.broker.send(getDraftVersion, { id, number: '3' })).status).toBe(404)
  })

  test('fills in only the given placeholders', async () => {
    const { firm: own, draft } = await drafted('RISK_MANAGEMENT_POLICY')
    const { id, title, text } = draft
    const filled = await own.broker.call(updateDraft, {
      id,
      title,
      text,
      values: { reportingInterval: '12 months', riskAppetite: '{{trusteeNames}} # low' },
    })
    expect(filled.places.map(({ name }) => name)).not.toContain('reportingInterval')
    expect(filled.text).toContain('12 months')
    // A value is plain text: it adds no placeholder.
    expect(filled.text).toContain('\\{\\{trusteeNames\\}\\} # low')
    for (const values of [{ nobody: 'x' }, { schemeName: 'x' }])
      expect(await own.broker.send(updateDraft, { id, title, text: filled.text, values })).toMatchObject(
        buildRefusal(422, 'NO_SUCH_PLACE'),
      )
    expect(
      await own.broker.send(updateDraft, { id, title, text: '{{toWrite}}', values: { toWrite: 'x' } }),
    ).toMatchObject(buildRefusal(422, 'WRITTEN_IN_PLACE', { field: 'values.toWrite' }))
  })

  test('is refused if another user has changed the draft meanwhile', async () => {
    const { firm: own, draft } = await drafted('RISK_MANAGEMENT_POLICY')
    const { id, title, text } = draft
    const read = await own.broker.send(getDraft, { id })
    expect(read.headers.etag).toBe('"1"')
    await own.admin.call(updateDraft, { id, title, text: `${text}\n\nMore.` })
    expect(
      await own.broker.send(updateDraft, { id, title, text }, { headers: { 'if-match': '"1"' } }),
    ).toMatchObject(buildRefusal(409, 'STALE_VERSION', { currentVersion: 2 }))
  })

  test('is shown block by block and word by word', async () => {
    const { firm: own, draft } = await drafted('RISK_MANAGEMENT_POLICY')
    const { id, title } = draft
    const replaced = `## Purpose\n\nHow risk is managed by the trustees.\n\n- One\n- Two`
    const edited = replaced.replace('by the trustees', 'by everybody').replace('\n- Two', '\n- Two\n- Three')
    await own.broker.call(updateDraft, { id, title, text: replaced })
    await own.broker.call(updateDraft, { id, title, text: edited })
    const { changes, ...rest } = await own.broker.call(compareDraft, { id, from: 2, to: 3 })
    expect(rest).toEqual({ draftId: id, from: 2, to: 3, counts: { rewritten: 1, added: 1, removed: 0 } })
    expect(changes).toContainEqual(
      expect.objectContaining({
        is: 'rewritten',
        pieces: expect.arrayContaining([
          { is: 'removed', text: 'the trustees' },
          { is: 'added', text: 'everybody' },
        ]),
      }),
    )
    expect(await own.broker.call(compareDraft, { id })).toMatchObject({ from: 1, to: 3 })
    expect((await own.broker.send(compareDraft, { id, to: 'approved' })).status).toBe(404)
    expect((await own.broker.send(compareDraft, { id, to: 9 })).status).toBe(404)
  })
})

describe('an approval', () => {
  test('is refused while a placeholder or a mark remains, and to the last editor', async () => {
    const { firm: own, draft } = await drafted('RISK_MANAGEMENT_POLICY')
    const { id, title } = draft
    expect(draft.findings).toContainEqual(
      expect.objectContaining({ level: 'REFUSE', code: 'PLACEHOLDERS_LEFT' }),
    )
    expect(await own.admin.send(approveDraft, { id })).toMatchObject(buildRefusal(422, 'PLACEHOLDERS_LEFT'))
    await own.broker.call(updateDraft, { id, title, text: 'A rule: […]' })
    expect(await own.admin.send(approveDraft, { id })).toMatchObject(buildRefusal(422, 'MARKS_LEFT'))
    await own.broker.call(updateDraft, { id, title, text: `**${DRAFT_MARK}**` })
    expect(await own.admin.send(approveDraft, { id })).toMatchObject(buildRefusal(422, 'EMPTY'))
    await own.admin.call(updateDraft, { id, title, text: 'A rule.' })
    expect((await own.broker.send(approveDraft, { id })).status).toBe(403)
    expect(await own.admin.send(approveDraft, { id })).toMatchObject(buildRefusal(422, 'FOUR_EYES'))
    expect((await own.secondAdmin.send(approveDraft, { id })).status).toBe(200)
    expect((await own.secondAdmin.send(approveDraft, { id })).status).toBe(409)
    expect((await own.broker.send(updateDraft, { id, title, text: 'Another.' })).status).toBe(409)
  })

  test('of a policy draft creates the policy without the draft mark, and keeps both texts', async () => {
    const { firm: own, scheme, draft } = await drafted('RISK_MANAGEMENT_POLICY')
    const edited = await written(own, draft)
    const approved = await own.admin.call(approveDraft, { id: draft.id })
    expect(approved).toMatchObject({
      status: 'APPROVED',
      approvedBy: own.admin.id,
      text: edited.text,
      places: [],
      findings: [],
      appliedTo: { kind: 'POLICY', versionNumber: 1, filledSections: [], leftSections: [] },
    })
    expect(approved.text).toContain(DRAFT_MARK)
    expect(approved.approvedText).not.toContain(DRAFT_MARK)
    const policyId = approved.appliedTo?.id as string
    const policy = await own.broker.call(getPolicy, { id: policyId })
    expect(policy).toMatchObject({
      schemeId: scheme.id,
      kind: 'RISK_MANAGEMENT',
      status: 'DRAFT',
      openVersion: 1,
    })
    expect(await own.broker.call(getPolicyVersion, { id: policyId, number: '1' })).toMatchObject({
      content: approved.approvedText,
      draftedBy: 'HUMAN',
      draftId: draft.id,
    })
    const comparison = await own.broker.call(compareDraft, { id: draft.id, from: 2 })
    // The mark and the notes are removed, and our interpretation from the sources.
    const { text } = await own.broker.call(getDraft, { id: draft.id })
    const counted = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
    const counts = {
      removed: 1 + counted(/^>/gm),
      added: 0,
      rewritten: counted(/^\*Sources: .*Our interpretation.*$/gm),
    }
    expect(counts.rewritten).toBeGreaterThan(0)
    expect(comparison).toMatchObject({ to: null, counts })
    expect((await entriesOf(own, draft.id)).map(({ action }) => action).sort()).toEqual([
      'draft.approve',
      'draft.create',
      'draft.update',
    ])
    expect((await entriesOf(own, policyId)).map(({ action }) => action)).toEqual(['policy.create'])
  })

  test('of a draft for an existing policy creates its next version, unless a version is open', async () => {
    const { firm: own, scheme, draft } = await drafted('INTERNAL_AUDIT_POLICY')
    await written(own, draft)
    const policy = await own.broker.call(createPolicy, {
      schemeId: scheme.id,
      kind: 'INTERNAL_AUDIT',
      content: 'As it was.',
    })
    const refused = await own.admin.send(approveDraft, { id: draft.id })
    expect(refused).toMatchObject(buildRefusal(409, 'VERSION_OPEN'))
    expect((await own.broker.call(getDraft, { id: draft.id })).status).toBe('DRAFT')
    await service().asOwner("update policy_versions set status = 'SUPERSEDED' where policy_id = $1", [
      policy.id,
    ])
    const approved = await own.admin.call(approveDraft, { id: draft.id })
    expect(approved.appliedTo).toMatchObject({ kind: 'POLICY', id: policy.id, versionNumber: 2 })
    expect((await own.broker.call(getPolicy, { id: policy.id })).versions).toHaveLength(2)
  })

  test('of a report creates an own-risk assessment if none is open', async () => {
    const { firm: own, draft } = await drafted('OWN_RISK_ASSESSMENT_REPORT')
    await written(own, draft)
    const approved = await own.admin.call(approveDraft, { id: draft.id })
    expect(approved.appliedTo).toMatchObject({ kind: 'OWN_RISK_ASSESSMENT', leftSections: [] })
    expect(approved.appliedTo?.filledSections).toHaveLength(10)
    const assessment = await own.broker.call(getOwnRiskAssessment, { id: approved.appliedTo?.id as string })
    expect(assessment).toMatchObject({ status: 'DRAFTING', trigger: 'INITIAL', sectionCount: 10 })
    expect(assessment.sections.a?.text).toContain(
      'integrated into the management and decision-making processes',
    )
    expect(assessment.sections.a?.text).not.toContain('##')
  })

  test('of a report does not overwrite sections that a user wrote', async () => {
    const { firm: own, scheme, draft } = await drafted('OWN_RISK_ASSESSMENT_REPORT')
    const edited = await written(own, draft)
    const open = await own.broker.call(createOwnRiskAssessment, {
      schemeId: scheme.id,
      trigger: 'INITIAL',
      asOfOn: '2026-10-31',
    })
    await own.broker.call(startOwnRiskAssessment, { id: open.id })
    await own.broker.call(writeAssessmentSection, { id: open.id, key: 'b', text: 'By hand.' })
    // A section whose heading was removed stays empty, and the preview says so.
    const text = edited.text.replace(/## Funding needs[\s\S]*?(?=\n## )/, '')
    const cut = await own.broker.call(updateDraft, { id: draft.id, title: draft.title, text })
    expect(cut.findings).toContainEqual(
      expect.objectContaining({
        level: 'WARN',
        code: 'SECTIONS_NOT_FOUND',
        passage: expect.stringContaining(' d:'),
      }),
    )
    const { appliedTo } = await own.admin.call(approveDraft, { id: draft.id })
    expect(appliedTo).toMatchObject({
      id: open.id,
      filledSections: ['a', 'c', 'e', 'f', 'g', 'h', 'm', 's'],
      leftSections: ['b'],
    })
    const { sections } = await own.broker.call(getOwnRiskAssessment, { id: open.id })
    expect(sections.b?.text).toBe('By hand.')
    expect(sections.d).toBeNull()
  })

  test.each([
    ['PDF', 'application/pdf'],
    ['DOCX', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ] as const)('of minutes files them as a %s', async (format, mimeType) => {
    const { firm: own, scheme, draft } = await drafted('TRUSTEE_MINUTES')
    await written(own, draft)
    const { appliedTo, title } = await own.admin.call(approveDraft, { id: draft.id, format })
    const document = await own.broker.call(getDocument, { id: appliedTo?.id as string })
    expect(document).toMatchObject({
      schemeId: scheme.id,
      kind: 'TRUSTEE_MINUTES',
      title,
      mimeType,
      visibility: 'BROKER',
      isFromEmployer: false,
    })
    const file = await own.broker.send(downloadDocument, { id: document.id })
    expect(file.headers['content-type']).toBe(mimeType)
    expect(file.headers['content-length']).toBe(String(document.sizeBytes))
    expect((await entriesOf(own, document.id)).map(({ action }) => action)).toEqual(['document.create'])
  })

  test("of a restricted breach's report stores no document that other users could see", async () => {
    const own = await createFirm(service())
    const scheme = await own.hasScheme({ type: 'DC' })
    const breach = await own.admin.call(createBreach, {
      schemeId: scheme.id,
      category: 'MISAPPROPRIATION_SUSPECTED',
      title: 'Money is missing',
      occurredOn: '2026-11-01',
    })
    const sent = { schemeId: scheme.id, kind: 'BREACH_REPORT', subjectId: breach.id }
    expect((await own.broker.send(createDraft, sent)).status).toBe(403)
    const { body } = await own.admin.send(createDraft, sent)
    const draft = body as Draft
    for (const read of [getDraft, compareDraft, downloadDraft])
      expect((await own.broker.send(read, { id: draft.id })).status, read.name).toBe(403)
    expect((await own.broker.call(listDrafts, {})).data).toEqual([])
    expect((await own.broker.call(listDraftVersions, { id: draft.id })).data).toEqual([])
    expect((await own.broker.send(discardDraft, { id: draft.id })).status).toBe(403)
    const text = finish(draft.text)
    await own.admin.call(updateDraft, { id: draft.id, title: draft.title, text })
    expect(await own.secondAdmin.call(approveDraft, { id: draft.id })).toMatchObject({
      status: 'APPROVED',
      appliedTo: null,
    })
    expect(
      await service().asOwner('select from unclaimed_files where tenant_id = $1', [draft.tenantId]),
    ).toHaveLength(0)
  })
})

test('a discarded draft is kept with the reason, and can no longer be approved or discarded', async () => {
  const { firm: own, draft } = await drafted('CHASE_EMAIL')
  const discarded = await own.broker.call(discardDraft, { id: draft.id, reason: 'Paid since' })
  expect(discarded).toMatchObject({ status: 'DISCARDED', endedReason: 'Paid since', text: draft.text })
  expect((await own.admin.send(approveDraft, { id: draft.id })).status).toBe(409)
  expect((await own.broker.send(discardDraft, { id: draft.id })).status).toBe(409)
})

describe('a recall', () => {
  test('withdraws open drafts made from one corpus snapshot, and marks approved ones', async () => {
    const { firm: own, scheme, draft } = await drafted('RISK_MANAGEMENT_POLICY')
    const { corpusSnapshot } = draft
    await written(own, draft)
    await own.admin.call(approveDraft, { id: draft.id })
    const open = await own.broker.call(createDraft, { schemeId: scheme.id, kind: 'CONFLICTS_POLICY' })
    expect(open.corpusSnapshot).toBe(corpusSnapshot)
    await ingest('Institutions shall have a risk management function that is proportionate.', '2026-01-01')
    const later = await own.broker.call(createDraft, { schemeId: scheme.id, kind: 'REMUNERATION_POLICY' })
    expect(later.corpusSnapshot).not.toBe(corpusSnapshot)

    const sent = { corpusSnapshot, reason: 'The text was wrong' }
    expect((await own.broker.send(withdrawDrafts, sent)).status).toBe(403)
    const stranger = await createFirm(service())
    expect(await stranger.admin.call(withdrawDrafts, sent)).toMatchObject({ withdrawn: [], toReview: [] })
    const recalled = await own.admin.call(withdrawDrafts, sent)
    expect(recalled.withdrawn.map(({ id }) => id)).toEqual([open.id])
    expect(recalled.toReview.map(({ id }) => id)).toEqual([draft.id])
    expect(await own.broker.call(getDraft, { id: open.id })).toMatchObject({
      status: 'WITHDRAWN',
      endedReason: 'The text was wrong',
      recalledAt: expect.any(String),
    })
    expect(await own.broker.call(getDraft, { id: draft.id })).toMatchObject({
      status: 'APPROVED',
      endedReason: null,
      recalledAt: expect.any(String),
    })
    expect(await own.broker.call(getDraft, { id: later.id })).toMatchObject({
      status: 'DRAFT',
      recalledAt: null,
    })
    const { data } = await own.broker.call(listDrafts, { recalled: 'true', sort: 'title' })
    expect(data.map(({ id }) => id).sort()).toEqual([draft.id, open.id].sort())
    expect((await entriesOf(own, open.id))[0]).toMatchObject({ action: 'draft.withdraw' })
    expect(await own.admin.call(withdrawDrafts, sent)).toMatchObject({ withdrawn: [], toReview: [] })
  })
})

describe('an export', () => {
  const fileOf = async ({ cookie }: Caller, id: string, format: 'docx' | 'pdf') => {
    const url = `/api/ai/drafts/${id}/content?format=${format}`
    const { statusCode, headers, rawPayload } = await service().app.http.inject({ url, headers: { cookie } })
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toMatch(new RegExp(`^attachment; .*\\.${format}`))
    return rawPayload
  }
  const wordsIn = async (docx: Buffer): Promise<string> => {
    let xml = ''
    for await (const piece of (await openArchive(docx)).read('word/document.xml')) xml += piece
    return xml.replace(/<[^>]+>/g, ' ')
  }

  test.each(DraftKind.options)('of %s opens as a Word document and as a PDF', async (kind) => {
    const fields = {
      type: 'DB',
      isRegulatoryOwnFunds: true,
      considersEsg: true,
      trustMemberCount: 500,
    } as const
    const { firm: own, draft } = await drafted(kind, fields)
    const words = await wordsIn(await fileOf(own.broker, draft.id, 'docx'))
    expect(words).toContain(draft.schemeName)
    const pdf = await fileOf(own.broker, draft.id, 'pdf')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.subarray(-8).toString()).toContain('%%EOF')
  })

  test('of the approved text has no draft mark', async () => {
    const { firm: own, draft } = await drafted('BREACH_REPORT')
    expect(await wordsIn(await fileOf(own.broker, draft.id, 'docx'))).toContain(DRAFT_MARK)
    await written(own, draft)
    await own.admin.call(approveDraft, { id: draft.id })
    expect(await wordsIn(await fileOf(own.broker, draft.id, 'docx'))).not.toContain(DRAFT_MARK)
  })
})

describe('a draft written by a model', () => {
  /** Returns the input of a model and the draft that contains its prose. */
  async function draftedWith(prose: Record<string, string>) {
    const own = await createFirm(service())
    const scheme = await own.hasScheme({ type: 'DC' })
    const calls: Parameters<WriteSections>[0][] = []
    const writeSections: WriteSections = async (call) => {
      calls.push(call)
      const passage = {
        section: 'purpose',
        docId: 'A-TEXT',
        anchor: 'a1',
        citation: 'Article 1',
        sha256: 'c1',
      }
      return { model: 'a-model', prose, promptSha256s: ['p1'], passages: [passage] }
    }
    const { database, clock } = service()
    const operations = createDraftOperations({
      clock,
      synonyms: readStarterSynonyms(),
      filing: { store: () => Promise.reject(), add: () => Promise.reject() },
      workers: { forFirm: () => () => Promise.reject(), close: () => Promise.resolve() },
      writeSections,
      previewSections: () => Promise.reject(),
      loadLogo: async () => null,
    })
    const { id, tenantId } = own.broker
    const broker = {
      id,
      tenantId,
      role: 'BrokerUser',
      employerId: null,
      memberId: null,
    } as const
    const sent = { schemeId: scheme.id, kind: 'RISK_MANAGEMENT_POLICY' } as const
    const runInBulk = createRunInBulk(
      {
        database,
        today: () => getTodayInDublin(clock),
        derive: async () => null,
        onAfterCommitFailure: () => {},
      },
      operations,
    )
    const draft = await runInBulk(({ runAs }) => runAs(broker, createDraft, sent))
    return { own, scheme, calls, draft }
  }

  test('has its placeholders filled in by the service, and records the model and the cited passages', async () => {
    const { own, scheme, calls, draft } = await draftedWith({
      purpose: 'Written of {{schemeName}} by a model.',
    })
    expect(draft).toMatchObject({ model: 'a-model', provenance: { model: 'a-model', promptSha256s: ['p1'] } })
    expect(draft.text).toContain(`Written of ${scheme.name} by a model.`)
    const { data } = await own.broker.call(listDraftVersions, { id: draft.id })
    expect(data.map(({ origin }) => origin)).toEqual(['WRITTEN'])
    // A section written by the model has the passages it cites, the others those retrieved for them.
    expect(draft.provenance.passages.filter(({ section }) => section === 'purpose')).toEqual([
      { section: 'purpose', docId: 'A-TEXT', anchor: 'a1', citation: 'Article 1', sha256: 'c1' },
    ])
    expect(draft.provenance.passages.length).toBeGreaterThan(1)
    const [call] = calls
    expect(call?.scheme).toEqual({ name: scheme.name, type: 'DC' })
    expect(call?.sections.length).toBeGreaterThan(3)
    for (const { prompt, passages } of call?.sections ?? []) {
      expect(prompt).not.toMatch(/[{}]/)
      expect(passages.length).toBeGreaterThan(0)
    }
  })

  test('results in a policy version that is marked as drafted by AI', async () => {
    const { own, draft } = await draftedWith({ purpose: 'Written by a model.' })
    await written(own, draft)
    const { appliedTo } = await own.admin.call(approveDraft, { id: draft.id })
    const version = await own.broker.call(getPolicyVersion, { id: appliedTo?.id as string, number: '1' })
    expect(version).toMatchObject({ draftedBy: 'AI', draftId: draft.id })
  })
})

test('drafts are filtered by scheme, kind, status and words', async () => {
  const { firm: own, scheme, draft } = await drafted('CONTINGENCY_PLAN')
  const found = async (filter: Record<string, string>) =>
    (await own.broker.send(contract.listDrafts, filter)).body.data.map(({ id }: { id: string }) => id)
  for (const filter of [
    { schemeId: scheme.id },
    { kind: 'CONTINGENCY_PLAN' },
    { status: 'DRAFT' },
    { corpusSnapshot: draft.corpusSnapshot },
    { recalled: 'false' },
    { q: 'contingency' },
  ])
    expect(await found(filter as never), JSON.stringify(filter)).toEqual([draft.id])
  for (const filter of [
    { kind: 'CHASE_EMAIL' },
    { status: 'APPROVED' },
    { q: 'audit' },
    { recalled: 'true' },
  ])
    expect(await found(filter as never), JSON.stringify(filter)).toEqual([])
})
