/** The pages of the area `documents`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import {
  defineEditPage,
  defineFirmList,
  defineListPage,
  definePage,
  defineRecordPage,
} from '../../shell/route-builders.tsx'
import { defineSchemeList, defineSchemeTab } from '../schemes/scheme-route.tsx'

export const documentTabs = [
  defineSchemeList('documents', operation('document.list'), () => import('./documents/document-list.tsx')),
  defineSchemeTab(
    'file-notes',
    operation('file-note.list'),
    () => import('./file-notes/file-notes-of-scheme.tsx'),
  ),
] as const

export const documentPages = [
  defineFirmList(PAGES.documents, operation('document.list'), () => import('./documents/document-list.tsx')),
  definePage(PAGES.newDocument, operation('document.create'), () => import('./documents/new-document.tsx')),
  defineRecordPage(PAGES.document, operation('document.get'), () => import('./documents/document-page.tsx')),
  defineEditPage(
    PAGES.editDocument,
    operation('document.update'),
    () => import('./documents/document-form.tsx'),
    operation('document.get'),
  ),
  defineListPage(PAGES.drafts, operation('draft.list'), () => import('./drafts/draft-list.tsx')),
  definePage(PAGES.newDraft, operation('draft.create'), () => import('./drafts/new-draft.tsx')),
  defineRecordPage(PAGES.draft, operation('draft.get'), () => import('./drafts/draft-page.tsx')),
  definePage(
    PAGES.draftChanges,
    operation('draft.comparison'),
    () => import('./drafts/draft-changes.tsx'),
    operation('draft.get'),
  ),
  defineRecordPage(PAGES.fileNote, operation('file-note.get'), () => import('./file-notes/file-note.tsx')),
] as const
