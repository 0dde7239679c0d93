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
  fourEyesFields,
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

/** WITHDRAWN: the drafts from its version of the legal sources were recalled. Only a draft can still be changed. */
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

/** Version of the legal sources that a draft was made from. */
export const CorpusSnapshot = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Not the id of a snapshot')
  .describe('Id of the state of the legal sources: SHA-256 of all sources and their versions at that time')

/** Result of approving a draft. */
export const AppliedTo = z.object({
  kind: z.enum(['POLICY', 'OWN_RISK_ASSESSMENT', 'DOCUMENT']),
  id: Id,
  versionNumber: z
    .int()
    .nullable()
    .describe('For a policy: number of the version that was created from the draft; otherwise null'),
  filledSections: z
    .array(SectionKey)
    .describe('For an own-risk assessment: sections that were filled from the draft'),
  leftSections: z
    .array(SectionKey)
    .describe('For an own-risk assessment: sections that already had text and were not changed'),
})
export type AppliedTo = z.infer<typeof AppliedTo>

const listedFields = {
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  kind: DraftKind,
  subjectId: Id.nullable().describe(
    'Record that the draft concerns besides the scheme; null if the kind of draft has none',
  ),
  title: z.string(),
  status: DraftStatus,
  latestVersion: z.int().describe('Number of the last version of the draft text'),
  openPlaces: z.int().describe('Number of unfilled placeholders'),
  model: z.string().nullable().describe('AI model that wrote parts of the draft; null if none did'),
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
    'Time at which the sources of the draft were recalled; an approved draft then needs a review. Null if not recalled',
  ),
}

/** A draft in a list, without its texts. */
export const ListedDraft = z.object(listedFields)
export type ListedDraft = z.infer<typeof ListedDraft>

/**
 * BY_HAND: the user enters the value. RECORD: a record has the value, and it was missing. IN_PLACE: the user replaces it in the text.
 * UNKNOWN: not in any template.
 */
export const PlaceFilling = z.enum(['BY_HAND', 'RECORD', 'IN_PLACE', 'UNKNOWN'])
export type PlaceFilling = z.infer<typeof PlaceFilling>

export const OpenPlace = z.object({
  name: z.string().describe('Name of the placeholder, as between the braces'),
  label: z.string(),
  description: z.string().nullable(),
  count: z.int(),
  filling: PlaceFilling,
})
export type OpenPlace = z.infer<typeof OpenPlace>

/** A passage of a legal source that a section rests on. */
export const DraftPassage = z.object({
  section: z.string().describe('Key of the section in the template'),
  docId: z.string(),
  anchor: z.string(),
  citation: z.string(),
  sha256: z.string().describe('SHA-256 of the text of the passage at the time of drafting'),
})
export type DraftPassage = z.infer<typeof DraftPassage>

/** Inputs that a draft was made from. */
export const DraftProvenance = z.object({
  templateVersion: z.int(),
  model: z.string().nullable(),
  promptSha256s: z.array(z.string()).describe('SHA-256 of each request that was sent to the model'),
  corpusSnapshot: CorpusSnapshot,
  passages: z.array(DraftPassage),
  facts: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('Facts of the scheme that decided which passages the draft contains'),
  filledPlaces: z
    .array(z.object({ name: z.string(), label: z.string(), filledFrom: z.string() }))
    .describe('Placeholders filled from records'),
})

