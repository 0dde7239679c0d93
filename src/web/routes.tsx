/** Every page: its address, the operation that opens it to a role, and the file that is loaded when somebody goes there. */

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { Operation, Role } from '../contract/define.ts'
import { PAGES } from '../contract/pages.ts'
import { canManageAccounts, canSeeEveryFirm, isBrokerRole, isLimitedToOwnRecord } from '../contract/users.ts'
import { getNextPage } from './next-page.ts'
import { operation } from './operation.ts'
import { idParameter, type PageComponent } from './page-address.ts'
import { queryFor } from './queries.ts'
import { formatSearch, parseSearch, parseTextParameters, searchTextsOf } from './search.ts'
import { findPerson, type Needed, usePerson } from './session.tsx'
import { Failed, FailedApplication, FailedPage } from './shell/error-page.tsx'
import { createFetch } from './shell/fetch-module.ts'
import { type First, type Loaded, lazyPage } from './shell/lazy-page.tsx'
import { NotFound } from './shell/not-found.tsx'
import { PagePlaceholder } from './shell/page-placeholder.tsx'
import { Root } from './shell/root.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
})

/** Pages for people who are not signed in. */
const open = <const P extends string>(path: P, load: Loaded) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: parseTextParameters,
    component: lazyRouteComponent(createFetch(load)),
    errorComponent: FailedApplication,
  })

const signIn = createRoute({
  getParentRoute: () => root,
  path: PAGES.signIn,
  validateSearch: ({ next, error }: Record<string, unknown>) => ({
    ...(typeof next === 'string' ? { next } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  }),
  component: lazyRouteComponent(createFetch(() => import('./areas/firm/auth/sign-in.tsx'))),
  errorComponent: FailedApplication,
  /** Redirects users who are already signed in. */
  async beforeLoad({ context, search }) {
    if (await findPerson(context.queries))
      throw redirect({ href: getNextPage(search.next, window.location.origin) })
  },
})

const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: Shell,
  errorComponent: FailedApplication,
  async beforeLoad({ context, location }) {
    if (await findPerson(context.queries)) return
    throw redirect({ to: PAGES.signIn, search: location.href === '/' ? {} : { next: location.href } })
  },
})

/** What a page loads while it opens, besides its code. */
type Load = Pick<Operation, 'name' | 'route' | 'access'>
/** Queries with the id in the path of the page. */
const queriesFor =
  (path: string, contracts: readonly Load[]): First =>
  (ids) =>
    contracts.map((contract) => queryFor(contract as Operation, { id: ids[idParameter(path)] } as never))

/**
 * `needs` is the operation, or the role check, that a user must be allowed to open the page. `loads` are the operations that the
 * page calls with the id in its path.
 */
const page = <const P extends string>(
  path: P,
  needs: Needed,
  load: Loaded,
  ...loads: readonly Load[] | [First]
) => {
  const [first] = loads
  const { component, bring } = lazyPage(
    needs,
    load,
    typeof first === 'function' ? first : queriesFor(path, loads as readonly Load[]),
  )
  return createRoute({
    getParentRoute: () => authenticated,
    path,
    validateSearch: parseTextParameters,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
  })
}

/** The page of one record. */
const record = <const P extends string>(path: P, get: Load, load: Loaded, ...also: readonly Load[]) =>
  page(path, get, load, get, ...also)

/** The page that creates a record, and the one that edits it: both are in one module. */
const newPage = <const P extends string>(
  path: P,
  needs: Needed,
  load: () => Promise<{ NewPage: PageComponent }>,
  ...loads: readonly Load[]
) => page(path, needs, async () => ({ default: (await load()).NewPage }), ...loads)
const editPage = <const P extends string>(
  path: P,
  needs: Needed,
  load: () => Promise<{ EditPage: PageComponent }>,
  ...loads: readonly Load[]
) => page(path, needs, async () => ({ default: (await load()).EditPage }), ...loads)

