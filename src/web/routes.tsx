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
import { askAssistant, getAnswer, listAnswers } from '../contract/assistant.ts'
import { listAuditEntries } from '../contract/audit.ts'
import { createBreach, getBreach, listBreaches, updateBreach } from '../contract/breaches.ts'
import {
  getContribution,
  getContributionGrid,
  listContributions,
  uploadContributions,
} from '../contract/contributions.ts'
import { getSource, listSources, searchCorpus } from '../contract/corpus.ts'
import { listCorpusReviews } from '../contract/corpus-reviews.ts'
import { bringInText, getCorpusText, listCorpusTexts } from '../contract/corpus-texts.ts'
import { getDashboard } from '../contract/dashboard.ts'
import type { Contract, Role } from '../contract/define.ts'
import { listDisclosures } from '../contract/disclosures.ts'
import { createDocument, getDocument, listDocuments, updateDocument } from '../contract/documents.ts'
import { compareDraft, createDraft, getDraft, listDrafts } from '../contract/drafts.ts'
import { createEmployer, getEmployer, listEmployers, updateEmployer } from '../contract/employers.ts'
import { getFileNote, listFileNotes } from '../contract/file-notes.ts'
import {
  createKeyFunctionHolder,
  getHolderIndependence,
  getKeyFunctionHolder,
  listKeyFunctionCoverage,
  listKeyFunctionHolders,
  updateKeyFunctionHolder,
} from '../contract/key-function-holders.ts'
import { importMembers } from '../contract/member-imports.ts'
import { createMember, getMember, listMembers, updateMember } from '../contract/members.ts'
import { getObligation, getStanding, listObligations, listRules } from '../contract/obligations.ts'
import {
  createOutsourcingArrangement,
  getOutsourcingArrangement,
  getOutsourcingReadiness,
  listOutsourcingArrangements,
  updateOutsourcingArrangement,
} from '../contract/outsourcing-arrangements.ts'
import {
  compareOwnRiskAssessment,
  createOwnRiskAssessment,
  getOwnRiskAssessment,
  listAssessmentStandings,
  listOwnRiskAssessments,
  updateOwnRiskAssessment,
} from '../contract/own-risk-assessments.ts'
import { PAGES } from '../contract/pages.ts'
import { createParticipation, getParticipation, updateParticipation } from '../contract/participations.ts'
import {
  addPolicyVersion,
  createPolicy,
  getPolicy,
  getPolicyMatrix,
  getPolicyVersion,
  listPolicies,
  updatePolicy,
  updatePolicyVersion,
} from '../contract/policies.ts'
import { createRiskItem, getRiskItem, listRiskItems, updateRiskItem } from '../contract/risk-items.ts'
import {
  createSchemeEvent,
  getSchemeEvent,
  listSchemeEvents,
  updateSchemeEvent,
} from '../contract/scheme-events.ts'
import {
  createScheme,
  getScheme,
  getSchemeCompliance,
  listSchemes,
  updateScheme,
} from '../contract/schemes.ts'
import {
  createServiceProvider,
  getServiceProvider,
  listServiceProviders,
  updateServiceProvider,
} from '../contract/service-providers.ts'
import { createTenant, getTenant, listTenants } from '../contract/tenants.ts'
import {
  createTrusteeMeeting,
  getTrusteeMeeting,
  listTrusteeMeetings,
  updateTrusteeMeeting,
} from '../contract/trustee-meetings.ts'
import { createTrustee, getTrustee, listTrustees, updateTrustee } from '../contract/trustees.ts'
import {
  canManageAccounts,
  canSeeEveryFirm,
  getMe,
  getUser,
  isBrokerRole,
  isLimitedToOwnRecord,
  listUsers,
} from '../contract/users.ts'
import { getNextPage } from './next-page.ts'
import { idParameter, type PageComponent } from './page-address.ts'
import { queryFor } from './queries.ts'
import { formatSearch, parseSearch, parseTextParameters, searchTextsOf } from './search.ts'
import { findPerson, type Needed, usePerson } from './session.tsx'
import { Failed, FailedApplication, FailedPage } from './shell/error-page.tsx'
import { createFetch } from './shell/fetch-module.ts'
import { type First, type Loaded, lazyPage } from './shell/lazy-page.tsx'
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
  /** Whoever is signed in already goes on. */
  async beforeLoad({ context, search }) {
    if (await findPerson(context.queries))
      throw redirect({ href: getNextPage(search.next, window.location.origin) })
  },
})

