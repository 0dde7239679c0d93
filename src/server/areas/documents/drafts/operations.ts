import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { formatCitationsWithStatus } from '../../../../contract/citations.ts'
import { previewDraft as previewDraftContract } from '../../../../contract/disclosures.ts'
import { findUnavailabilityReason } from '../../../../contract/draft-availability.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import type { DraftVersion, DraftVersionOrigin } from '../../../../contract/drafts.ts'
import * as contract from '../../../../contract/drafts.ts'
import type { Finding } from '../../../../contract/findings.ts'
import { assignCommand } from '../../../operation/assignment.ts'
import { refuseFindings } from '../../../operation/findings.ts'
import { buildEditorExpression, requireSecondPerson } from '../../../operation/four-eyes.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { createStatusRefusal, requireTransition } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import {
  defineCommand,
  defineQuery,
  type Operation,
  type RunQuery,
  unchanged,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createLegalRuleRefusal,
  createNotFoundRefusal,
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runStatement } from '../../../platform/statements.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import type { WorkerPool } from '../../../platform/worker-pool.ts'
import type { LoadLogo } from '../../firm/tenants/index.ts'
import { keyFunctionHolders, loadHolderFindings } from '../../governance/key-function-holders/index.ts'
import type { Synonyms } from '../../law/corpus/index.ts'
import { schemes } from '../../schemes/schemes/index.ts'
import type { DocumentFiling } from '../documents/index.ts'
import { applyApprovedDraft, type FiledDocument } from './approve-draft.ts'
import { composeDraft } from './compose.ts'
import {
  buildDraftPreview,
  formatFacts,
  loadDraftSource,
  type MadeFrom,
  type PreviewSections,
  type WriteSections,
} from './create-draft.ts'
import { runTextComparison } from './draft-tasks.ts'
import { createDraftFile } from './output.ts'
import { fillPlaceholders, listPlaceholders, PLACEHOLDERS, type Values } from './placeholders.ts'
import { presentDraft } from './present-draft.ts'
import {
  auditedDraft,
  drafts,
  draftVersionHeads,
  draftVersions,
  listedDrafts,
  type StoredDraft,
} from './records.ts'
import { buildApprovedText, countUnfilledPlaceholders, getAppliedKind, listDraftFindings } from './rules.ts'
import { getRecordFacts, requireSubject } from './subjects.ts'
import { TEMPLATES } from './templates.ts'
import { loadRecordedValues } from './values.ts'

export interface DraftDependencies {
  clock: Clock
  synonyms: Synonyms
  filing: DocumentFiling
  workers: WorkerPool
  /** Null if no model is configured: the text of the template is used. */
  writeSections: WriteSections | null
  previewSections: PreviewSections
  loadLogo: LoadLogo
}

const listDrafts = defineList(contract.listDrafts, listedDrafts)

const getDraft = defineQuery({
  contract: contract.getDraft,
  owner: ({ id }, find) => find.draft(id),
  select: ({ id }) => drafts.one(id),
  body: ([row]) => JSON.stringify(presentDraft(parseStoredDraft(row))),
})

const previewDraft = ({ clock, synonyms, previewSections }: DraftDependencies) =>
  defineQuery({
    contract: previewDraftContract,
    owner: ({ schemeId }, find) => find.scheme(schemeId),
    async run({ input, actor, runQuery }) {
      const preview = await buildDraftPreview(input, {
        on: getTodayInDublin(clock),
        synonyms,
        previewSections,
        actor,
        runQuery,
      })
      if (!preview) throw createNotFoundRefusal()
      return preview
    },
  })

