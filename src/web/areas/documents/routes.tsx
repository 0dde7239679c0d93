/** The pages of the area `documents`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { editPage, firmList, list, page, record } from '../../shell/route-builders.tsx'
import { schemeList, schemeTab } from '../schemes/scheme-route.tsx'

export const documentTabs = [
  schemeList('documents', operation('document.list'), () => import('./documents/document-list.tsx')),
  schemeTab('file-notes', operation('file-note.list'), () => import('./file-notes/file-notes-of-scheme.tsx')),
] as const

export const documentPages = [
  firmList(PAGES.documents, operation('document.list'), () => import('./documents/document-list.tsx')),
  page(PAGES.newDocument, operation('document.create'), () => import('./documents/new-document.tsx')),
  record(PAGES.document, operation('document.get'), () => import('./documents/document-page.tsx')),
  editPage(
    PAGES.editDocument,
    operation('document.update'),
    () => import('./documents/document-form.tsx'),
    operation('document.get'),
  ),
  list(PAGES.drafts, operation('draft.list'), () => import('./drafts/draft-list.tsx')),
  page(PAGES.newDraft, operation('draft.create'), () => import('./drafts/new-draft.tsx')),
  record(PAGES.draft, operation('draft.get'), () => import('./drafts/draft-page.tsx')),
  page(
    PAGES.draftChanges,
    operation('draft.comparison'),
    () => import('./drafts/draft-changes.tsx'),
    operation('draft.get'),
  ),
  record(PAGES.fileNote, operation('file-note.get'), () => import('./file-notes/file-note.tsx')),
] as const
