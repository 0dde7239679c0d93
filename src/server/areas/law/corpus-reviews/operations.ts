import { sql } from 'kysely'
import * as contract from '../../../../contract/corpus-reviews.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { findPassageChanges } from '../corpus/index.ts'
import { auditedCorpusReview, corpusReviews } from './records.ts'

/** A unit with more changed passages than this is shown as a link to the source. */
const MOST_PASSAGES = 50

const defineTransition = transitionCommands({
  records: corpusReviews,
  audited: auditedCorpusReview,
  transitions: contract.CORPUS_REVIEW_TRANSITIONS,
})

export function createCorpusReviewOperations(): Operation[] {
  return [
    defineList(contract.listCorpusReviews, corpusReviews),
    defineQuery({
      contract: contract.getCorpusReview,
      owner: ({ id }, find) => find.corpusReview(id),
      async handle({ input: { id }, db }) {
        const review = await corpusReviews.require(db, id)
        const { changeId: ingestId, place } = review
        return {
          ...review,
          passages: await findPassageChanges(db, { ingestId, place, limit: MOST_PASSAGES }),
        }
      },
    }),
    defineTransition(contract.closeCorpusReview, ({ input: { outcome, note }, actor }) => ({
      status: outcome,
      note,
      closed_by: actor.id,
      closed_at: sql`clock_timestamp()`,
    })),
  ]
}
