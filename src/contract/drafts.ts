/**
 * Drafts: text from a template, edited by users; approval creates a policy, an own-risk assessment or a document. The draft and the
 * approved text are separate, and all versions are kept.
 */
import { z } from 'zod'
import { AssigneeFilter, Assignment, assigneeFields } from './assignments.ts'
import { command, query } from './define.ts'
import { DraftKind, DraftSubject } from './draft-kind.ts'
import { Finding } from './findings.ts'
import { SectionKey } from './section-key.ts'
import type { Transitions } from './transitions.ts'
import {
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  prose,
  reason,
  recordFields,
  SearchText,
} from './values.ts'

/** WITHDRAWN: by the recall of what it was drafted from. Only a draft can still be changed. */
export const DraftStatus = z.enum(['DRAFT', 'APPROVED', 'DISCARDED', 'WITHDRAWN'])
export type DraftStatus = z.infer<typeof DraftStatus>

export type DraftVerb = 'approve' | 'discard'
export const DRAFT_TRANSITIONS: Transitions<DraftVerb, DraftStatus> = {
  approve: { from: ['DRAFT'], to: 'APPROVED' },
  discard: { from: ['DRAFT'], to: 'DISCARDED' },
}

/** COMPOSED from the template alone, WRITTEN by a model within the template, EDITED by a person. */
export const DraftVersionOrigin = z.enum(['COMPOSED', 'WRITTEN', 'EDITED'])
export type DraftVersionOrigin = z.infer<typeof DraftVersionOrigin>

/** The state of the public texts that a draft was made from. */
export const CorpusSnapshot = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Not the id of a snapshot')
  .describe('SHA-256 over the documents of the corpus and their versions, as they stood')

/** What became of a draft by its approval. */
export const AppliedTo = z.object({
  kind: z.enum(['POLICY', 'OWN_RISK_ASSESSMENT', 'DOCUMENT']),
  id: Id,
  versionNumber: z.int().nullable().describe('Of a policy: the version that was made of the draft'),
  filledSections: z.array(SectionKey).describe('Of an own-risk assessment: the sections that were filled'),
  leftSections: z
    .array(SectionKey)
    .describe(
      'Of an own-risk assessment: the sections in which somebody had written, which stayed as they were',
    ),
})
export type AppliedTo = z.infer<typeof AppliedTo>

const listedFields = {
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  kind: DraftKind,
  subjectId: Id.nullable().describe('The record beside the scheme that it is about, where the kind has one'),
  title: z.string(),
  status: DraftStatus,
  latestVersion: z.int().describe('The number of the last version of the draft text'),
  openPlaces: z.int().describe('Number of unfilled placeholders'),
  model: z.string().nullable().describe('Null: no model wrote any of it'),
  corpusSnapshot: CorpusSnapshot,
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  lastEditedBy: z.string().nullable(),
  lastEditedByName: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedByName: z.string().nullable(),
  approvedAt: Instant.nullable(),
  ...assigneeFields,
  recalledAt: Instant.nullable().describe(
    'When what it was drafted from was recalled: what was approved needs a review',
  ),
}

/** As lists show it: without its texts. */
export const ListedDraft = z.object(listedFields)
export type ListedDraft = z.infer<typeof ListedDraft>

/** BY_HAND: the writer is asked for it. RECORD: a record has it, and had none. IN_PLACE: written over in the text. UNKNOWN: no template has it. */
export const PlaceFilling = z.enum(['BY_HAND', 'RECORD', 'IN_PLACE', 'UNKNOWN'])
export type PlaceFilling = z.infer<typeof PlaceFilling>

export const OpenPlace = z.object({
  name: z.string().describe('The name between the braces'),
  label: z.string(),
  description: z.string().nullable(),
  count: z.int(),
  filling: PlaceFilling,
})
export type OpenPlace = z.infer<typeof OpenPlace>

/** A passage of the public texts that a section rests on. */
export const DraftPassage = z.object({
  section: z.string().describe('The key of the section in the template'),
  docId: z.string(),
  anchor: z.string(),
  citation: z.string(),
  sha256: z.string().describe('Of the passage as it stood'),
})
export type DraftPassage = z.infer<typeof DraftPassage>

