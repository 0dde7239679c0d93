import { z } from 'zod'
import { Draft, DraftVersion, DraftVersionHead, ListedDraft } from '../../../../contract/drafts.ts'
import { ASSIGNEE_NAME } from '../../../operation/assignment.ts'
import { buildBarredApproversExpression, buildFirstPeopleExpression } from '../../../operation/four-eyes.ts'
import { recordSet, refuseHiddenRecords } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'

const FROM = `drafts r
  join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
  left join users c on c.tenant_id = r.tenant_id and c.id = r.created_by
  left join users e on e.tenant_id = r.tenant_id and e.id = r.last_edited_by
  left join users a on a.tenant_id = r.tenant_id and a.id = r.approved_by`

const listed = {
  schemeName: 's.name',
  createdByName: 'c.name',
  lastEditedByName: 'e.name',
  approvedByName: 'a.name',
  assigneeName: ASSIGNEE_NAME,
}
const owner = { tenant: 'r.tenant_id', employer: null, member: null }

/** Lists carry no texts. */
export const listedDrafts = recordSet({
  record: ListedDraft,
  from: FROM,
  columns: listed,
  owner,
  filters: {
    schemeId: 'r.scheme_id = $',
    kind: 'r.kind = $',
    status: 'r.status = $',
    corpusSnapshot: 'r.corpus_snapshot = $',
    assigneeId: 'r.assignee_id = $',
    recalled: "(r.recalled_at is not null) = ($ = 'true')",
    q: '(r.search_key like all ($::text[]) or s.search_key like all ($::text[]))',
  },
  contains: ['q'],
  searchedAs: 'draft',
  sorts: {
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
    '-updatedAt': { by: 'r.updated_at', type: 'timestamptz', descending: true },
    title: { by: 'r.search_key', type: 'text' },
    schemeName: { by: 's.search_key', type: 'text' },
  },
})

/** As it is kept; what follows from its text and its kind is added where it is shown. */
const StoredDraft = Draft.omit({ subject: true, places: true, becomes: true, findings: true }).extend({
  textSha256: z.string(),
  approvedSha256: z.string().nullable(),
  firmName: z.string(),
})
export type StoredDraft = z.infer<typeof StoredDraft>

const buildSha256Expression = (column: string): string =>
  `encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`

const storedDrafts = recordSet({
  record: StoredDraft,
  from: FROM,
  columns: {
    ...listed,
    provenance: `jsonb_build_object('templateVersion', r.template_version, 'model', r.model, 'promptSha256s', r.prompt_sha256s,
      'corpusSnapshot', r.corpus_snapshot, 'passages', r.passages, 'facts', r.facts, 'filledPlaces', r.filled_places)`,
    textSha256: buildSha256Expression('r.text'),
    approvedSha256: buildSha256Expression('r.approved_text'),
    firmName: '(select t.name from tenants t where t.id = r.tenant_id)',
    barredApproverIds: buildBarredApproversExpression(
      "r.status = 'DRAFT'",
      buildFirstPeopleExpression('drafts', 'r'),
    ),
  },
  owner,
  filters: {},
  sorts: {},
})

/** Within the reach of the database's own rule, by which the report of a restricted breach is not there for most. */
export const drafts = refuseHiddenRecords(storedDrafts)

const versionHead = { createdByName: 'c.name' }
const ofDraft = {
  from: 'draft_versions r left join users c on c.tenant_id = r.tenant_id and c.id = r.created_by',
  owner,
  sorts: { '-number': { by: 'r.number', type: 'bigint', descending: true } },
} as const

export const draftVersionHeads = recordSet({
  ...ofDraft,
  record: DraftVersionHead,
  columns: versionHead,
  filters: { draftId: 'r.draft_id = $' },
})

/** A version is reached through its draft: the operation asks for that first. */
export const draftVersions = recordSet({
  ...ofDraft,
  record: DraftVersion,
  columns: { ...versionHead, text: 'r.text' },
  filters: { draftId: 'r.draft_id = $', number: 'r.number = $::int' },
})

/** The texts stay out of the log, as a title or a reason does that may name a person: their SHA-256 says which they were. */
export const auditedDraft = defineAudited(
  'draft',
  StoredDraft.pick({
    tenantId: true,
    schemeId: true,
    kind: true,
    subjectId: true,
    status: true,
    latestVersion: true,
    openPlaces: true,
    model: true,
    corpusSnapshot: true,
    approvedBy: true,
    approvedAt: true,
    appliedTo: true,
    assigneeId: true,
    recalledAt: true,
    textSha256: true,
    approvedSha256: true,
    version: true,
  }),
  ['title', 'endedReason'],
)