const createDraft = ({ clock, synonyms, writeSections }: DraftDependencies) =>
  defineCommand<typeof contract.createDraft, MadeFrom | null>({
    contract: contract.createDraft,
    owner: ({ schemeId }, find) => find.scheme(schemeId),
    prepare: ({ input, actor, runQuery, inBookkeepingTransaction, origin }) =>
      loadDraftSource(input, {
        on: getTodayInDublin(clock),
        synonyms,
        writeSections: input.templateOnly ? null : writeSections,
        actor,
        runQuery,
        inBookkeepingTransaction,
        origin,
      }),
    async handle({ input, tx, actor, prepared }) {
      if (!prepared) throw createNotFoundRefusal()
      const scheme = await schemes.require(tx, input.schemeId)
      const subject = await requireSubject(tx, actor, input, scheme, getTodayInDublin(clock))
      const { facts, written } = prepared
      const not = findUnavailabilityReason(input.kind, facts)
      if (not) throw createLegalRuleRefusal('NOT_DRAFTED', not.citation, not.reason, { field: 'kind' })
      const template = TEMPLATES[input.kind]
      const composed = composeDraft(template, {
        facts,
        record: getRecordFacts(subject, getTodayInDublin(clock)),
        checks: (await loadRegisterFindings(tx, input, getTodayInDublin(clock))).map(formatCheck),
        ...(written && { prose: written.prose }),
      })
      const values = await loadRecordedValues(tx, {
        scheme,
        subject,
        activeAndDeferred: facts.activeAndDeferred,
        today: getTodayInDublin(clock),
      })
      const text = fillPlaceholders(composed, values)
      const id = createId()
      const title = DRAFT_KINDS[input.kind].label
      await tx
        .insertInto('drafts')
        .values({
          id,
          tenant_id: scheme.tenantId,
          scheme_id: scheme.id,
          kind: input.kind,
          subject_id: input.subjectId,
          title,
          search_key: searchKey(title),
          text,
          open_places: countUnfilledPlaceholders(text),
          last_edited_by: actor.id,
          edited_by: [actor.id],
          model: written?.model ?? null,
          template_version: template.version,
          corpus_snapshot: prepared.corpusSnapshot,
          passages: JSON.stringify(prepared.passages),
          prompt_sha256s: [...(written?.promptSha256s ?? [])],
          facts: JSON.stringify(formatFacts(facts)),
          filled_places: JSON.stringify(listFilledPlaces(composed, values)),
          created_by: actor.id,
        })
        .execute()
      const place = { tenantId: scheme.tenantId, draftId: id, number: 1, createdBy: actor.id }
      await insertVersion(tx, place, written ? 'WRITTEN' : 'COMPOSED', text)
      return buildAnswerAndChanges(null, await drafts.require(tx, id))
    },
  })

const updateDraft = defineCommand({
  contract: contract.updateDraft,
  owner: ({ id }, find) => find.draft(id),
  async handle({ input, tx, actor }) {
    const before = await drafts.require(tx, input.id)
    if (before.status !== 'DRAFT') throw createStatusRefusal(before.status, ['DRAFT'])
    const text = fillPlaceholders(input.text, requireValues(input))
    const number = before.latestVersion + (text === before.text ? 0 : 1)
    await updateUnlessStale(tx, 'drafts', before, {
      title: input.title,
      search_key: searchKey(input.title),
      text,
      open_places: countUnfilledPlaceholders(text),
      latest_version: number,
      last_edited_by: actor.id,
      edited_by: buildEditorExpression(actor.id),
    })
    if (number > before.latestVersion) {
      const place = { tenantId: before.tenantId, draftId: before.id, number, createdBy: actor.id }
      await insertVersion(tx, place, 'EDITED', text)
    }
    return buildAnswerAndChanges(before, await drafts.require(tx, before.id))
  },
})

const listDraftVersions = defineQuery({
  contract: contract.listDraftVersions,
  owner: ({ id }, find) => find.draft(id),
  select: ({ id, ...input }, scope) => draftVersionHeads.list({ ...input, draftId: id }, scope),
  body: (rows, { id, ...input }) => draftVersionHeads.page(rows, { ...input, draftId: id }),
})

const getDraftVersion = defineQuery({
  contract: contract.getDraftVersion,
  owner: ({ id }, find) => find.draft(id),
  handle: ({ input, db }) => requireVersion(db, input.id, Number(input.number)),
})

const compareDraft = ({ workers }: DraftDependencies) =>
  defineQuery({
    contract: contract.compareDraft,
    owner: ({ id }, find) => find.draft(id),
    async run({ input, actor, runQuery }) {
      const [rows] = await runQuery(drafts.one(input.id))
      const draft = parseStoredDraft(rows?.[0])
      const from = await askVersion(runQuery, input.id, input.from ?? 1)
      const to = input.to ?? (draft.approvedText === null ? draft.latestVersion : 'approved')
      const after = to === 'approved' ? draft.approvedText : (await askVersion(runQuery, input.id, to)).text
      if (after === null) throw createNotFoundRefusal()
      const { changes, counts } = await runTextComparison(from.text, after, workers.forFirm(actor.tenantId))
      return { draftId: input.id, from: from.number, to: to === 'approved' ? null : to, counts, changes }
    },
  })