/** What a draft was made from. */
export const DraftProvenance = z.object({
  templateVersion: z.int(),
  model: z.string().nullable(),
  promptSha256s: z.array(z.string()).describe('Of what was sent to the model'),
  corpusSnapshot: CorpusSnapshot,
  passages: z.array(DraftPassage),
  facts: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('Of the scheme, which chose its passages'),
  filledPlaces: z
    .array(z.object({ name: z.string(), label: z.string(), filledFrom: z.string() }))
    .describe('Placeholders filled from records'),
})
export type DraftProvenance = z.infer<typeof DraftProvenance>

export const Draft = z.object({
  ...listedFields,
  subject: DraftSubject,
  text: z.string().describe('The draft, in Markdown'),
  approvedText: z.string().nullable().describe('Text that was approved; the draft is kept as well'),
  places: z.array(OpenPlace).describe('Placeholders that are not filled yet'),
  becomes: z.object({
    kind: AppliedTo.shape.kind,
    label: z.string().describe('In words: "Risk management policy", "Minutes of trustees" …'),
  }),
  findings: z.array(Finding).describe('Problems to solve before the approval'),
  appliedTo: AppliedTo.nullable(),
  provenance: DraftProvenance,
  endedReason: z.string().nullable().describe('Why it was discarded or withdrawn'),
  editedBy: z
    .array(z.string())
    .describe('All authors; none can approve it if the firm requires a second person'),
})
export type Draft = z.infer<typeof Draft>

const versionHead = {
  id: Id,
  draftId: Id,
  number: z.int(),
  origin: DraftVersionOrigin,
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  createdAt: Instant,
  sha256: z.string(),
}
export const DraftVersionHead = z.object(versionHead)
export type DraftVersionHead = z.infer<typeof DraftVersionHead>
export const DraftVersion = z.object({ ...versionHead, text: z.string() })
export type DraftVersion = z.infer<typeof DraftVersion>

export const listDrafts = query('draft.list', {
  route: 'GET /api/ai/drafts',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'The drafts of the firm, without their texts.',
  input: pageOf({
    schemeId: Id.optional(),
    kind: DraftKind.optional(),
    status: DraftStatus.optional(),
    corpusSnapshot: CorpusSnapshot.optional(),
    recalled: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: what was drafted from a recalled snapshot'),
    assigneeId: AssigneeFilter,
    q: SearchText.optional().describe('Part of the title or of the name of the scheme'),
    sort: z.enum(['-createdAt', '-updatedAt', 'title', 'schemeName']).default('-createdAt'),
  }),
  output: listOf(ListedDraft),
})
export const getDraft = query('draft.get', {
  route: 'GET /api/ai/drafts/{id}',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'One draft: text, unfilled placeholders, result of the approval and provenance.',
  input: NoParameters,
  output: Draft,
})
export const createDraft = command('draft.create', {
  route: 'POST /api/ai/drafts',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary:
    'Drafts a document for a scheme, and fills in what the records hold. 422 where there is no such thing for the scheme, or the record that it is about is missing.',
  input: z.object({
    schemeId: Id,
    kind: DraftKind,
    subjectId: optional(Id).describe(
      'The record beside the scheme that it is about: a key function holder, an outsourcing arrangement, a breach, a meeting, a month of contributions or an employer, as the kind has it',
    ),
    templateOnly: z
      .boolean()
      .default(false)
      .describe('Reason why no request is sent to a provider; the text then comes from the template'),
  }),
  output: Draft,
  status: 201,
})
export const updateDraft = command('draft.update', {
  route: 'PUT /api/ai/drafts/{id}',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary:
    'Updates title and text of a draft and fills the given placeholders; a changed text is a new version. Only a draft can be changed (409).',
  input: z.object({
    title: line(1, 200),
    text: prose(1, 200_000),
    values: z
      .record(z.string().regex(/^[A-Za-z]{1,60}$/, 'Not a place'), line(1, 2000))
      .default({})
      .describe('Values by the name of the placeholder'),
  }),
  output: Draft,
})

const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .describe('The number of a version: 1, 2, 3 …')
const VersionParameter = z.coerce.number().int().min(1).max(999_999)