const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'house',
  component: Shell,
  errorComponent: FailedApplication,
  async beforeLoad({ context, location }) {
    if (await findPerson(context.queries)) return
    throw redirect({ to: PAGES.signIn, search: location.href === '/' ? {} : { next: location.href } })
  },
})

/** What a page loads while it opens, besides its code. */
type Load = Pick<Contract, 'name' | 'route' | 'access'>
/** Queries with the id in the path of the page. */
const queriesFor =
  (path: string, contracts: readonly Load[]): First =>
  (ids) =>
    contracts.map((contract) => queryFor(contract as Contract, { id: ids[idParameter(path)] } as never))

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
const list = <const P extends string, C extends Contract>(
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

/** The first page is another one to a broker, to an employer's people and to a member. */
const Today = lazyPage(
  getDashboard,
  () => import('./areas/calendar/dashboard/today.tsx'),
  () => [queryFor(getDashboard, {})],
)
const EmployerHome = lazyPage(
  getDashboard,
  () => import('./areas/schemes/employers/employer-home.tsx'),
  () => [queryFor(getDashboard, {})],
)
const MyRecord = lazyPage(getMember, () => import('./areas/members/members/my-record.tsx'))
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
  getScheme,
  () => import('./areas/schemes/schemes/scheme-frame.tsx'),
  ({ schemeId: id = '' }, { role }) => [
    queryFor(getScheme, { id }),
    ...(isBrokerRole(role) ? [queryFor(getSchemeCompliance, { id }), queryFor(getStanding, { id })] : []),
  ],
)
const scheme = createRoute({
  getParentRoute: () => authenticated,
  path: PAGES.scheme,
  component: schemeFrame.component,
  loader: ({ context, params }) => schemeFrame.bring(context.queries, params),
})
const assessmentFrame = lazyPage(
  getOwnRiskAssessment,
  () => import('./areas/governance/own-risk-assessments/assessment-frame.tsx'),
  queriesFor(PAGES.ownRiskAssessment, [getOwnRiskAssessment]),
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
    list(PAGES.schemes, listSchemes, () => import('./areas/schemes/schemes/scheme-list.tsx')),
    newPage(PAGES.newScheme, createScheme, () => import('./areas/schemes/schemes/scheme-form.tsx')),
    scheme.addChildren([
      schemeTab('/', getScheme, () => import('./areas/schemes/schemes/scheme-overview.tsx')),
      schemeTab('trustees', listTrustees, () => import('./areas/schemes/trustees/trustees-of-scheme.tsx')),
      schemeTab('members', listMembers, () => import('./areas/members/members/members-of-scheme.tsx')),
      schemeTab(
        'contributions',
        listContributions,
        () => import('./areas/members/contributions/contributions-of-scheme.tsx'),
      ),
      schemeTab(
        'documents',
        listDocuments,
        () => import('./areas/documents/documents/documents-of-scheme.tsx'),
      ),
      schemeTab(
        'key-functions',
        listKeyFunctionCoverage,
        () => import('./areas/governance/key-function-holders/key-functions-of-scheme.tsx'),
      ),
      schemeTab(
        'own-risk-assessments',
        listOwnRiskAssessments,
        () => import('./areas/governance/own-risk-assessments/assessments-of-scheme.tsx'),
      ),
      schemeTab(
        'events',
        listSchemeEvents,
        () => import('./areas/schemes/scheme-events/events-of-scheme.tsx'),
      ),
      schemeTab(
        'policies',
        getPolicyMatrix,
        () => import('./areas/governance/policies/policies-of-scheme.tsx'),
      ),
      schemeTab(
        'meetings',
        listTrusteeMeetings,
        () => import('./areas/schemes/trustee-meetings/meetings-of-scheme.tsx'),
      ),
      schemeTab('register', listBreaches, () => import('./areas/governance/breaches/breaches-of-scheme.tsx')),
      schemeTab(
        'obligations',
        getStanding,
        () => import('./areas/calendar/obligations/obligations-of-scheme.tsx'),
      ),
      schemeTab(
        'file-notes',
        listFileNotes,
        () => import('./areas/documents/file-notes/file-notes-of-scheme.tsx'),
      ),
      schemeTab('history', listAuditEntries, () => import('./areas/firm/audit/history-of-scheme.tsx')),
    ]),
    editPage(
      PAGES.editScheme,
      updateScheme,
      () => import('./areas/schemes/schemes/scheme-form.tsx'),
      getScheme,
    ),
    newPage(
      PAGES.newParticipation,
      createParticipation,
      () => import('./areas/schemes/schemes/participation-form.tsx'),
      getScheme,
    ),
    editPage(
      PAGES.editParticipation,
      updateParticipation,
      () => import('./areas/schemes/schemes/participation-form.tsx'),
      getParticipation,
    ),
    newPage(PAGES.newTrustee, createTrustee, () => import('./areas/schemes/trustees/trustee-form.tsx')),
    record(PAGES.trustee, getTrustee, () => import('./areas/schemes/trustees/trustee-page.tsx')),
    editPage(
      PAGES.editTrustee,
      updateTrustee,
      () => import('./areas/schemes/trustees/trustee-form.tsx'),
      getTrustee,
    ),
    list(PAGES.employers, listEmployers, () => import('./areas/schemes/employers/employer-list.tsx')),
    newPage(PAGES.newEmployer, createEmployer, () => import('./areas/schemes/employers/employer-form.tsx')),
    record(PAGES.employer, getEmployer, () => import('./areas/schemes/employers/employer-page.tsx')),
    editPage(
      PAGES.editEmployer,
      updateEmployer,
      () => import('./areas/schemes/employers/employer-form.tsx'),
      getEmployer,
    ),
    list(PAGES.members, listMembers, () => import('./areas/members/members/member-list.tsx')),
    newPage(PAGES.newMember, createMember, () => import('./areas/members/members/member-form.tsx')),
    record(PAGES.member, getMember, () => import('./areas/members/members/member-page.tsx')),
    editPage(
      PAGES.editMember,
      updateMember,
      () => import('./areas/members/members/member-form.tsx'),
      getMember,
    ),
    page(PAGES.importMembers, importMembers, () => import('./areas/members/members/import-members.tsx')),
    list(
      PAGES.contributions,
      getContributionGrid,
      () => import('./areas/members/contributions/contributions.tsx'),
    ),
    list(
      PAGES.contributionBatches,
      listContributions,
      () => import('./areas/members/contributions/batch-list.tsx'),
    ),
    page(
      PAGES.uploadContributions,
      uploadContributions,
      () => import('./areas/members/contributions/upload-contributions.tsx'),
    ),
    record(PAGES.contribution, getContribution, () => import('./areas/members/contributions/batch-page.tsx')),
    list(PAGES.calendar, listObligations, () => import('./areas/calendar/obligations/calendar.tsx')),
    list(
      PAGES.calendarMonth,
      listObligations,
      () => import('./areas/calendar/obligations/calendar-month.tsx'),
    ),
    list(PAGES.calendarList, listObligations, () => import('./areas/calendar/obligations/calendar-list.tsx')),
    list(
      PAGES.obligationsToConfirm,
      listObligations,
      () => import('./areas/calendar/obligations/obligations-to-confirm.tsx'),
    ),
    page(
      PAGES.obligation,
      getObligation,
      () => import('./areas/calendar/obligations/obligation-page.tsx'),
      ({ obligationId: id = '' }) => [queryFor(getObligation, { id }), queryFor(listRules, {})],
    ),
    list(PAGES.documents, listDocuments, () => import('./areas/documents/documents/document-list.tsx')),
    page(PAGES.newDocument, createDocument, () => import('./areas/documents/documents/new-document.tsx')),
    record(PAGES.document, getDocument, () => import('./areas/documents/documents/document-page.tsx')),
    editPage(
      PAGES.editDocument,
      updateDocument,
      () => import('./areas/documents/documents/document-form.tsx'),
      getDocument,
    ),
    list(
      PAGES.keyFunctions,
      listKeyFunctionCoverage,
      () => import('./areas/governance/key-function-holders/key-functions.tsx'),
    ),
    list(
      PAGES.keyFunctionHolders,
      listKeyFunctionHolders,
      () => import('./areas/governance/key-function-holders/holder-list.tsx'),
    ),
    newPage(
      PAGES.newKeyFunctionHolder,
      createKeyFunctionHolder,
      () => import('./areas/governance/key-function-holders/holder-form.tsx'),
    ),
    record(
      PAGES.keyFunctionHolder,
      getKeyFunctionHolder,
      () => import('./areas/governance/key-function-holders/holder-page.tsx'),
      getHolderIndependence,
    ),
    editPage(
      PAGES.editKeyFunctionHolder,
      updateKeyFunctionHolder,
      () => import('./areas/governance/key-function-holders/holder-form.tsx'),
      getKeyFunctionHolder,
    ),
    list(
      PAGES.outsourcing,
      listOutsourcingArrangements,
      () => import('./areas/governance/outsourcing-arrangements/outsourcing-register.tsx'),
    ),
    newPage(
      PAGES.newOutsourcingArrangement,
      createOutsourcingArrangement,
      () => import('./areas/governance/outsourcing-arrangements/arrangement-form.tsx'),
    ),
    record(
      PAGES.outsourcingArrangement,
      getOutsourcingArrangement,
      () => import('./areas/governance/outsourcing-arrangements/arrangement-page.tsx'),
      getOutsourcingReadiness,
    ),
    editPage(
      PAGES.editOutsourcingArrangement,
      updateOutsourcingArrangement,
      () => import('./areas/governance/outsourcing-arrangements/arrangement-form.tsx'),
      getOutsourcingArrangement,
    ),
    list(
      PAGES.providers,
      listServiceProviders,
      () => import('./areas/governance/service-providers/provider-list.tsx'),
    ),
    newPage(
      PAGES.newProvider,
      createServiceProvider,
      () => import('./areas/governance/service-providers/provider-form.tsx'),
    ),
    record(
      PAGES.provider,
      getServiceProvider,
      () => import('./areas/governance/service-providers/provider-page.tsx'),
    ),
    editPage(
      PAGES.editProvider,
      updateServiceProvider,
      () => import('./areas/governance/service-providers/provider-form.tsx'),
      getServiceProvider,
    ),
    list(
      PAGES.ownRiskAssessments,
      listAssessmentStandings,
      () => import('./areas/governance/own-risk-assessments/assessment-register.tsx'),
    ),
    newPage(
      PAGES.newOwnRiskAssessment,
      createOwnRiskAssessment,
      () => import('./areas/governance/own-risk-assessments/assessment-form.tsx'),
    ),
    assessment.addChildren([
      assessmentTab(
        '/',
        getOwnRiskAssessment,
        () => import('./areas/governance/own-risk-assessments/assessment-sections.tsx'),
      ),
      assessmentTab(
        'risks',
        listRiskItems,
        () => import('./areas/governance/own-risk-assessments/assessment-risks.tsx'),
      ),
      assessmentTab(
        'comparison',
        compareOwnRiskAssessment,
        () => import('./areas/governance/own-risk-assessments/assessment-comparison.tsx'),
      ),
      assessmentTab(
        'approval',
        getOwnRiskAssessment,
        () => import('./areas/governance/own-risk-assessments/assessment-approval.tsx'),
      ),
    ]),
    editPage(
      PAGES.editOwnRiskAssessment,
      updateOwnRiskAssessment,
      () => import('./areas/governance/own-risk-assessments/assessment-form.tsx'),
      getOwnRiskAssessment,
    ),
    newPage(
      PAGES.newRiskItem,
      createRiskItem,
      () => import('./areas/governance/own-risk-assessments/risk-item-form.tsx'),
    ),
    editPage(
      PAGES.editRiskItem,
      updateRiskItem,
      () => import('./areas/governance/own-risk-assessments/risk-item-form.tsx'),
      getRiskItem,
    ),
    newPage(
      PAGES.newSchemeEvent,
      createSchemeEvent,
      () => import('./areas/schemes/scheme-events/scheme-event-form.tsx'),
    ),
    record(
      PAGES.schemeEvent,
      getSchemeEvent,
      () => import('./areas/schemes/scheme-events/scheme-event-page.tsx'),
    ),
    editPage(
      PAGES.editSchemeEvent,
      updateSchemeEvent,
      () => import('./areas/schemes/scheme-events/scheme-event-form.tsx'),
      getSchemeEvent,
    ),
    list(PAGES.policies, getPolicyMatrix, () => import('./areas/governance/policies/policy-matrix.tsx')),
    list(PAGES.policyList, listPolicies, () => import('./areas/governance/policies/policy-list.tsx')),
    newPage(PAGES.newPolicy, createPolicy, () => import('./areas/governance/policies/policy-form.tsx')),
    record(PAGES.policy, getPolicy, () => import('./areas/governance/policies/policy-page.tsx')),
    editPage(
      PAGES.editPolicy,
      updatePolicy,
      () => import('./areas/governance/policies/policy-form.tsx'),
      getPolicy,
    ),
    page(
      PAGES.policyChanges,
      getPolicyVersion,
      () => import('./areas/governance/policies/policy-changes.tsx'),
      getPolicy,
    ),
    page(
      PAGES.newPolicyVersion,
      addPolicyVersion,
      () => import('./areas/governance/policies/new-policy-version.tsx'),
      getPolicy,
    ),
    page(
      PAGES.policyVersion,
      getPolicyVersion,
      () => import('./areas/governance/policies/policy-version.tsx'),
      ({ policyId: id = '', number = '' }) => [
        queryFor(getPolicy, { id }),
        queryFor(getPolicyVersion, { id, number }),
      ],
    ),
    page(
      PAGES.editPolicyVersion,
      updatePolicyVersion,
      () => import('./areas/governance/policies/edit-policy-version.tsx'),
      ({ policyId: id = '', number = '' }) => [
        queryFor(getPolicy, { id }),
        queryFor(getPolicyVersion, { id, number }),
      ],
    ),
    list(PAGES.breaches, listBreaches, () => import('./areas/governance/breaches/breach-list.tsx')),
    newPage(PAGES.newBreach, createBreach, () => import('./areas/governance/breaches/breach-form.tsx')),
    record(PAGES.breach, getBreach, () => import('./areas/governance/breaches/breach-page.tsx')),
    editPage(
      PAGES.editBreach,
      updateBreach,
      () => import('./areas/governance/breaches/breach-form.tsx'),
      getBreach,
    ),
    list(
      PAGES.meetings,
      listTrusteeMeetings,
      () => import('./areas/schemes/trustee-meetings/meeting-list.tsx'),
    ),
    newPage(
      PAGES.newMeeting,
      createTrusteeMeeting,
      () => import('./areas/schemes/trustee-meetings/meeting-form.tsx'),
    ),
    record(
      PAGES.meeting,
      getTrusteeMeeting,
      () => import('./areas/schemes/trustee-meetings/meeting-page.tsx'),
    ),
    editPage(
      PAGES.editMeeting,
      updateTrusteeMeeting,
      () => import('./areas/schemes/trustee-meetings/meeting-form.tsx'),
      getTrusteeMeeting,
    ),
    list(PAGES.corpusReviews, listCorpusReviews, () => import('./areas/law/corpus-reviews/open-reviews.tsx')),
    list(
      PAGES.closedCorpusReviews,
      listCorpusReviews,
      () => import('./areas/law/corpus-reviews/closed-reviews.tsx'),
    ),
    page(PAGES.assistant, askAssistant, () => import('./areas/law/assistant/ask.tsx')),
    list(PAGES.answers, listAnswers, () => import('./areas/law/assistant/answer-list.tsx')),
    record(PAGES.answer, getAnswer, () => import('./areas/law/assistant/answer-page.tsx')),
    list(PAGES.drafts, listDrafts, () => import('./areas/documents/drafts/draft-list.tsx')),
    page(PAGES.newDraft, createDraft, () => import('./areas/documents/drafts/new-draft.tsx')),
    record(PAGES.draft, getDraft, () => import('./areas/documents/drafts/draft-page.tsx')),
    page(
      PAGES.draftChanges,
      compareDraft,
      () => import('./areas/documents/drafts/draft-changes.tsx'),
      getDraft,
    ),
    list(PAGES.sources, searchCorpus, () => import('./areas/law/assistant/source-list.tsx'), listSources),
    page(PAGES.source, getSource, () => import('./areas/law/assistant/source.tsx')),
    list(PAGES.disclosures, listDisclosures, () => import('./areas/law/assistant/disclosure-list.tsx')),
    record(PAGES.fileNote, getFileNote, () => import('./areas/documents/file-notes/file-note.tsx')),
    page(
      PAGES.corpusTexts,
      listCorpusTexts,
      () => import('./areas/law/corpus/text-list.tsx'),
      () => [queryFor(listCorpusTexts, {})],
    ),
    page(PAGES.newCorpusText, bringInText, () => import('./areas/law/corpus/bring-in.tsx')),
    record(PAGES.corpusText, getCorpusText, () => import('./areas/law/corpus/text.tsx')),
    list(PAGES.users, listUsers, () => import('./areas/firm/users/user-list.tsx'), canManageAccounts),
    newPage(PAGES.newUser, canManageAccounts, () => import('./areas/firm/users/user-form.tsx')),
    page(PAGES.user, canManageAccounts, () => import('./areas/firm/users/user-page.tsx'), getUser),
    list(PAGES.audit, listAuditEntries, () => import('./areas/firm/audit/audit-log.tsx')),
    page(PAGES.settings, getTenant, () => import('./areas/firm/tenants/firm-settings.tsx')),
    page(PAGES.account, getMe, () => import('./areas/firm/auth/account.tsx')),
    list(PAGES.firms, listTenants, () => import('./areas/firm/tenants/firm-list.tsx')),
    newPage(PAGES.newFirm, createTenant, () => import('./areas/firm/tenants/firm-form.tsx')),
    page(PAGES.firm, canSeeEveryFirm, () => import('./areas/firm/tenants/firm-page.tsx'), getTenant),
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