/** A page with a list: its filters are the query parameters of the list operation. */
const list = <const P extends string, C extends Operation>(
  path: P,
  contract: C,
  load: Loaded,
  needs: Needed = contract,
) => {
  const { component, bring } = lazyPage(needs, load)
  return createRoute({
    getParentRoute: () => authenticated,
    path,
    validateSearch: searchTextsOf(contract),
    component,
    loader: ({ context, params }) => bring(context.queries, params),
  })
}

/** The list of a firm, and of a scheme as its tab: both are in one module, which states columns, filters and empty text once. */
const firmList = <const P extends string, C extends Operation>(
  path: P,
  contract: C,
  load: () => Promise<{ FirmPage: PageComponent }>,
) => list(path, contract, async () => ({ default: (await load()).FirmPage }))

/** The first page is another one to a broker, to an employer's people and to a member. */
const Today = lazyPage(
  operation('dashboard.get'),
  () => import('./areas/calendar/dashboard/today.tsx'),
  () => [queryFor(operation('dashboard.get'), {})],
)
const EmployerHome = lazyPage(
  operation('dashboard.get'),
  () => import('./areas/schemes/employers/employer-home.tsx'),
  () => [queryFor(operation('dashboard.get'), {})],
)
const MyRecord = lazyPage(operation('member.get'), () => import('./areas/members/members/my-record.tsx'))
const firstPageOf = (role: Role) =>
  isBrokerRole(role) ? Today : isLimitedToOwnRecord(role) ? MyRecord : EmployerHome
