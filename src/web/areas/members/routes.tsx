/** The pages of the area `members`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { editPage, firmList, list, newPage, page, record } from '../../shell/route-builders.tsx'
import { schemeList, schemeTab } from '../schemes/scheme-route.tsx'

export const memberTabs = [
  schemeList('members', operation('member.list'), () => import('./members/member-list.tsx')),
  schemeTab(
    'contributions',
    operation('contribution.list'),
    () => import('./contributions/contributions-of-scheme.tsx'),
  ),
] as const

export const memberPages = [
  firmList(PAGES.members, operation('member.list'), () => import('./members/member-list.tsx')),
  newPage(PAGES.newMember, operation('member.create'), () => import('./members/member-form.tsx')),
  record(PAGES.member, operation('member.get'), () => import('./members/member-page.tsx')),
  editPage(
    PAGES.editMember,
    operation('member.update'),
    () => import('./members/member-form.tsx'),
    operation('member.get'),
  ),
  page(
    PAGES.importSchemes,
    operation('scheme-import.create'),
    () => import('./scheme-imports/import-schemes.tsx'),
  ),
  list(
    PAGES.schemeImports,
    operation('scheme-import.list'),
    () => import('./scheme-imports/scheme-import-list.tsx'),
  ),
  record(
    PAGES.schemeImport,
    operation('scheme-import.get'),
    () => import('./scheme-imports/scheme-import-page.tsx'),
  ),
  page(PAGES.dataQuality, operation('data-quality.list'), () => import('./members/data-quality.tsx')),
  page(PAGES.retention, operation('personal-data.expired'), () => import('./members/retention.tsx')),
  page(PAGES.importMembers, operation('member.import'), () => import('./members/import-members.tsx')),
  list(
    PAGES.contributions,
    operation('contribution.grid'),
    () => import('./contributions/contributions.tsx'),
  ),
  list(
    PAGES.contributionBatches,
    operation('contribution.list'),
    () => import('./contributions/batch-list.tsx'),
  ),
  list(
    PAGES.contributionReminders,
    operation('contribution-reminder.list'),
    () => import('./contributions/reminders.tsx'),
  ),
  page(
    PAGES.uploadContributions,
    operation('contribution.upload'),
    () => import('./contributions/upload-contributions.tsx'),
  ),
  page(
    PAGES.enterContributions,
    operation('contribution.enter'),
    () => import('./contributions/enter-contributions.tsx'),
  ),
  record(PAGES.contribution, operation('contribution.get'), () => import('./contributions/batch-page.tsx')),
] as const
