import { PAGES } from '../../contract/pages.ts'
import { linkToRecord } from '../page-address.ts'
import type { Crumb } from '../ui/page-header.tsx'

type Tab = Extract<(typeof PAGES)[keyof typeof PAGES], `/schemes/$schemeId/${string}`>

/** The breadcrumbs of a record that belongs to a scheme: the scheme, and the tab that lists such records. */
export const buildSchemeCrumbs = (
  scheme: { id: string; name: string },
  tab?: { label: string; page: Tab },
): Crumb[] => [
  { label: 'Schemes', to: PAGES.schemes },
  { label: scheme.name, ...linkToRecord(PAGES.scheme, scheme.id) },
  ...(tab ? [{ label: tab.label, ...linkToRecord(tab.page, scheme.id) }] : []),
]
