/** The pages of the area `members`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import {
  defineEditPage,
  defineFirmList,
  defineListPage,
  defineNewPage,
  definePage,
  defineRecordPage,
} from '../../shell/route-builders.tsx'
import { defineSchemeList, defineSchemeTab } from '../schemes/scheme-route.tsx'

export const memberTabs = [
  defineSchemeList('members', operation('member.list'), () => import('./members/member-list.tsx')),
  defineSchemeTab(
    'contributions',
    operation('contribution.list'),
    () => import('./contributions/contributions-of-scheme.tsx'),
  ),
] as const

export const memberPages = [
  defineFirmList(PAGES.members, operation('member.list'), () => import('./members/member-list.tsx')),
  defineNewPage(PAGES.newMember, operation('member.create'), () => import('./members/member-form.tsx')),
  defineRecordPage(PAGES.member, operation('member.get'), () => import('./members/member-page.tsx')),
  defineEditPage(
    PAGES.editMember,
    operation('member.update'),
    () => import('./members/member-form.tsx'),
    operation('member.get'),
  ),
  definePage(
    PAGES.importSchemes,
    operation('scheme-import.create'),
    () => import('./scheme-imports/import-schemes.tsx'),
  ),
  defineListPage(
    PAGES.schemeImports,
    operation('scheme-import.list'),
    () => import('./scheme-imports/scheme-import-list.tsx'),
  ),
  defineRecordPage(
    PAGES.schemeImport,
    operation('scheme-import.get'),
    () => import('./scheme-imports/scheme-import-page.tsx'),
  ),
  definePage(PAGES.dataQuality, operation('data-quality.list'), () => import('./members/data-quality.tsx')),
  definePage(PAGES.retention, operation('personal-data.expired'), () => import('./members/retention.tsx')),
  definePage(PAGES.importMembers, operation('member.import'), () => import('./members/import-members.tsx')),
  defineListPage(
    PAGES.contributions,
    operation('contribution.grid'),
    () => import('./contributions/contributions.tsx'),
  ),
  defineListPage(
    PAGES.contributionBatches,
    operation('contribution.list'),
    () => import('./contributions/batch-list.tsx'),
  ),
  defineListPage(
    PAGES.contributionReminders,
    operation('contribution-reminder.list'),
    () => import('./contributions/reminders.tsx'),
  ),
  definePage(
    PAGES.uploadContributions,
    operation('contribution.upload'),
    () => import('./contributions/upload-contributions.tsx'),
  ),
  definePage(
    PAGES.enterContributions,
    operation('contribution.enter'),
    () => import('./contributions/enter-contributions.tsx'),
  ),
  defineRecordPage(
    PAGES.contribution,
    operation('contribution.get'),
    () => import('./contributions/batch-page.tsx'),
  ),
] as const