export const listDraftVersions = query('draft.versions', {
  route: 'GET /api/ai/drafts/{id}/versions',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Every version without its text, the newest first.',
  input: pageOf({ sort: z.enum(['-number']).default('-number') }),
  output: listOf(DraftVersionHead),
})
export const getDraftVersion = query('draft.version', {
  route: 'GET /api/ai/drafts/{id}/versions/{number}',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'One version with its text.',
  path: { number: VersionNumber },
  input: NoParameters,
  output: DraftVersion,
})

const TextBlock = z.object({
  kind: z.enum(['heading', 'item', 'paragraph']),
  level: z.int(),
  mark: z.string().nullable(),
  text: z.string(),
})
const ChangeKind = z.enum(['same', 'removed', 'added'])
export const TextChange = z.discriminatedUnion('is', [
  z.object({ is: ChangeKind, block: TextBlock }),
  z.object({
    is: z.literal('rewritten'),
    before: TextBlock,
    after: TextBlock,
    pieces: z
      .array(z.object({ is: ChangeKind, text: z.string() }))
      .describe('Both sides, word by word, in the order in which they are read'),
  }),
])

export const compareDraft = query('draft.comparison', {
  route: 'GET /api/ai/drafts/{id}/comparison',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Compares two versions of a draft, or a version with the approved text.',
  input: z.strictObject({
    from: VersionParameter.optional().describe('The first version unless given'),
    to: z
      .union([z.literal('approved'), VersionParameter])
      .optional()
      .describe(
        'A version, or the approved text; that where there is one, else the last version, unless given',
      ),
  }),
  output: z.object({
    draftId: Id,
    from: z.int(),
    to: z.int().nullable().describe('Null: the approved text'),
    counts: z
      .object({ rewritten: z.int(), added: z.int(), removed: z.int() })
      .nullable()
      .describe('Null with `changes`'),
    changes: z
      .array(TextChange)
      .nullable()
      .describe('Block by block; null where the texts are too long or too different to be compared'),
  }),
})

export const approveDraft = command('draft.approve', {
  route: 'POST /api/ai/drafts/{id}/approve',
  access: 'BrokerAdmin',
  rateClass: 'ai',
  summary:
    'Approves a draft and creates, depending on its kind, a version of a policy, sections of an own-risk assessment, or a document. Refused (422) while a placeholder is not filled. Where the firm requires it, the approver is another person than the last editor.',
  input: z.object({
    format: z
      .enum(['DOCX', 'PDF'])
      .default('PDF')
      .describe('Of a draft that becomes a document: how it is filed'),
  }),
  output: Draft,
})
export const discardDraft = command('draft.discard', {
  route: 'POST /api/ai/drafts/{id}/discard',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'DRAFT to DISCARDED. The draft is kept.',
  input: z.object({ reason: optional(reason()) }),
  output: Draft,
})

const RecalledDraft = ListedDraft.pick({
  id: true,
  schemeId: true,
  schemeName: true,
  kind: true,
  title: true,
})
export const withdrawDrafts = command('draft.withdraw', {
  route: 'POST /api/ai/drafts/withdraw',
  access: 'BrokerAdmin',
  rateClass: 'ai',
  summary:
    'Recalls everything that the firm drafted from one state of the public texts: drafts are WITHDRAWN, and what was approved is marked for review.',
  input: z.object({ corpusSnapshot: CorpusSnapshot, reason: reason() }),
  output: z.object({
    corpusSnapshot: CorpusSnapshot,
    withdrawn: z.array(RecalledDraft),
    toReview: z.array(RecalledDraft).describe('Approved already: to be reviewed'),
  }),
})

export const assignDraft = command('draft.assign', {
  route: 'POST /api/ai/drafts/{id}/assign',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Assigns a draft to a user of the firm, who is notified; null removes the assignment.',
  input: Assignment,
  output: ListedDraft,
})

export const downloadDraft = query('draft.content', {
  route: 'GET /api/ai/drafts/{id}/content',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'The draft, or what was approved of it, as a Word document or a PDF; always an attachment.',
  input: z.strictObject({ format: z.enum(['docx', 'pdf']).default('docx') }),
  output: z.string(),
})