export const Draft = z.object({
  ...listedFields,
  subject: DraftSubject,
  text: z.string().describe('Text of the draft in Markdown'),
  approvedText: z.string().nullable().describe('Approved text; null if the draft is not approved'),
  places: z.array(OpenPlace).describe('Unfilled placeholders'),
  becomes: z.object({
    kind: AppliedTo.shape.kind,
    label: z
      .string()
      .describe('Name of the kind of draft, such as "Risk management policy" or "Minutes of trustees"'),
  }),
  findings: z.array(Finding).describe('Problems to solve before the approval'),
  appliedTo: AppliedTo.nullable(),
  provenance: DraftProvenance,
  endedReason: z.string().nullable().describe('Why the draft was discarded or withdrawn; null if it was not'),
  editedBy: z
    .array(z.string())
    .describe('Ids of all authors. No author can approve the draft if the firm requires a second person'),
  ...fourEyesFields,
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
  summary: 'Lists the drafts of the firm, without their texts.',
  input: pageOf({
    schemeId: Id.optional(),
    kind: DraftKind.optional(),
    status: DraftStatus.optional(),
    corpusSnapshot: CorpusSnapshot.optional(),
    recalled: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: drafts whose sources were recalled; false: all others'),
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
  summary: 'Returns one draft with its text, unfilled placeholders, result of the approval and provenance.',
  input: NoParameters,
  output: Draft,
})
export const createDraft = command('draft.create', {
  route: 'POST /api/ai/drafts',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary:
    'Creates a draft for a scheme and fills its placeholders from the records. 422 if the kind of draft does not apply to the scheme, or the record that it concerns is missing.',
  input: z.object({
    schemeId: Id,
    kind: DraftKind,
    subjectId: optional(Id).describe(
      'Record that the draft concerns besides the scheme, depending on its kind: a key function holder, outsourcing arrangement, breach, meeting, contribution batch or employer',
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
    'Updates the title and text of a draft and fills the given placeholders. A changed text creates a new version. 409 if it is no longer a DRAFT.',
  input: z.object({
    title: line(1, 200),
    text: prose(1, 200_000),
    values: z
      .record(z.string().regex(/^[A-Za-z]{1,60}$/, 'Not a place'), line(1, 2000))
      .default({})
      .describe('Values by name of the placeholder'),
  }),
  output: Draft,
})

const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .describe('Number of a version: 1, 2, 3 …')
const VersionParameter = z.coerce.number().int().min(1).max(999_999)

export const listDraftVersions = query('draft.versions', {
  route: 'GET /api/ai/drafts/{id}/versions',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Lists the versions without their texts, newest first.',
  input: pageOf({ sort: z.enum(['-number']).default('-number') }),
  output: listOf(DraftVersionHead),
})
export const getDraftVersion = query('draft.version', {
  route: 'GET /api/ai/drafts/{id}/versions/{number}',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Returns one version with its text.',
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
      .describe('Words of both texts in reading order, each marked as same, removed or added'),
  }),
])

export const compareDraft = query('draft.comparison', {
  route: 'GET /api/ai/drafts/{id}/comparison',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Compares two versions of a draft, or a version with the approved text.',
  input: z.strictObject({
    from: VersionParameter.optional().describe('Version to compare from. Default: the first version'),
    to: z
      .union([z.literal('approved'), VersionParameter])
      .optional()
      .describe(
        'Version to compare with, or `approved` for the approved text. Default: the approved text, or the last version if there is none',
      ),
  }),
  output: z.object({
    draftId: Id,
    from: z.int(),
    to: z.int().nullable().describe('Number of the version; null for the approved text'),
    counts: z
      .object({ rewritten: z.int(), added: z.int(), removed: z.int() })
      .nullable()
      .describe('Number of changes; null if `changes` is null'),
    changes: z
      .array(TextChange)
      .nullable()
      .describe('Changes by block of text; null if the texts are too long or too different to compare'),
  }),
})

export const approveDraft = command('draft.approve', {
  route: 'POST /api/ai/drafts/{id}/approve',
  access: 'BrokerAdmin',
  rateClass: 'ai',
  summary:
    'Approves a draft and creates, depending on its kind, a version of a policy, sections of an own-risk assessment, or a document. 422 while a placeholder is not filled. If the firm requires a second person, no author of the draft can approve it.',
  input: z.object({
    format: z
      .enum(['DOCX', 'PDF'])
      .default('PDF')
      .describe('For a draft that becomes a document: the format of the file'),
  }),
  output: Draft,
})
export const discardDraft = command('draft.discard', {
  route: 'POST /api/ai/drafts/{id}/discard',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'DRAFT to DISCARDED: discards the draft. It stays readable.',
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
    'Recalls everything that the firm drafted from one state of the legal sources. Drafts become WITHDRAWN; approved drafts are marked for review.',
  input: z.object({ corpusSnapshot: CorpusSnapshot, reason: reason() }),
  output: z.object({
    corpusSnapshot: CorpusSnapshot,
    withdrawn: z.array(RecalledDraft),
    toReview: z.array(RecalledDraft).describe('Approved drafts that need a review'),
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
  summary: 'Downloads the draft, or the approved text if there is one, as a Word document or PDF.',
  input: z.strictObject({ format: z.enum(['docx', 'pdf']).default('docx') }),
  output: z.string(),
})
