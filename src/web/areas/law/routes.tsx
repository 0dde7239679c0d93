/** The pages of the area `law`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { createQuery } from '../../queries.ts'
import { defineListPage, definePage, defineRecordPage } from '../../shell/route-builders.tsx'

export const lawPages = [
  defineListPage(
    PAGES.corpusReviews,
    operation('corpus-review.list'),
    () => import('./corpus-reviews/open-reviews.tsx'),
  ),
  defineListPage(
    PAGES.closedCorpusReviews,
    operation('corpus-review.list'),
    () => import('./corpus-reviews/closed-reviews.tsx'),
  ),
  definePage(PAGES.assistant, operation('assistant.ask'), () => import('./assistant/ask.tsx')),
  defineListPage(PAGES.answers, operation('assistant.answers'), () => import('./assistant/answer-list.tsx')),
  defineRecordPage(PAGES.answer, operation('assistant.answer'), () => import('./assistant/answer-page.tsx')),
  defineListPage(
    PAGES.sources,
    operation('assistant.search'),
    () => import('./assistant/source-list.tsx'),
    operation('corpus.list'),
  ),
  definePage(PAGES.source, operation('corpus.get'), () => import('./assistant/source.tsx')),
  defineListPage(
    PAGES.disclosures,
    operation('assistant.disclosures'),
    () => import('./assistant/disclosure-list.tsx'),
  ),
  definePage(
    PAGES.corpusTexts,
    operation('corpus-text.list'),
    () => import('./corpus/text-list.tsx'),
    () => [createQuery(operation('corpus-text.list'), {})],
  ),
  definePage(
    PAGES.newCorpusText,
    operation('corpus-text.bring-in'),
    () => import('./corpus/ingest-text.tsx'),
  ),
  defineRecordPage(PAGES.corpusText, operation('corpus-text.get'), () => import('./corpus/text.tsx')),
] as const