const approveDraft = ({ clock, filing, workers, loadLogo }: DraftDependencies) =>
  defineCommand<typeof contract.approveDraft, FiledDocument | null>({
    contract: contract.approveDraft,
    owner: ({ id }, find) => find.draft(id),
    async prepare({ input, actor, runQuery }) {
      const [rows] = await runQuery(drafts.one(input.id))
      const draft = rows?.[0]?.[0] ? (JSON.parse(rows[0][0]) as StoredDraft) : null
      // No file is written for a draft that will be refused, or that stays with a restricted breach.
      if (!draft || !mayBeFiled(draft)) return null
      const [approver, restricted] = await runQuery(
        { text: 'select name from users where id = $1', values: [actor.id] },
        { text: 'select 1 from breaches where id = $1 and is_restricted', values: [draft.subjectId] },
      )
      if (restricted?.[0]) return null
      const approved = {
        ...draft,
        approvedText: buildApprovedText(draft),
        approvedByName: approver?.[0]?.[0] ?? null,
      }
      const file = await createDraftFile(approved, input.format === 'DOCX' ? 'docx' : 'pdf', {
        today: getTodayInDublin(clock),
        runTask: workers.forFirm(actor.tenantId),
        logo: await loadLogo(runQuery, draft.tenantId),
      })
      const upload = await filing.store(file, { ...actor, tenantId: draft.tenantId })
      return { ofVersion: draft.version, upload }
    },
    async handle({ input, tx, actor, afterCommit, prepared }) {
      const before = await drafts.require(tx, input.id)
      const status = requireTransition(contract.DRAFT_TRANSITIONS, 'approve', before.status)
      await requireSecondPerson(tx, actor.id, 'drafts', before)
      refuseFindings([
        ...listDraftFindings(before),
        ...(await loadRegisterFindings(tx, before, getTodayInDublin(clock))),
      ])
      const approvedText = buildApprovedText(before)
      const { appliedTo, changes } = await applyApprovedDraft(before, approvedText, {
        tx,
        actor,
        afterCommit,
        filing,
        filed: prepared,
        today: getTodayInDublin(clock),
      })
      await updateUnlessStale(tx, 'drafts', before, {
        status,
        approved_text: approvedText,
        approved_by: actor.id,
        approved_at: sql`clock_timestamp()`,
        applied_to: appliedTo && JSON.stringify(appliedTo),
      })
      const done = buildAnswerAndChanges(before, await drafts.require(tx, before.id))
      return { ...done, changes: [...done.changes, ...changes] }
    },
  })

const discardDraft = defineCommand({
  contract: contract.discardDraft,
  owner: ({ id }, find) => find.draft(id),
  async handle({ input, tx }) {
    const before = await drafts.require(tx, input.id)
    const status = requireTransition(contract.DRAFT_TRANSITIONS, 'discard', before.status)
    await updateUnlessStale(tx, 'drafts', before, { status, ended_reason: input.reason })
    return buildAnswerAndChanges(before, await drafts.require(tx, before.id))
  },
})

const withdrawDrafts = defineCommand({
  contract: contract.withdrawDrafts,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ input: { corpusSnapshot, reason }, tx, actor }) {
    const rows = await tx
      .selectFrom('drafts')
      .select('id')
      .where('tenant_id', '=', actor.tenantId)
      .where('corpus_snapshot', '=', corpusSnapshot)
      .where('status', 'in', ['DRAFT', 'APPROVED'])
      .where('recalled_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return unchanged({ corpusSnapshot, withdrawn: [], toReview: [] })
    const before = await drafts.each(tx, ids)
    await tx
      .updateTable('drafts')
      .set({
        status: sql`case status when 'DRAFT' then 'WITHDRAWN' else status end`,
        ended_reason: sql`case status when 'DRAFT' then ${reason} end`,
        recalled_at: sql`clock_timestamp()`,
        version: sql`version + 1`,
        updated_at: sql`clock_timestamp()`,
      })
      .where('id', 'in', ids)
      .execute()
    const after = await drafts.each(tx, ids)
    const recalled = (status: StoredDraft['status']) =>
      after
        .filter((draft) => draft.status === status)
        .map(({ id, schemeId, schemeName, kind, title }) => ({ id, schemeId, schemeName, kind, title }))
    return {
      answer: { corpusSnapshot, withdrawn: recalled('WITHDRAWN'), toReview: recalled('APPROVED') },
      changes: after.map((draft, index) => ({
        audited: auditedDraft,
        before: before[index] ?? null,
        after: draft,
        note: { reason },
      })),
    }
  },
})

const downloadDraft = ({ clock, workers, loadLogo }: DraftDependencies) =>
  defineQuery({
    contract: contract.downloadDraft,
    owner: ({ id }, find) => find.draft(id),
    async run({ input, actor, runQuery }) {
      const [rows] = await runQuery(drafts.one(input.id))
      const draft = parseStoredDraft(rows?.[0])
      const { fileName, contentType, bytes } = await createDraftFile(draft, input.format, {
        today: getTodayInDublin(clock),
        runTask: workers.forFirm(actor.tenantId),
        logo: await loadLogo(runQuery, draft.tenantId),
      })
      return { content: Readable.from([bytes]), contentType, fileName, sizeBytes: bytes.length }
    },
  })