const first = createRoute({
  getParentRoute: () => authenticated,
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

/** A frame shows the header and the tabs of a record. Each tab is a page of the feature whose records it shows. */
const schemeFrame = lazyPage(
  operation('scheme.get'),
  () => import('./areas/schemes/schemes/scheme-frame.tsx'),
  ({ schemeId: id = '' }, { role }) => [
    queryFor(operation('scheme.get'), { id }),
    ...(isBrokerRole(role)
      ? [queryFor(operation('scheme.compliance'), { id }), queryFor(operation('obligation.standing'), { id })]
      : []),
  ],
)
const scheme = createRoute({
  getParentRoute: () => authenticated,
  path: PAGES.scheme,
  component: schemeFrame.component,
  loader: ({ context, params }) => schemeFrame.bring(context.queries, params),
})
const assessmentFrame = lazyPage(
  operation('own-risk-assessment.get'),
  () => import('./areas/governance/own-risk-assessments/assessment-frame.tsx'),
  queriesFor(PAGES.ownRiskAssessment, [operation('own-risk-assessment.get')]),
)
const assessment = createRoute({
  getParentRoute: () => authenticated,
  path: PAGES.ownRiskAssessment,
  component: assessmentFrame.component,
  loader: ({ context, params }) => assessmentFrame.bring(context.queries, params),
})
/** An error in a tab leaves the frame in place. */
const FailedTab = ({ error }: ErrorComponentProps) => <Failed error={error} />
const schemeTab = <const P extends string>(path: P, needs: Needed, load: Loaded) => {
  const { component, bring } = lazyPage(needs, load)
  return createRoute({
    getParentRoute: () => scheme,
    path,
    validateSearch: parseTextParameters,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
    errorComponent: FailedTab,
  })
}
const schemeList = <const P extends string>(
  path: P,
  needs: Needed,
  load: () => Promise<{ SchemePage: PageComponent }>,
) => schemeTab(path, needs, async () => ({ default: (await load()).SchemePage }))
const assessmentTab = <const P extends string>(path: P, needs: Needed, load: Loaded) => {
  const { component, bring } = lazyPage(needs, load)
  return createRoute({
    getParentRoute: () => assessment,
    path,
    validateSearch: parseTextParameters,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
    errorComponent: FailedTab,
  })
}

/** Within the shell, so that the navigation stays. */
const unknown = createRoute({ getParentRoute: () => authenticated, path: '$', component: NotFound })

const tree = root.addChildren([
  signIn,
  open(PAGES.forgotPassword, () => import('./areas/firm/auth/forgot-password.tsx')),
  open(PAGES.resetPassword, () => import('./areas/firm/auth/reset-password.tsx')),
  open(PAGES.acceptInvitation, () => import('./areas/firm/auth/accept-invitation.tsx')),
  open(PAGES.confirmEmail, () => import('./areas/firm/auth/confirm-email.tsx')),
  authenticated.addChildren([
    first,
    list(PAGES.schemes, operation('scheme.list'), () => import('./areas/schemes/schemes/scheme-list.tsx')),
    newPage(
      PAGES.newScheme,
      operation('scheme.create'),
      () => import('./areas/schemes/schemes/scheme-form.tsx'),
    ),
    scheme.addChildren([
      schemeTab('/', operation('scheme.get'), () => import('./areas/schemes/schemes/scheme-overview.tsx')),
      schemeTab(
        'details',
        operation('scheme.get'),
        () => import('./areas/schemes/schemes/scheme-details.tsx'),
      ),
      schemeTab(
        'trustees',
        operation('trustee.list'),
        () => import('./areas/schemes/trustees/trustees-of-scheme.tsx'),
      ),
      schemeList(
        'members',
        operation('member.list'),
        () => import('./areas/members/members/member-list.tsx'),
      ),
      schemeTab(
        'contributions',
        operation('contribution.list'),
        () => import('./areas/members/contributions/contributions-of-scheme.tsx'),
      ),
      schemeList(
        'documents',
        operation('document.list'),
        () => import('./areas/documents/documents/document-list.tsx'),
      ),
      schemeTab(
        'key-functions',
        operation('key-function-holder.coverage'),
        () => import('./areas/governance/key-function-holders/key-functions-of-scheme.tsx'),
      ),
      schemeTab(
        'own-risk-assessments',
        operation('own-risk-assessment.list'),
        () => import('./areas/governance/own-risk-assessments/assessments-of-scheme.tsx'),
      ),
      schemeTab(
        'events',
        operation('scheme-event.list'),
        () => import('./areas/schemes/scheme-events/events-of-scheme.tsx'),
      ),
      schemeTab(
        'policies',
        operation('policy.matrix'),
        () => import('./areas/governance/policies/policies-of-scheme.tsx'),
      ),
      schemeList(
        'meetings',
        operation('trustee-meeting.list'),
        () => import('./areas/schemes/trustee-meetings/meeting-list.tsx'),
      ),
      schemeList(
        'register',
        operation('breach.list'),
        () => import('./areas/governance/breaches/breach-list.tsx'),
      ),
      schemeTab(
        'obligations',
        operation('obligation.standing'),
        () => import('./areas/calendar/obligations/obligations-of-scheme.tsx'),
      ),
      schemeTab(
        'file-notes',
        operation('file-note.list'),
        () => import('./areas/documents/file-notes/file-notes-of-scheme.tsx'),
      ),
      schemeTab(
        'history',
        operation('audit-log.list'),
        () => import('./areas/firm/audit/history-of-scheme.tsx'),
      ),
    ]),
    editPage(
      PAGES.editScheme,
      operation('scheme.update'),
      () => import('./areas/schemes/schemes/scheme-form.tsx'),
      operation('scheme.get'),
    ),
    newPage(
      PAGES.newParticipation,
      operation('participation.create'),
      () => import('./areas/schemes/schemes/participation-form.tsx'),
      operation('scheme.get'),
    ),
    editPage(
      PAGES.editParticipation,
      operation('participation.update'),
      () => import('./areas/schemes/schemes/participation-form.tsx'),
      operation('participation.get'),
    ),
    newPage(
      PAGES.newTrustee,
      operation('trustee.create'),
      () => import('./areas/schemes/trustees/trustee-form.tsx'),
    ),
    record(
      PAGES.trustee,
      operation('trustee.get'),
      () => import('./areas/schemes/trustees/trustee-page.tsx'),
    ),
    editPage(
      PAGES.editTrustee,
      operation('trustee.update'),
      () => import('./areas/schemes/trustees/trustee-form.tsx'),
      operation('trustee.get'),
    ),
    list(
      PAGES.employers,
      operation('employer.list'),
      () => import('./areas/schemes/employers/employer-list.tsx'),
    ),
    newPage(
      PAGES.newEmployer,
      operation('employer.create'),
      () => import('./areas/schemes/employers/employer-form.tsx'),
    ),
    record(
      PAGES.employer,
      operation('employer.get'),
      () => import('./areas/schemes/employers/employer-page.tsx'),
    ),
    editPage(
      PAGES.editEmployer,
      operation('employer.update'),
      () => import('./areas/schemes/employers/employer-form.tsx'),
      operation('employer.get'),
    ),
    firmList(
      PAGES.members,
      operation('member.list'),
      () => import('./areas/members/members/member-list.tsx'),
    ),
    newPage(
      PAGES.newMember,
      operation('member.create'),
      () => import('./areas/members/members/member-form.tsx'),
    ),
    record(PAGES.member, operation('member.get'), () => import('./areas/members/members/member-page.tsx')),
    editPage(
      PAGES.editMember,
      operation('member.update'),
      () => import('./areas/members/members/member-form.tsx'),
      operation('member.get'),
    ),
    page(
      PAGES.importSchemes,
      operation('scheme-import.create'),
      () => import('./areas/members/scheme-imports/import-schemes.tsx'),
    ),
    record(
      PAGES.schemeImport,
      operation('scheme-import.get'),
      () => import('./areas/members/scheme-imports/scheme-import-page.tsx'),
    ),
    page(
      PAGES.importMembers,
      operation('member.import'),
      () => import('./areas/members/members/import-members.tsx'),
    ),
    list(
      PAGES.contributions,
      operation('contribution.grid'),
      () => import('./areas/members/contributions/contributions.tsx'),
    ),
    list(
      PAGES.contributionBatches,
      operation('contribution.list'),
      () => import('./areas/members/contributions/batch-list.tsx'),
    ),
    page(
      PAGES.uploadContributions,
      operation('contribution.upload'),
      () => import('./areas/members/contributions/upload-contributions.tsx'),
    ),
    record(
      PAGES.contribution,
      operation('contribution.get'),
      () => import('./areas/members/contributions/batch-page.tsx'),
    ),
    list(
      PAGES.calendar,
      operation('obligation.list'),
      () => import('./areas/calendar/obligations/calendar.tsx'),
    ),
    list(
      PAGES.calendarMonth,
      operation('obligation.list'),
      () => import('./areas/calendar/obligations/calendar-month.tsx'),
    ),
    list(
      PAGES.calendarList,
      operation('obligation.list'),
      () => import('./areas/calendar/obligations/calendar-list.tsx'),
    ),
    list(
      PAGES.obligationsToConfirm,
      operation('obligation.list'),
      () => import('./areas/calendar/obligations/obligations-to-confirm.tsx'),
    ),
    page(
      PAGES.obligation,
      operation('obligation.get'),
      () => import('./areas/calendar/obligations/obligation-page.tsx'),
      ({ obligationId: id = '' }) => [
        queryFor(operation('obligation.get'), { id }),
        queryFor(operation('obligation.rules'), {}),
      ],
    ),
    firmList(
      PAGES.documents,
      operation('document.list'),
      () => import('./areas/documents/documents/document-list.tsx'),
    ),
    page(
      PAGES.newDocument,
      operation('document.create'),
      () => import('./areas/documents/documents/new-document.tsx'),
    ),
    record(
      PAGES.document,
      operation('document.get'),
      () => import('./areas/documents/documents/document-page.tsx'),
    ),
    editPage(
      PAGES.editDocument,
      operation('document.update'),
      () => import('./areas/documents/documents/document-form.tsx'),
      operation('document.get'),
    ),
    list(
      PAGES.keyFunctions,
      operation('key-function-holder.coverage'),
      () => import('./areas/governance/key-function-holders/key-functions.tsx'),
    ),
    list(
      PAGES.keyFunctionHolders,
      operation('key-function-holder.list'),
      () => import('./areas/governance/key-function-holders/holder-list.tsx'),
    ),
    newPage(
      PAGES.newKeyFunctionHolder,
      operation('key-function-holder.create'),
      () => import('./areas/governance/key-function-holders/holder-form.tsx'),
    ),
    record(
      PAGES.keyFunctionHolder,
      operation('key-function-holder.get'),
      () => import('./areas/governance/key-function-holders/holder-page.tsx'),
      operation('key-function-holder.independence'),
    ),
    editPage(
      PAGES.editKeyFunctionHolder,
      operation('key-function-holder.update'),
      () => import('./areas/governance/key-function-holders/holder-form.tsx'),
      operation('key-function-holder.get'),
    ),
    list(
      PAGES.outsourcing,
      operation('outsourcing-arrangement.list'),
      () => import('./areas/governance/outsourcing-arrangements/outsourcing-register.tsx'),
    ),
    newPage(
      PAGES.newOutsourcingArrangement,
      operation('outsourcing-arrangement.create'),
      () => import('./areas/governance/outsourcing-arrangements/arrangement-form.tsx'),
    ),
    record(
      PAGES.outsourcingArrangement,
      operation('outsourcing-arrangement.get'),
      () => import('./areas/governance/outsourcing-arrangements/arrangement-page.tsx'),
      operation('outsourcing-arrangement.readiness'),
    ),
    editPage(
      PAGES.editOutsourcingArrangement,
      operation('outsourcing-arrangement.update'),
      () => import('./areas/governance/outsourcing-arrangements/arrangement-form.tsx'),
      operation('outsourcing-arrangement.get'),
    ),
    list(
      PAGES.providers,
      operation('service-provider.list'),
      () => import('./areas/governance/service-providers/provider-list.tsx'),
    ),
    newPage(
      PAGES.newProvider,
      operation('service-provider.create'),
      () => import('./areas/governance/service-providers/provider-form.tsx'),
    ),
    record(
      PAGES.provider,
      operation('service-provider.get'),
      () => import('./areas/governance/service-providers/provider-page.tsx'),
    ),
    editPage(
      PAGES.editProvider,
      operation('service-provider.update'),
      () => import('./areas/governance/service-providers/provider-form.tsx'),
      operation('service-provider.get'),
    ),
    list(
      PAGES.ownRiskAssessments,
      operation('own-risk-assessment.register'),
      () => import('./areas/governance/own-risk-assessments/assessment-register.tsx'),
    ),
    newPage(
      PAGES.newOwnRiskAssessment,
      operation('own-risk-assessment.create'),
      () => import('./areas/governance/own-risk-assessments/assessment-form.tsx'),
    ),
    assessment.addChildren([
      assessmentTab(
        '/',
        operation('own-risk-assessment.get'),
        () => import('./areas/governance/own-risk-assessments/assessment-sections.tsx'),
      ),
      assessmentTab(
        'risks',
        operation('risk-item.list'),
        () => import('./areas/governance/own-risk-assessments/assessment-risks.tsx'),
      ),
      assessmentTab(
        'comparison',
        operation('own-risk-assessment.comparison'),
        () => import('./areas/governance/own-risk-assessments/assessment-comparison.tsx'),
      ),
      assessmentTab(
        'approval',
        operation('own-risk-assessment.get'),
        () => import('./areas/governance/own-risk-assessments/assessment-approval.tsx'),
      ),
    ]),
    editPage(
      PAGES.editOwnRiskAssessment,
      operation('own-risk-assessment.update'),
      () => import('./areas/governance/own-risk-assessments/assessment-form.tsx'),
      operation('own-risk-assessment.get'),
    ),
    newPage(
      PAGES.newRiskItem,
      operation('risk-item.create'),
      () => import('./areas/governance/own-risk-assessments/risk-item-form.tsx'),
    ),
    editPage(
      PAGES.editRiskItem,
      operation('risk-item.update'),
      () => import('./areas/governance/own-risk-assessments/risk-item-form.tsx'),
      operation('risk-item.get'),
    ),
    newPage(
      PAGES.newSchemeEvent,
      operation('scheme-event.create'),
      () => import('./areas/schemes/scheme-events/scheme-event-form.tsx'),
    ),
    record(
      PAGES.schemeEvent,
      operation('scheme-event.get'),
      () => import('./areas/schemes/scheme-events/scheme-event-page.tsx'),
    ),
    editPage(
      PAGES.editSchemeEvent,
      operation('scheme-event.update'),
      () => import('./areas/schemes/scheme-events/scheme-event-form.tsx'),
      operation('scheme-event.get'),
    ),
    list(
      PAGES.policies,
      operation('policy.matrix'),
      () => import('./areas/governance/policies/policy-matrix.tsx'),
    ),
    list(
      PAGES.policyList,
      operation('policy.list'),
      () => import('./areas/governance/policies/policy-list.tsx'),
    ),
    newPage(
      PAGES.newPolicy,
      operation('policy.create'),
      () => import('./areas/governance/policies/policy-form.tsx'),
    ),
    record(
      PAGES.policy,
      operation('policy.get'),
      () => import('./areas/governance/policies/policy-page.tsx'),
    ),
    editPage(
      PAGES.editPolicy,
      operation('policy.update'),
      () => import('./areas/governance/policies/policy-form.tsx'),
      operation('policy.get'),
    ),
    page(
      PAGES.policyChanges,
      operation('policy.version'),
      () => import('./areas/governance/policies/policy-changes.tsx'),
      operation('policy.get'),
    ),
    page(
      PAGES.newPolicyVersion,
      operation('policy.add-version'),
      () => import('./areas/governance/policies/new-policy-version.tsx'),
      operation('policy.get'),
    ),
    page(
      PAGES.policyVersion,
      operation('policy.version'),
      () => import('./areas/governance/policies/policy-version.tsx'),
      ({ policyId: id = '', number = '' }) => [
        queryFor(operation('policy.get'), { id }),
        queryFor(operation('policy.version'), { id, number }),
      ],
    ),
    page(
      PAGES.editPolicyVersion,
      operation('policy.update-version'),
      () => import('./areas/governance/policies/edit-policy-version.tsx'),
      ({ policyId: id = '', number = '' }) => [
        queryFor(operation('policy.get'), { id }),
        queryFor(operation('policy.version'), { id, number }),
      ],
    ),
    firmList(
      PAGES.breaches,
      operation('breach.list'),
      () => import('./areas/governance/breaches/breach-list.tsx'),
    ),
    newPage(
      PAGES.newBreach,
      operation('breach.create'),
      () => import('./areas/governance/breaches/breach-form.tsx'),
    ),
    record(
      PAGES.breach,
      operation('breach.get'),
      () => import('./areas/governance/breaches/breach-page.tsx'),
    ),
    editPage(
      PAGES.editBreach,
      operation('breach.update'),
      () => import('./areas/governance/breaches/breach-form.tsx'),
      operation('breach.get'),
    ),
    firmList(
      PAGES.meetings,
      operation('trustee-meeting.list'),
      () => import('./areas/schemes/trustee-meetings/meeting-list.tsx'),
    ),
    newPage(
      PAGES.newMeeting,
      operation('trustee-meeting.create'),
      () => import('./areas/schemes/trustee-meetings/meeting-form.tsx'),
    ),
    record(
      PAGES.meeting,
      operation('trustee-meeting.get'),
      () => import('./areas/schemes/trustee-meetings/meeting-page.tsx'),
    ),
    editPage(
      PAGES.editMeeting,
      operation('trustee-meeting.update'),
      () => import('./areas/schemes/trustee-meetings/meeting-form.tsx'),
      operation('trustee-meeting.get'),
    ),
    list(
      PAGES.corpusReviews,
      operation('corpus-review.list'),
      () => import('./areas/law/corpus-reviews/open-reviews.tsx'),
    ),
    list(
      PAGES.closedCorpusReviews,
      operation('corpus-review.list'),
      () => import('./areas/law/corpus-reviews/closed-reviews.tsx'),
    ),
    page(PAGES.assistant, operation('assistant.ask'), () => import('./areas/law/assistant/ask.tsx')),
    list(
      PAGES.answers,
      operation('assistant.answers'),
      () => import('./areas/law/assistant/answer-list.tsx'),
    ),
    record(
      PAGES.answer,
      operation('assistant.answer'),
      () => import('./areas/law/assistant/answer-page.tsx'),
    ),
    list(PAGES.drafts, operation('draft.list'), () => import('./areas/documents/drafts/draft-list.tsx')),
    page(PAGES.newDraft, operation('draft.create'), () => import('./areas/documents/drafts/new-draft.tsx')),
    record(PAGES.draft, operation('draft.get'), () => import('./areas/documents/drafts/draft-page.tsx')),
    page(
      PAGES.draftChanges,
      operation('draft.comparison'),
      () => import('./areas/documents/drafts/draft-changes.tsx'),
      operation('draft.get'),
    ),
    list(
      PAGES.sources,
      operation('assistant.search'),
      () => import('./areas/law/assistant/source-list.tsx'),
      operation('corpus.list'),
    ),
    page(PAGES.source, operation('corpus.get'), () => import('./areas/law/assistant/source.tsx')),
    list(
      PAGES.disclosures,
      operation('assistant.disclosures'),
      () => import('./areas/law/assistant/disclosure-list.tsx'),
    ),
    record(
      PAGES.fileNote,
      operation('file-note.get'),
      () => import('./areas/documents/file-notes/file-note.tsx'),
    ),
    page(
      PAGES.corpusTexts,
      operation('corpus-text.list'),
      () => import('./areas/law/corpus/text-list.tsx'),
      () => [queryFor(operation('corpus-text.list'), {})],
    ),
    page(
      PAGES.newCorpusText,
      operation('corpus-text.bring-in'),
      () => import('./areas/law/corpus/ingest-text.tsx'),
    ),
    record(PAGES.corpusText, operation('corpus-text.get'), () => import('./areas/law/corpus/text.tsx')),
    list(
      PAGES.users,
      operation('user.list'),
      () => import('./areas/firm/users/user-list.tsx'),
      canManageAccounts,
    ),
    newPage(PAGES.newUser, canManageAccounts, () => import('./areas/firm/users/user-form.tsx')),
    page(
      PAGES.user,
      canManageAccounts,
      () => import('./areas/firm/users/user-page.tsx'),
      operation('user.get'),
    ),
    list(PAGES.inbox, operation('inbox.list'), () => import('./areas/firm/inbox/inbox.tsx')),
    list(PAGES.audit, operation('audit-log.list'), () => import('./areas/firm/audit/audit-log.tsx')),
    page(PAGES.settings, operation('tenant.get'), () => import('./areas/firm/tenants/firm-settings.tsx')),
    page(PAGES.account, operation('me.get'), () => import('./areas/firm/auth/account.tsx')),
    list(PAGES.firms, operation('tenant.list'), () => import('./areas/firm/tenants/firm-list.tsx')),
    newPage(PAGES.newFirm, operation('tenant.create'), () => import('./areas/firm/tenants/firm-form.tsx')),
    page(
      PAGES.firm,
      canSeeEveryFirm,
      () => import('./areas/firm/tenants/firm-page.tsx'),
      operation('tenant.get'),
    ),
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
