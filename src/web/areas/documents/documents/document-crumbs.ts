import type { DocumentRecord } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Crumb } from '../../../ui/page-header.tsx'

/** With the scheme where it belongs to one that the reader sees, otherwise with all documents. */
export const buildDocumentCrumbs = ({ schemeId, schemeName }: DocumentRecord): Crumb[] =>
  schemeId && schemeName
    ? [
        { label: 'Schemes', to: PAGES.schemes },
        { label: schemeName, to: PAGES.scheme, params: { schemeId } },
        { label: 'Documents', to: PAGES.schemeDocuments, params: { schemeId } },
      ]
    : [{ label: 'Documents', to: PAGES.documents }]