const assignDraft = assignCommand({
  contract: contract.assignDraft,
  records: drafts,
  audited: auditedDraft,
})

export function createDraftOperations(dependencies: DraftDependencies): Operation[] {
  return [
    listDrafts,
    getDraft,
    previewDraft(dependencies),
    createDraft(dependencies),
    updateDraft,
    assignDraft,
    listDraftVersions,
    getDraftVersion,
    compareDraft(dependencies),
    approveDraft(dependencies),
    discardDraft,
    withdrawDrafts,
    downloadDraft(dependencies),
  ]
}

/** Result of the query after the access check: a user who cannot see a breach cannot see its report. */
function parseStoredDraft(row: readonly (string | null)[] | undefined): StoredDraft {
  if (!row?.[0]) throw createRoleRefusal()
  return JSON.parse(row[0]) as StoredDraft
}

const buildAnswerAndChanges = (before: StoredDraft | null, after: StoredDraft) => ({
  answer: presentDraft(after),
  changes: [{ audited: auditedDraft, before, after }],
})

const mayBeFiled = (draft: StoredDraft): boolean =>
  draft.status === 'DRAFT' &&
  getAppliedKind(draft.kind) === 'DOCUMENT' &&
  listDraftFindings(draft).every(({ level }) => level !== 'REFUSE')

/** Findings of the register of key functions against the appointment of a letter: the letter cannot be approved where it refuses. */
async function loadRegisterFindings(
  tx: Tx,
  { kind, subjectId }: { kind: DraftKind; subjectId: string | null },
  today: string,
): Promise<Finding[]> {
  if (kind !== 'KEY_FUNCTION_APPOINTMENT_LETTER' || subjectId === null) return []
  return loadHolderFindings(tx, await keyFunctionHolders.require(tx, subjectId), today)
}

const formatCheck = ({ level, passage, citation }: Finding): string =>
  `the register of key functions ${level === 'REFUSE' ? 'refuses this appointment' : 'has a warning'}: ${passage} (${formatCitationsWithStatus(citation)}).`

/** Placeholders filled from records, and the record that each was filled from. */
const listFilledPlaces = (composed: string, values: Values) =>
  listPlaceholders(composed).flatMap((name) => {
    if (!values[name as keyof Values]) return []
    const { label, filledFrom } = PLACEHOLDERS[name as keyof Values]
    return [{ name, label, filledFrom }]
  })

/** Requires placeholders of the text that can have a value; the others must be overwritten in the text. */
function requireValues({ text, values }: { text: string; values: Record<string, string> }): Values {
  const open = new Set(listPlaceholders(text))
  for (const name of Object.keys(values)) {
    const field = `values.${name}`
    if (!open.has(name))
      throw createBusinessRuleRefusal('NO_SUCH_PLACE', 'The text has no such placeholder', { field })
    if (!Object.hasOwn(PLACEHOLDERS, name) || name === 'toWrite')
      throw createBusinessRuleRefusal(
        'WRITTEN_IN_PLACE',
        'This placeholder takes no value. Replace it in the text',
        { field },
      )
  }
  return values
}

async function insertVersion(
  tx: Tx,
  place: { tenantId: string; draftId: string; number: number; createdBy: string },
  origin: DraftVersionOrigin,
  text: string,
): Promise<void> {
  await tx
    .insertInto('draft_versions')
    .values({
      tenant_id: place.tenantId,
      draft_id: place.draftId,
      number: place.number,
      id: createId(),
      origin,
      text,
      sha256: createHash('sha256').update(text).digest('hex'),
      created_by: place.createdBy,
    })
    .execute()
}

const selectVersion = (draftId: string, number: number) =>
  draftVersions.list({ draftId, number, limit: 1, sort: '-number' } as const, { level: 'platform' })

async function requireVersion(db: ReadDb, draftId: string, number: number): Promise<DraftVersion> {
  return parseVersion(await runStatement(db, selectVersion(draftId, number)))
}

async function askVersion(runQuery: RunQuery, draftId: string, number: number): Promise<DraftVersion> {
  const [rows] = await runQuery(selectVersion(draftId, number))
  return parseVersion(rows)
}

function parseVersion(rows: readonly (readonly (string | null)[])[] | undefined): DraftVersion {
  const [found] = JSON.parse(rows?.[0]?.[0] ?? '[]') as DraftVersion[]
  if (!found) throw createNotFoundRefusal()
  return found
}
