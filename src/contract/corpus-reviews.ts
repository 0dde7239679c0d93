/** Records of a firm to review after a law change. */
import { z } from 'zod'
import { PassageChange } from './corpus.ts'
import { command, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import { Day, Id, Instant, line, listOf, NoParameters, optional, pageOf, recordFields } from './values.ts'

export const ReviewedKind = z
  .enum(['POLICY', 'OBLIGATION', 'FILE_NOTE', 'DRAFT'])
  .describe(
    'Record that relies on the passage: a written policy, the open obligations of a rule, an answer on file, a draft',
  )
export type ReviewedKind = z.infer<typeof ReviewedKind>

export const CorpusReviewStatus = z
  .enum(['OPEN', 'DONE', 'NOT_AFFECTED'])
  .describe('DONE: looked at and changed; NOT_AFFECTED: looked at, and nothing had to be changed')
export type CorpusReviewStatus = z.infer<typeof CorpusReviewStatus>

export const CorpusReview = z.object({
  ...recordFields,
  tenantId: Id,
  sourceId: Id.describe('The text, as corpus.get shows it'),
  docId: z.string(),
  title: z.string(),
  changeId: Id.describe('The version that was imported; together with the passage it identifies one change'),
  place: z.string().describe('The unit of the text, such as ARTICLE 28'),
  anchor: z.string(),
  citation: z.string().describe('As it is cited within its text: Article 28'),
  what: z.enum(['CHANGED', 'REMOVED']),
  versionBeforeOn: Day.nullable(),
  versionOn: Day.describe('The new words hold from this day, or the old ones until then'),
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
  passages: z.array(PassageChange).describe('Of that unit, in the order of the text'),
})
export type CorpusReviewWithPassages = z.infer<typeof CorpusReviewWithPassages>

export const PAGES = {
  corpusReviews: '/changed-law',
  closedCorpusReviews: '/changed-law/closed',
}

export const listCorpusReviews = query('corpus-review.list', {
  route: 'GET /api/corpus-reviews',
  access: 'BrokerUser',
  summary:
    'Lists the records of the firm affected by law changes, one item per change and record, latest change first. Created by the daily job.',
  input: pageOf({
    status: CorpusReviewStatus.optional(),
    isOpen: z.stringbool().optional().describe('true: not reviewed yet'),
    schemeId: Id.optional(),
    kind: ReviewedKind.optional(),
    sort: z.enum(['-change']).default('-change'),
  }),
  output: listOf(CorpusReview),
})
export const getCorpusReview = query('corpus-review.get', {
  route: 'GET /api/corpus-reviews/{id}',
  access: 'BrokerUser',
  summary: 'One entry with the old words and the new.',
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
