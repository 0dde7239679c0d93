/** Every page: its address, the operation that opens it to a role, and the file that is loaded when somebody goes there. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { listAuditEntries } from '../contract/audit.ts'
import { getDashboard } from '../contract/dashboard.ts'
import type { Contract, Role } from '../contract/define.ts'
import { createEmployer, getEmployer, listEmployers, updateEmployer } from '../contract/employers.ts'
import { createMember, getMember, listMembers, updateMember } from '../contract/members.ts'
import { PAGES } from '../contract/pages.ts'
import {
  createScheme,
  getScheme,
  getSchemeCompliance,
  listSchemes,
  updateScheme,
} from '../contract/schemes.ts'
import { createTenant, getTenant, listTenants } from '../contract/tenants.ts'
import { createTrustee, getTrustee, listTrustees, updateTrustee } from '../contract/trustees.ts'
import {
  getMe,
  getUser,
  listUsers,
  managesAccounts,
  seesEveryFirm,
  seesOwnRecordOnly,
  worksForBroker,
} from '../contract/users.ts'
import { nextPage } from './next-page.ts'
import { asked } from './queries.ts'
import { parseSearch, searchOf, stringifySearch } from './search.ts'
import { findPerson, type Needed, usePerson } from './session.tsx'
import { arranged, type First, type Loaded } from './shell/arrange.tsx'
import { Failed, FailedApplication, FailedPage } from './shell/failed.tsx'
import { fetched } from './shell/fetched.ts'
import { NotFound } from './shell/not-found.tsx'
import { Root } from './shell/root.tsx'
import { Shell } from './shell/shell.tsx'
import { PageSkeleton } from './ui/skeleton.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
})

/** Pages for people who are not signed in. */
const open = <const P extends string>(path: P, load: Loaded) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (raw: Record<string, unknown>) => raw as Record<string, string | undefined>,
    component: lazyRouteComponent(fetched(load)),
    errorComponent: FailedApplication,
  })

