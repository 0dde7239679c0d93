import type { LinkProps } from '@tanstack/react-router'
import { PAGES } from '../contract/pages.ts'
import { linkToRecord } from './page-address.ts'

/** Kinds of records whose page has another name than the kind. */
const PAGE_NAMES: Record<string, keyof typeof PAGES> = {
  trusteeMeeting: 'meeting',
  serviceProvider: 'provider',
  writtenPolicy: 'policy',
  assistantAnswer: 'answer',
  corpusDocument: 'source',
}

/** Page of the record of an entry; null if it has none. For users of a firm, the page of the firm is its settings. */
export function findPageOfEntity(
  entityType: string,
  entityId: string,
  opensFirms: boolean,
): LinkProps | null {
  if (entityType === 'corpusReview') return { to: PAGES.corpusReviews }
  if (entityType === 'tenant') return opensFirms ? linkToRecord(PAGES.firm, entityId) : { to: PAGES.settings }
  const name = PAGE_NAMES[entityType] ?? entityType
  const page = name in PAGES ? PAGES[name as keyof typeof PAGES] : null
  return page?.includes('$') ? linkToRecord(page, entityId) : null
}
