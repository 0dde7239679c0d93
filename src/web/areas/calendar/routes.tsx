/** The pages of the area `calendar`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { createQuery } from '../../queries.ts'
import { defineListPage, definePage } from '../../shell/route-builders.tsx'
import { defineSchemeTab } from '../schemes/scheme-route.tsx'

export const calendarTabs = [
  defineSchemeTab(
    'obligations',
    operation('obligation.standing'),
    () => import('./obligations/obligations-of-scheme.tsx'),
  ),
] as const

export const calendarPages = [
  defineListPage(PAGES.calendar, operation('obligation.list'), () => import('./obligations/calendar.tsx')),
  defineListPage(
    PAGES.calendarMonth,
    operation('obligation.list'),
    () => import('./obligations/calendar-month.tsx'),
  ),
  defineListPage(
    PAGES.calendarYear,
    operation('obligation.year'),
    () => import('./obligations/calendar-year.tsx'),
  ),
  defineListPage(
    PAGES.calendarList,
    operation('obligation.list'),
    () => import('./obligations/calendar-list.tsx'),
  ),
  defineListPage(
    PAGES.obligationsToConfirm,
    operation('obligation.to-confirm'),
    () => import('./obligations/obligations-to-confirm.tsx'),
  ),
  definePage(
    PAGES.obligation,
    operation('obligation.get'),
    () => import('./obligations/obligation-page.tsx'),
    ({ obligationId: id = '' }) => [
      createQuery(operation('obligation.get'), { id }),
      createQuery(operation('obligation.rules'), {}),
    ],
  ),
] as const