const signIn = createRoute({
  getParentRoute: () => root,
  path: PAGES.signIn,
  validateSearch: ({ next, error }: Record<string, unknown>) => ({
    ...(typeof next === 'string' ? { next } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  }),
  component: lazyRouteComponent(fetched(() => import('./features/auth/sign-in.tsx'))),
  errorComponent: FailedApplication,
  /** Whoever is signed in already goes on. */
  async beforeLoad({ context, search }) {
    if (await findPerson(context.queries))
      throw redirect({ href: nextPage(search.next, window.location.origin) })
  },
})

const house = createRoute({
  getParentRoute: () => root,
  id: 'house',
  component: Shell,
  errorComponent: FailedApplication,
  async beforeLoad({ context, location }) {
    if (await findPerson(context.queries)) return
    throw redirect({ to: PAGES.signIn, search: location.href === '/' ? {} : { next: location.href } })
  },
})

/** `needs` is the operation, or the rule of the contract, without which the page has nothing to show; another role is told so. */
const page = <const P extends string>(path: P, needs: Needed, load: Loaded, first?: First) => {
  const { component, bring } = arranged(needs, load, first)
  return createRoute({
    getParentRoute: () => house,
    path,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
  })
}

/** A page that shows a list; its filters are the query parameters of the list's own contract. */
const list = <const P extends string, C extends Contract>(
  path: P,
  contract: C,
  load: Loaded,
  needs: Needed = contract,
) => {
  const { component, bring } = arranged(needs, load)
  return createRoute({
    getParentRoute: () => house,
    path,
    validateSearch: searchOf(contract),
    component,
    loader: ({ context, params }) => bring(context.queries, params),
  })
}

/** The first page is another one to a broker, to an employer's people and to a member. */
const Today = arranged(
  getDashboard,
  () => import('./features/today/today.tsx'),
  () => [asked(getDashboard, {})],
)
const EmployerHome = arranged(
  getDashboard,
  () => import('./features/employers/employer-home.tsx'),
  () => [asked(getDashboard, {})],
)
const MyRecord = arranged(getMember, () => import('./features/members/my-record.tsx'))
const firstPageOf = (role: Role) =>
  worksForBroker(role) ? Today : seesOwnRecordOnly(role) ? MyRecord : EmployerHome
const first = createRoute({
  getParentRoute: () => house,
  path: PAGES.today,
  component: function FirstPage() {
    const { component: Page } = firstPageOf(usePerson().role)
    return <Page />
  },
  async loader({ context: { queries }, params }) {
    const person = await findPerson(queries)
    if (person) await firstPageOf(person.role).bring(queries, params)
  },
})

/** Scheme 360: the header and the tabs stay, the tab changes. Each tab belongs to the feature whose records it shows. */
const frame = arranged(
  getScheme,
  () => import('./features/schemes/scheme-frame.tsx'),
  ({ schemeId: id = '' }, { role }) => [
    asked(getScheme, { id }),
    ...(worksForBroker(role) ? [asked(getSchemeCompliance, { id })] : []),
  ],
)
const scheme = createRoute({
  getParentRoute: () => house,
  path: PAGES.scheme,
  component: frame.component,
  loader: ({ context, params }) => frame.bring(context.queries, params),
})
const schemeTab = <const P extends string>(path: P, needs: Needed, load: Loaded) => {
  const { component, bring } = arranged(needs, load)
  return createRoute({
    getParentRoute: () => scheme,
    path,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
    // In the frame of the scheme, whose heading and tabs stay.
    errorComponent: ({ error }) => <Failed error={error} />,
  })
}

/** In the frame, so that somebody who mistyped an address goes on from there. */
const unknown = createRoute({ getParentRoute: () => house, path: '$', component: NotFound })

const tree = root.addChildren([
  signIn,
  open(PAGES.forgotPassword, () => import('./features/auth/forgot-password.tsx')),
  open(PAGES.resetPassword, () => import('./features/auth/reset-password.tsx')),
  open(PAGES.acceptInvitation, () => import('./features/auth/accept-invitation.tsx')),
  house.addChildren([
    first,
    list(PAGES.schemes, listSchemes, () => import('./features/schemes/scheme-list.tsx')),
    page(PAGES.newScheme, createScheme, () => import('./features/schemes/new-scheme.tsx')),
    scheme.addChildren([
      schemeTab('/', getScheme, () => import('./features/schemes/scheme-overview.tsx')),
      schemeTab('trustees', listTrustees, () => import('./features/trustees/trustees-of-scheme.tsx')),
      schemeTab('members', listMembers, () => import('./features/members/members-of-scheme.tsx')),
      schemeTab('history', listAuditEntries, () => import('./features/audit/history-of-scheme.tsx')),
    ]),
    page(
      PAGES.editScheme,
      updateScheme,
      () => import('./features/schemes/edit-scheme.tsx'),
      ({ schemeId: id = '' }) => [asked(getScheme, { id })],
    ),
    page(PAGES.newTrustee, createTrustee, () => import('./features/trustees/new-trustee.tsx')),
    page(
      PAGES.trustee,
      getTrustee,
      () => import('./features/trustees/trustee.tsx'),
      ({ trusteeId: id = '' }) => [asked(getTrustee, { id })],
    ),
    page(
      PAGES.editTrustee,
      updateTrustee,
      () => import('./features/trustees/edit-trustee.tsx'),
      ({ trusteeId: id = '' }) => [asked(getTrustee, { id })],
    ),
    list(PAGES.employers, listEmployers, () => import('./features/employers/employer-list.tsx')),
    page(PAGES.newEmployer, createEmployer, () => import('./features/employers/new-employer.tsx')),
    page(
      PAGES.employer,
      getEmployer,
      () => import('./features/employers/employer.tsx'),
      ({ employerId: id = '' }) => [asked(getEmployer, { id })],
    ),
    page(
      PAGES.editEmployer,
      updateEmployer,
      () => import('./features/employers/edit-employer.tsx'),
      ({ employerId: id = '' }) => [asked(getEmployer, { id })],
    ),
    list(PAGES.members, listMembers, () => import('./features/members/member-list.tsx')),
    page(PAGES.newMember, createMember, () => import('./features/members/new-member.tsx')),
    page(
      PAGES.member,
      getMember,
      () => import('./features/members/member.tsx'),
      ({ memberId: id = '' }) => [asked(getMember, { id })],
    ),
    page(
      PAGES.editMember,
      updateMember,
      () => import('./features/members/edit-member.tsx'),
      ({ memberId: id = '' }) => [asked(getMember, { id })],
    ),
    list(PAGES.users, listUsers, () => import('./features/users/user-list.tsx'), managesAccounts),
    page(PAGES.newUser, managesAccounts, () => import('./features/users/new-user.tsx')),
    page(
      PAGES.user,
      managesAccounts,
      () => import('./features/users/user.tsx'),
      ({ userId: id = '' }) => [asked(getUser, { id })],
    ),
    list(PAGES.audit, listAuditEntries, () => import('./features/audit/audit-log.tsx')),
    page(PAGES.settings, getTenant, () => import('./features/tenants/firm-settings.tsx')),
    page(PAGES.account, getMe, () => import('./features/auth/account.tsx')),
    list(PAGES.firms, listTenants, () => import('./features/tenants/firm-list.tsx')),
    page(PAGES.newFirm, createTenant, () => import('./features/tenants/new-firm.tsx')),
    page(
      PAGES.firm,
      seesEveryFirm,
      () => import('./features/tenants/firm.tsx'),
      ({ firmId: id = '' }) => [asked(getTenant, { id })],
    ),
    unknown,
  ]),
])

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPendingMs: 250,
    defaultPendingComponent: PageSkeleton,
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
