/** Records of a firm to review after a law change. */
import { z } from 'zod'
import { PassageChange } from './corpus.ts'
import { command, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import { Day, Id, Instant, line, listOf, NoParameters, optional, pageOf, recordFields } from './values.ts'

export const ReviewedKind = z
  .enum(['POLICY', 'OBLIGATION', 'FILE_NOTE', 'DRAFT'])
  .describe(
    'Kind of record that relies on the passage. OBLIGATION: the open obligations of a rule. FILE_NOTE: a file note with an answer of the assistant',
  )
export type ReviewedKind = z.infer<typeof ReviewedKind>

export const CorpusReviewStatus = z
  .enum(['OPEN', 'DONE', 'NOT_AFFECTED'])
  .describe(
    'DONE: a user reviewed and changed the record. NOT_AFFECTED: a user reviewed the record, and no change was needed',
  )
export type CorpusReviewStatus = z.infer<typeof CorpusReviewStatus>

export const CorpusReview = z.object({
  ...recordFields,
  tenantId: Id,
  sourceId: Id.describe('Id of the legal source, as in corpus.get'),
  docId: z.string(),
  title: z.string(),
  changeId: Id.describe(
    'Id of the import of the new version. Together with the passage it identifies one change',
  ),
  place: z.string().describe('Changed unit of the legal source, such as ARTICLE 28'),
  anchor: z.string(),
  citation: z.string().describe('Citation within the legal source, such as Article 28'),
  what: z.enum(['CHANGED', 'REMOVED']),
  versionBeforeOn: Day.nullable(),
  versionOn: Day.describe('Date from which the new version applies'),
  kind: ReviewedKind,
  recordId: Id,
  label: z.string().describe('Name of the record'),
  schemeId: Id.nullable(),
  schemeName: z.string().nullable(),
  status: CorpusReviewStatus,
  closedById: Id.nullable(),
  closedByName: z.string().nullable(),
  closedAt: Instant.nullable(),
  note: z.string().nullable(),
})
export type CorpusReview = z.infer<typeof CorpusReview>

export const CorpusReviewWithPassages = z.object({
  ...CorpusReview.shape,
  passages: z.array(PassageChange).describe('Changed passages of the unit, in the order of the source'),
})

export const PAGES = {
  corpusReviews: '/changed-law',
  closedCorpusReviews: '/changed-law/closed',
}

export const listCorpusReviews = query('corpus-review.list', {
  route: 'GET /api/corpus-reviews',
  access: 'BrokerUser',
  summary:
    'Lists reviews of law changes: one for each change and affected record of the firm, latest change first. The daily job creates them.',
  input: pageOf({
    status: CorpusReviewStatus.optional(),
    isOpen: z.stringbool().optional().describe('true: reviews that are open; false: reviews that are closed'),
    schemeId: Id.optional(),
    kind: ReviewedKind.optional(),
    sort: z.enum(['-change']).default('-change'),
  }),
  output: listOf(CorpusReview),
})
export const getCorpusReview = query('corpus-review.get', {
  route: 'GET /api/corpus-reviews/{id}',
  access: 'BrokerUser',
  summary: 'Returns one review with the old and the new text.',
  input: NoParameters,
  output: CorpusReviewWithPassages,
})

export const CORPUS_REVIEW_TRANSITIONS: Transitions<'close', CorpusReviewStatus> = {
  close: { from: ['OPEN'], to: 'DONE' },
}
export const closeCorpusReview = command('corpus-review.close', {
  route: 'POST /api/corpus-reviews/{id}/close',
  access: 'BrokerUser',
  summary: 'Closes a review with its outcome.',
  input: z.object({
    outcome: CorpusReviewStatus.exclude(['OPEN']),
    note: optional(line(1, 1000)),
  }),
  output: CorpusReview,
})
