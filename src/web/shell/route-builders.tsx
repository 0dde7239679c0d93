/** Builds the routes of the page tables: `routes.tsx` of each area states them, `src/web/routes.tsx` combines them. */

import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { Operation } from '../../contract/define.ts'
import { PAGES } from '../../contract/pages.ts'
import { getIdParameter, type PageComponent } from '../page-address.ts'
import { createQuery } from '../queries.ts'
import { createSearchTextParser, parseTextParameters } from '../search.ts'
import { findSession, type Needed } from '../session.tsx'
import { Failed, FailedApplication } from './error-page.tsx'
import { createFetch } from './fetch-module.ts'
import { createLazyPage, type LoaderQueries, type LoadPage } from './lazy-page.tsx'
import { NotFound } from './not-found.tsx'
import { Root } from './root.tsx'
import { Shell } from './shell.tsx'

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
})

export const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: Shell,
  errorComponent: FailedApplication,
  async beforeLoad({ context, location }) {
    const { user, mustSetUpSecondFactor } = await findSession(context.queries)
    if (user && !mustSetUpSecondFactor) return
    throw redirect({
      to: user ? PAGES.setUpFactor : PAGES.signIn,
      search: location.href === '/' ? {} : { next: location.href },
    })
  },
})

/** A page for users who are not signed in. */
export const defineOpenPage = <const P extends string>(path: P, load: LoadPage) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: parseTextParameters,
    component: lazyRouteComponent(createFetch(load)),
    errorComponent: FailedApplication,
  })

/** Operations that a page calls while it opens, besides loading its code. */
type Load = Pick<Operation, 'name' | 'route' | 'access'>
/** Queries with the id in the path of the page. */
const buildQueries =
  (path: string, contracts: readonly Load[]): LoaderQueries =>
  (ids) =>
    contracts.map((contract) =>
      createQuery(contract as Operation, { id: ids[getIdParameter(path)] } as never),
    )

/**
 * `needs` is the operation, or the role check, that a user must be allowed to open the page. `loads` are the operations that the
 * page calls with the id in its path.
 */
export const definePage = <const P extends string>(
  path: P,
  needs: Needed,
  module: LoadPage,
  ...loads: readonly Load[] | [LoaderQueries]
) => {
  const [first] = loads
  const { component, preload } = createLazyPage(
    needs,
    module,
    typeof first === 'function' ? first : buildQueries(path, loads as readonly Load[]),
  )
  return createRoute({
    getParentRoute: () => authenticated,
    path,
    validateSearch: parseTextParameters,
    component,
    loader: ({ context, params }) => preload(context.queries, params),
  })
}

/** The page of one record. */
export const defineRecordPage = <const P extends string>(
  path: P,
  get: Load,
  module: LoadPage,
  ...also: readonly Load[]
) => definePage(path, get, module, get, ...also)

/** The page that creates a record, and the one that edits it: both are in one module. */
export const defineNewPage = <const P extends string>(
  path: P,
  needs: Needed,
  module: () => Promise<{ NewPage: PageComponent }>,
  ...loads: readonly Load[]
) => definePage(path, needs, async () => ({ default: (await module()).NewPage }), ...loads)
export const defineEditPage = <const P extends string>(
  path: P,
  needs: Needed,
  module: () => Promise<{ EditPage: PageComponent }>,
  ...loads: readonly Load[]
) => definePage(path, needs, async () => ({ default: (await module()).EditPage }), ...loads)

/** A page with a list: its filters are the query parameters of the list operation. */
export const defineListPage = <const P extends string, C extends Operation>(
  path: P,
  contract: C,
  module: LoadPage,
  needs: Needed = contract,
) => {
  const { component, preload } = createLazyPage(needs, module)
  return createRoute({
    getParentRoute: () => authenticated,
    path,
    validateSearch: createSearchTextParser(contract),
    component,
    loader: ({ context, params }) => preload(context.queries, params),
  })
}

/** The list of a firm, and of a scheme as its tab: both are in one module, which states columns, filters and empty text once. */
export const defineFirmList = <const P extends string, C extends Operation>(
  path: P,
  contract: C,
  module: () => Promise<{ FirmPage: PageComponent }>,
) => defineListPage(path, contract, async () => ({ default: (await module()).FirmPage }))

/** A frame shows the header and the tabs of a record. Each tab is a page of the feature whose records it shows. */
export const defineFrame = <const P extends string>(
  path: P,
  needs: Needed,
  module: LoadPage,
  loads: readonly Load[] | LoaderQueries,
) => {
  const { component, preload } = createLazyPage(
    needs,
    module,
    typeof loads === 'function' ? loads : buildQueries(path, loads),
  )
  return createRoute({
    getParentRoute: () => authenticated,
    path,
    component,
    loader: ({ context, params }) => preload(context.queries, params),
  })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Access to a tab. */
    needs?: Needed
  }
}

/** An error in a tab leaves the frame in place. */
const FailedTab = ({ error }: ErrorComponentProps) => <Failed error={error} />
export const defineTab =
  <F extends AnyRoute>(parent: F) =>
  <const P extends string>(path: P, needs: Needed, module: LoadPage) => {
    const { component, preload } = createLazyPage(needs, module)
    return createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: parseTextParameters,
      component,
      staticData: { needs },
      loader: ({ context, params }) => preload(context.queries as QueryClient, params as object),
      errorComponent: FailedTab,
    })
  }
