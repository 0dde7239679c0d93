/** The pages of the area `law`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { queryFor } from '../../queries.ts'
import { list, page, record } from '../../shell/route-builders.tsx'

export const lawPages = [
  list(
    PAGES.corpusReviews,
    operation('corpus-review.list'),
    () => import('./corpus-reviews/open-reviews.tsx'),
  ),
  list(
    PAGES.closedCorpusReviews,
    operation('corpus-review.list'),
    () => import('./corpus-reviews/closed-reviews.tsx'),
  ),
  page(PAGES.assistant, operation('assistant.ask'), () => import('./assistant/ask.tsx')),
  list(PAGES.answers, operation('assistant.answers'), () => import('./assistant/answer-list.tsx')),
  record(PAGES.answer, operation('assistant.answer'), () => import('./assistant/answer-page.tsx')),
  list(
    PAGES.sources,
    operation('assistant.search'),
    () => import('./assistant/source-list.tsx'),
    operation('corpus.list'),
  ),
  page(PAGES.source, operation('corpus.get'), () => import('./assistant/source.tsx')),
  list(
    PAGES.disclosures,
    operation('assistant.disclosures'),
    () => import('./assistant/disclosure-list.tsx'),
  ),
  page(
    PAGES.corpusTexts,
    operation('corpus-text.list'),
    () => import('./corpus/text-list.tsx'),
    () => [queryFor(operation('corpus-text.list'), {})],
  ),
  page(PAGES.newCorpusText, operation('corpus-text.bring-in'), () => import('./corpus/ingest-text.tsx')),
  record(PAGES.corpusText, operation('corpus-text.get'), () => import('./corpus/text.tsx')),
] as const
