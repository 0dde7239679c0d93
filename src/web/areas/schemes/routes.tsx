/** The pages of the area `schemes`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import {
  defineEditPage,
  defineFirmList,
  defineListPage,
  defineNewPage,
  defineRecordPage,
} from '../../shell/route-builders.tsx'
import { defineSchemeList, defineSchemeTab } from './scheme-route.tsx'

export const schemeTabs = [
  defineSchemeTab('/', operation('scheme.get'), () => import('./schemes/scheme-overview.tsx')),
  defineSchemeTab('details', operation('scheme.get'), () => import('./schemes/scheme-details.tsx')),
  defineSchemeTab('trustees', operation('trustee.list'), () => import('./trustees/trustees-of-scheme.tsx')),
  defineSchemeTab(
    'events',
    operation('scheme-event.list'),
    () => import('./scheme-events/events-of-scheme.tsx'),
  ),
  defineSchemeList(
    'meetings',
    operation('trustee-meeting.list'),
    () => import('./trustee-meetings/meeting-list.tsx'),
  ),
] as const

export const schemePages = [
  defineListPage(PAGES.schemes, operation('scheme.list'), () => import('./schemes/scheme-list.tsx')),
  defineNewPage(PAGES.newScheme, operation('scheme.create'), () => import('./schemes/scheme-form.tsx')),
  defineEditPage(
    PAGES.editScheme,
    operation('scheme.update'),
    () => import('./schemes/scheme-form.tsx'),
    operation('scheme.get'),
  ),
  defineNewPage(
    PAGES.newParticipation,
    operation('participation.create'),
    () => import('./schemes/participation-form.tsx'),
    operation('scheme.get'),
  ),
  defineEditPage(
    PAGES.editParticipation,
    operation('participation.update'),
    () => import('./schemes/participation-form.tsx'),
    operation('participation.get'),
  ),
  defineNewPage(PAGES.newTrustee, operation('trustee.create'), () => import('./trustees/trustee-form.tsx')),
  defineRecordPage(PAGES.trustee, operation('trustee.get'), () => import('./trustees/trustee-page.tsx')),
  defineEditPage(
    PAGES.editTrustee,
    operation('trustee.update'),
    () => import('./trustees/trustee-form.tsx'),
    operation('trustee.get'),
  ),
  defineListPage(PAGES.employers, operation('employer.list'), () => import('./employers/employer-list.tsx')),
  defineNewPage(
    PAGES.newEmployer,
    operation('employer.create'),
    () => import('./employers/employer-form.tsx'),
  ),
  defineRecordPage(PAGES.employer, operation('employer.get'), () => import('./employers/employer-page.tsx')),
  defineEditPage(
    PAGES.editEmployer,
    operation('employer.update'),
    () => import('./employers/employer-form.tsx'),
    operation('employer.get'),
  ),
  defineNewPage(
    PAGES.newSchemeEvent,
    operation('scheme-event.create'),
    () => import('./scheme-events/scheme-event-form.tsx'),
  ),
  defineRecordPage(
    PAGES.schemeEvent,
    operation('scheme-event.get'),
    () => import('./scheme-events/scheme-event-page.tsx'),
  ),
  defineEditPage(
    PAGES.editSchemeEvent,
    operation('scheme-event.update'),
    () => import('./scheme-events/scheme-event-form.tsx'),
    operation('scheme-event.get'),
  ),
  defineFirmList(
    PAGES.meetings,
    operation('trustee-meeting.list'),
    () => import('./trustee-meetings/meeting-list.tsx'),
  ),
  defineNewPage(
    PAGES.newMeeting,
    operation('trustee-meeting.create'),
    () => import('./trustee-meetings/meeting-form.tsx'),
  ),
  defineRecordPage(
    PAGES.meeting,
    operation('trustee-meeting.get'),
    () => import('./trustee-meetings/meeting-page.tsx'),
  ),
  defineEditPage(
    PAGES.editMeeting,
    operation('trustee-meeting.update'),
    () => import('./trustee-meetings/meeting-form.tsx'),
    operation('trustee-meeting.get'),
  ),
] as const
