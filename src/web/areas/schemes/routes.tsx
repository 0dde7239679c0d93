/** The pages of the area `schemes`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { editPage, firmList, list, newPage, record } from '../../shell/route-builders.tsx'
import { schemeList, schemeTab } from './scheme-route.tsx'

export const schemeTabs = [
  schemeTab('/', operation('scheme.get'), () => import('./schemes/scheme-overview.tsx')),
  schemeTab('details', operation('scheme.get'), () => import('./schemes/scheme-details.tsx')),
  schemeTab('trustees', operation('trustee.list'), () => import('./trustees/trustees-of-scheme.tsx')),
  schemeTab('events', operation('scheme-event.list'), () => import('./scheme-events/events-of-scheme.tsx')),
  schemeList(
    'meetings',
    operation('trustee-meeting.list'),
    () => import('./trustee-meetings/meeting-list.tsx'),
  ),
] as const

export const schemePages = [
  list(PAGES.schemes, operation('scheme.list'), () => import('./schemes/scheme-list.tsx')),
  newPage(PAGES.newScheme, operation('scheme.create'), () => import('./schemes/scheme-form.tsx')),
  editPage(
    PAGES.editScheme,
    operation('scheme.update'),
    () => import('./schemes/scheme-form.tsx'),
    operation('scheme.get'),
  ),
  newPage(
    PAGES.newParticipation,
    operation('participation.create'),
    () => import('./schemes/participation-form.tsx'),
    operation('scheme.get'),
  ),
  editPage(
    PAGES.editParticipation,
    operation('participation.update'),
    () => import('./schemes/participation-form.tsx'),
    operation('participation.get'),
  ),
  newPage(PAGES.newTrustee, operation('trustee.create'), () => import('./trustees/trustee-form.tsx')),
  record(PAGES.trustee, operation('trustee.get'), () => import('./trustees/trustee-page.tsx')),
  editPage(
    PAGES.editTrustee,
    operation('trustee.update'),
    () => import('./trustees/trustee-form.tsx'),
    operation('trustee.get'),
  ),
  list(PAGES.employers, operation('employer.list'), () => import('./employers/employer-list.tsx')),
  newPage(PAGES.newEmployer, operation('employer.create'), () => import('./employers/employer-form.tsx')),
  record(PAGES.employer, operation('employer.get'), () => import('./employers/employer-page.tsx')),
  editPage(
    PAGES.editEmployer,
    operation('employer.update'),
    () => import('./employers/employer-form.tsx'),
    operation('employer.get'),
  ),
  newPage(
    PAGES.newSchemeEvent,
    operation('scheme-event.create'),
    () => import('./scheme-events/scheme-event-form.tsx'),
  ),
  record(
    PAGES.schemeEvent,
    operation('scheme-event.get'),
    () => import('./scheme-events/scheme-event-page.tsx'),
  ),
  editPage(
    PAGES.editSchemeEvent,
    operation('scheme-event.update'),
    () => import('./scheme-events/scheme-event-form.tsx'),
    operation('scheme-event.get'),
  ),
  firmList(
    PAGES.meetings,
    operation('trustee-meeting.list'),
    () => import('./trustee-meetings/meeting-list.tsx'),
  ),
  newPage(
    PAGES.newMeeting,
    operation('trustee-meeting.create'),
    () => import('./trustee-meetings/meeting-form.tsx'),
  ),
  record(
    PAGES.meeting,
    operation('trustee-meeting.get'),
    () => import('./trustee-meetings/meeting-page.tsx'),
  ),
  editPage(
    PAGES.editMeeting,
    operation('trustee-meeting.update'),
    () => import('./trustee-meetings/meeting-form.tsx'),
    operation('trustee-meeting.get'),
  ),
] as const
