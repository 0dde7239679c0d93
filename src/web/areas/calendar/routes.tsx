/** The pages of the area `calendar`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { queryFor } from '../../queries.ts'
import { list, page } from '../../shell/route-builders.tsx'
import { schemeTab } from '../schemes/scheme-route.tsx'

export const calendarTabs = [
  schemeTab(
    'obligations',
    operation('obligation.standing'),
    () => import('./obligations/obligations-of-scheme.tsx'),
  ),
] as const

export const calendarPages = [
  list(PAGES.calendar, operation('obligation.list'), () => import('./obligations/calendar.tsx')),
  list(PAGES.calendarMonth, operation('obligation.list'), () => import('./obligations/calendar-month.tsx')),
  list(PAGES.calendarYear, operation('obligation.year'), () => import('./obligations/calendar-year.tsx')),
  list(PAGES.calendarList, operation('obligation.list'), () => import('./obligations/calendar-list.tsx')),
  list(
    PAGES.obligationsToConfirm,
    operation('obligation.to-confirm'),
    () => import('./obligations/obligations-to-confirm.tsx'),
  ),
  page(
    PAGES.obligation,
    operation('obligation.get'),
    () => import('./obligations/obligation-page.tsx'),
    ({ obligationId: id = '' }) => [
      queryFor(operation('obligation.get'), { id }),
      queryFor(operation('obligation.rules'), {}),
    ],
  ),
] as const
