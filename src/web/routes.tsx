/** Puts the page tables of all areas together. A page is added to the `routes.tsx` of its area. */

import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter } from '@tanstack/react-router'
import { PAGES } from '../contract/pages.ts'
import { isBrokerRole, isLimitedToOwnRecord } from '../contract/users.ts'
import { calendarPages, calendarTabs } from './areas/calendar/routes.tsx'
import { documentPages, documentTabs } from './areas/documents/routes.tsx'
import { firmPages, firmTabs, openPages } from './areas/firm/routes.tsx'
import { governancePages, governanceTabs } from './areas/governance/routes.tsx'
import { lawPages } from './areas/law/routes.tsx'
import { memberPages, memberTabs } from './areas/members/routes.tsx'
import { schemePages, schemeTabs } from './areas/schemes/routes.tsx'
import { scheme } from './areas/schemes/scheme-route.tsx'
import { operation } from './operation.ts'
import { createQuery } from './queries.ts'
import { formatSearch, parseSearch } from './search.ts'
import { findPerson, type Person, usePerson } from './session.tsx'
import { FailedPage } from './shell/error-page.tsx'
import { createLazyPage } from './shell/lazy-page.tsx'
import { NotFound } from './shell/not-found.tsx'
import { PagePlaceholder } from './shell/page-placeholder.tsx'
import { authenticated, root } from './shell/route-builders.tsx'

/** The tenant of people who belong to no firm. */
const GUESTS = 'guests'
/** Brokers, users of an employer and members have different first pages. */
const Today = createLazyPage(
  operation('dashboard.get'),
  () => import('./areas/calendar/dashboard/today.tsx'),
  () => [createQuery(operation('dashboard.get'), {})],
)
const EmployerHome = createLazyPage(
  operation('dashboard.get'),
  () => import('./areas/members/contributions/employer-home.tsx'),
  () => [createQuery(operation('dashboard.get'), {})],
)
const MyRecord = createLazyPage(
  operation('member.get'),
  () => import('./areas/members/members/my-record.tsx'),
)
const GuestHome = createLazyPage(operation('scheme.list'), () => import('./areas/firm/grants/guest-home.tsx'))
const ChooseGrant = createLazyPage(
  operation('grant.own'),
  () => import('./areas/firm/grants/choose-grant.tsx'),
)
const getFirstPage = ({ role, grant, tenantId }: Person) =>
  grant
    ? GuestHome
    : tenantId === GUESTS
      ? ChooseGrant
      : isBrokerRole(role)
        ? Today
        : isLimitedToOwnRecord(role)
          ? MyRecord
          : EmployerHome
const first = createRoute({
  getParentRoute: () => authenticated,
  path: PAGES.today,
  component: function FirstPage() {
    const { component: Page } = getFirstPage(usePerson())
    return <Page />
  },
  async loader({ context: { queries }, params }) {
    const person = await findPerson(queries)
    if (person) await getFirstPage(person).preload(queries, params)
  },
})

/** Within the shell, so that the navigation stays. */
const unknown = createRoute({ getParentRoute: () => authenticated, path: '$', component: NotFound })

const tree = root.addChildren([
  ...openPages,
  authenticated.addChildren([
    first,
    scheme.addChildren([
      ...schemeTabs,
      ...memberTabs,
      ...documentTabs,
      ...governanceTabs,
      ...calendarTabs,
      ...firmTabs,
    ]),
    ...schemePages,
    ...memberPages,
    ...calendarPages,
    ...documentPages,
    ...governancePages,
    ...lawPages,
    ...firmPages,
    unknown,
  ]),
])

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    parseSearch,
    stringifySearch: formatSearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPendingMs: 250,
    defaultPendingComponent: PagePlaceholder,
    defaultErrorComponent: FailedPage,
    // Another record is another page: what was typed or opened for the one before does not belong to it.
    defaultRemountDeps: ({ params }) => params,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
