import type { Draft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Crumb } from '../../../ui/page-header.tsx'

export const buildDraftCrumbs: readonly Crumb[] = [
  { label: 'Assistant', to: PAGES.assistant },
  { label: 'Drafts', to: PAGES.drafts },
]

/** Of what is below a draft. */
export const belowDraft = ({ id, title }: Draft): Crumb[] => [
  ...buildDraftCrumbs,
  { label: title, to: PAGES.draft, params: { draftId: id } },
]
