/** Every page: its address, the operation that opens it to a role, and the file that is loaded when somebody goes there. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
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
  const { component, bring } = lazyPage(needs, load, first)
  return createRoute({
    getParentRoute: () => house,
    path,
    validateSearch: parseTextParameters,
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
  const { component, bring } = lazyPage(needs, load)
  return createRoute({
    getParentRoute: () => house,
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
const frame = lazyPage(
  getScheme,
  () => import('./areas/schemes/schemes/scheme-frame.tsx'),
  ({ schemeId: id = '' }, { role }) => [
    queryFor(getScheme, { id }),
    ...(isBrokerRole(role) ? [queryFor(getSchemeCompliance, { id }), queryFor(getStanding, { id })] : []),
  ],
)
const scheme = createRoute({
  getParentRoute: () => house,
  path: PAGES.scheme,
  component: frame.component,
  loader: ({ context, params }) => frame.bring(context.queries, params),
})
const schemeTab = <const P extends string>(path: P, needs: Needed, load: Loaded) => {
  const { component, bring } = lazyPage(needs, load)
  return createRoute({
    getParentRoute: () => scheme,
    path,
    validateSearch: parseTextParameters,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
    // In the frame of the scheme, whose heading and tabs stay.
    errorComponent: ({ error }) => <Failed error={error} />,
  })
}

/** One own-risk assessment: the header and the tabs stay, the tab changes. */
const assessmentFrame = lazyPage(
  getOwnRiskAssessment,
  () => import('./areas/governance/own-risk-assessments/assessment-frame.tsx'),
  ({ assessmentId: id = '' }) => [queryFor(getOwnRiskAssessment, { id })],
)
const assessment = createRoute({
  getParentRoute: () => house,
  path: PAGES.ownRiskAssessment,
  component: assessmentFrame.component,
  loader: ({ context, params }) => assessmentFrame.bring(context.queries, params),
})
const assessmentTab = <const P extends string>(path: P, needs: Needed, load: Loaded) => {
  const { component, bring } = lazyPage(needs, load)
  return createRoute({
    getParentRoute: () => assessment,
    path,
    validateSearch: parseTextParameters,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
    errorComponent: ({ error }) => <Failed error={error} />,
  })
}

/** In the frame, so that somebody who mistyped an address goes on from there. */
const unknown = createRoute({ getParentRoute: () => house, path: '$', component: NotFound })

const tree = root.addChildren([
  signIn,
  open(PAGES.forgotPassword, () => import('./areas/firm/auth/forgot-password.tsx')),
  open(PAGES.resetPassword, () => import('./areas/firm/auth/reset-password.tsx')),
  open(PAGES.acceptInvitation, () => import('./areas/firm/auth/accept-invitation.tsx')),
  open(PAGES.confirmEmail, () => import('./areas/firm/auth/confirm-email.tsx')),
  house.addChildren([
    first,
    list(PAGES.schemes, listSchemes, () => import('./areas/schemes/schemes/scheme-list.tsx')),
    page(PAGES.newScheme, createScheme, () => import('./areas/schemes/schemes/new-scheme.tsx')),
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
    page(
      PAGES.editScheme,
      updateScheme,
      () => import('./areas/schemes/schemes/edit-scheme.tsx'),
      ({ schemeId: id = '' }) => [queryFor(getScheme, { id })],
    ),
    page(
      PAGES.newParticipation,
      createParticipation,
      () => import('./areas/schemes/schemes/new-participation.tsx'),
      ({ schemeId: id = '' }) => [queryFor(getScheme, { id })],
    ),
    page(
      PAGES.editParticipation,
      updateParticipation,
      () => import('./areas/schemes/schemes/edit-participation.tsx'),
      ({ participationId: id = '' }) => [queryFor(getParticipation, { id })],
    ),
    page(PAGES.newTrustee, createTrustee, () => import('./areas/schemes/trustees/new-trustee.tsx')),
    page(
      PAGES.trustee,
      getTrustee,
      () => import('./areas/schemes/trustees/trustee.tsx'),
      ({ trusteeId: id = '' }) => [queryFor(getTrustee, { id })],
    ),
    page(
      PAGES.editTrustee,
      updateTrustee,
      () => import('./areas/schemes/trustees/edit-trustee.tsx'),
      ({ trusteeId: id = '' }) => [queryFor(getTrustee, { id })],
    ),
    list(PAGES.employers, listEmployers, () => import('./areas/schemes/employers/employer-list.tsx')),
    page(PAGES.newEmployer, createEmployer, () => import('./areas/schemes/employers/new-employer.tsx')),
    page(
      PAGES.employer,
      getEmployer,
      () => import('./areas/schemes/employers/employer.tsx'),
      ({ employerId: id = '' }) => [queryFor(getEmployer, { id })],
    ),
    page(
      PAGES.editEmployer,
      updateEmployer,
      () => import('./areas/schemes/employers/edit-employer.tsx'),
      ({ employerId: id = '' }) => [queryFor(getEmployer, { id })],
    ),
    list(PAGES.members, listMembers, () => import('./areas/members/members/member-list.tsx')),
    page(PAGES.newMember, createMember, () => import('./areas/members/members/new-member.tsx')),
    page(
      PAGES.member,
      getMember,
      () => import('./areas/members/members/member.tsx'),
      ({ memberId: id = '' }) => [queryFor(getMember, { id })],
    ),
    page(
      PAGES.editMember,
      updateMember,
      () => import('./areas/members/members/edit-member.tsx'),
      ({ memberId: id = '' }) => [queryFor(getMember, { id })],
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
    page(
      PAGES.contribution,
      getContribution,
      () => import('./areas/members/contributions/batch.tsx'),
      ({ batchId: id = '' }) => [queryFor(getContribution, { id })],
    ),
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
      () => import('./areas/calendar/obligations/obligation.tsx'),
      ({ obligationId: id = '' }) => [queryFor(getObligation, { id }), queryFor(listRules, {})],
    ),
    list(PAGES.documents, listDocuments, () => import('./areas/documents/documents/document-list.tsx')),
    page(PAGES.newDocument, createDocument, () => import('./areas/documents/documents/new-document.tsx')),
    page(
      PAGES.document,
      getDocument,
      () => import('./areas/documents/documents/document.tsx'),
      ({ documentId: id = '' }) => [queryFor(getDocument, { id })],
    ),
    page(
      PAGES.editDocument,
      updateDocument,
      () => import('./areas/documents/documents/edit-document.tsx'),
      ({ documentId: id = '' }) => [queryFor(getDocument, { id })],
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
    page(
      PAGES.newKeyFunctionHolder,
      createKeyFunctionHolder,
      () => import('./areas/governance/key-function-holders/new-holder.tsx'),
    ),
    page(
      PAGES.keyFunctionHolder,
      getKeyFunctionHolder,
      () => import('./areas/governance/key-function-holders/holder.tsx'),
      ({ holderId: id = '' }) => [
        queryFor(getKeyFunctionHolder, { id }),
        queryFor(getHolderIndependence, { id }),
      ],
    ),
    page(
      PAGES.editKeyFunctionHolder,
      updateKeyFunctionHolder,
      () => import('./areas/governance/key-function-holders/edit-holder.tsx'),
      ({ holderId: id = '' }) => [queryFor(getKeyFunctionHolder, { id })],
    ),
    list(
      PAGES.outsourcing,
      listOutsourcingArrangements,
      () => import('./areas/governance/outsourcing-arrangements/outsourcing-register.tsx'),
    ),
    page(
      PAGES.newOutsourcingArrangement,
      createOutsourcingArrangement,
      () => import('./areas/governance/outsourcing-arrangements/new-arrangement.tsx'),
    ),
    page(
      PAGES.outsourcingArrangement,
      getOutsourcingArrangement,
      () => import('./areas/governance/outsourcing-arrangements/arrangement.tsx'),
      ({ arrangementId: id = '' }) => [
        queryFor(getOutsourcingArrangement, { id }),
        queryFor(getOutsourcingReadiness, { id }),
      ],
    ),
    page(
      PAGES.editOutsourcingArrangement,
      updateOutsourcingArrangement,
      () => import('./areas/governance/outsourcing-arrangements/edit-arrangement.tsx'),
      ({ arrangementId: id = '' }) => [queryFor(getOutsourcingArrangement, { id })],
    ),
    list(
      PAGES.providers,
      listServiceProviders,
      () => import('./areas/governance/service-providers/provider-list.tsx'),
    ),
    page(
      PAGES.newProvider,
      createServiceProvider,
      () => import('./areas/governance/service-providers/new-provider.tsx'),
    ),
    page(
      PAGES.provider,
      getServiceProvider,
      () => import('./areas/governance/service-providers/provider.tsx'),
      ({ providerId: id = '' }) => [queryFor(getServiceProvider, { id })],
    ),
    page(
      PAGES.editProvider,
      updateServiceProvider,
      () => import('./areas/governance/service-providers/edit-provider.tsx'),
      ({ providerId: id = '' }) => [queryFor(getServiceProvider, { id })],
    ),
    list(
      PAGES.ownRiskAssessments,
      listAssessmentStandings,
      () => import('./areas/governance/own-risk-assessments/assessment-register.tsx'),
    ),
    page(
      PAGES.newOwnRiskAssessment,
      createOwnRiskAssessment,
      () => import('./areas/governance/own-risk-assessments/new-assessment.tsx'),
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
    page(
      PAGES.editOwnRiskAssessment,
      updateOwnRiskAssessment,
      () => import('./areas/governance/own-risk-assessments/edit-assessment.tsx'),
      ({ assessmentId: id = '' }) => [queryFor(getOwnRiskAssessment, { id })],
    ),
    page(
      PAGES.newRiskItem,
      createRiskItem,
      () => import('./areas/governance/own-risk-assessments/new-risk-item.tsx'),
    ),
    page(
      PAGES.editRiskItem,
      updateRiskItem,
      () => import('./areas/governance/own-risk-assessments/edit-risk-item.tsx'),
      ({ riskItemId: id = '' }) => [queryFor(getRiskItem, { id })],
    ),
    page(
      PAGES.newSchemeEvent,
      createSchemeEvent,
      () => import('./areas/schemes/scheme-events/new-scheme-event.tsx'),
    ),
    page(
      PAGES.schemeEvent,
      getSchemeEvent,
      () => import('./areas/schemes/scheme-events/scheme-event.tsx'),
      ({ eventId: id = '' }) => [queryFor(getSchemeEvent, { id })],
    ),
    page(
      PAGES.editSchemeEvent,
      updateSchemeEvent,
      () => import('./areas/schemes/scheme-events/edit-scheme-event.tsx'),
      ({ eventId: id = '' }) => [queryFor(getSchemeEvent, { id })],
    ),
    list(PAGES.policies, getPolicyMatrix, () => import('./areas/governance/policies/policy-matrix.tsx')),
    list(PAGES.policyList, listPolicies, () => import('./areas/governance/policies/policy-list.tsx')),
    page(PAGES.newPolicy, createPolicy, () => import('./areas/governance/policies/new-policy.tsx')),
    page(
      PAGES.policy,
      getPolicy,
      () => import('./areas/governance/policies/policy.tsx'),
      ({ policyId: id = '' }) => [queryFor(getPolicy, { id })],
    ),
    page(
      PAGES.editPolicy,
      updatePolicy,
      () => import('./areas/governance/policies/edit-policy.tsx'),
      ({ policyId: id = '' }) => [queryFor(getPolicy, { id })],
    ),
    page(
      PAGES.policyChanges,
      getPolicyVersion,
      () => import('./areas/governance/policies/policy-changes.tsx'),
      ({ policyId: id = '' }) => [queryFor(getPolicy, { id })],
    ),
    page(
      PAGES.newPolicyVersion,
      addPolicyVersion,
      () => import('./areas/governance/policies/new-policy-version.tsx'),
      ({ policyId: id = '' }) => [queryFor(getPolicy, { id })],
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
    page(PAGES.newBreach, createBreach, () => import('./areas/governance/breaches/new-breach.tsx')),
    page(
      PAGES.breach,
      getBreach,
      () => import('./areas/governance/breaches/breach.tsx'),
      ({ breachId: id = '' }) => [queryFor(getBreach, { id })],
    ),
    page(
      PAGES.editBreach,
      updateBreach,
      () => import('./areas/governance/breaches/edit-breach.tsx'),
      ({ breachId: id = '' }) => [queryFor(getBreach, { id })],
    ),
    list(
      PAGES.meetings,
      listTrusteeMeetings,
      () => import('./areas/schemes/trustee-meetings/meeting-list.tsx'),
    ),
    page(
      PAGES.newMeeting,
      createTrusteeMeeting,
      () => import('./areas/schemes/trustee-meetings/new-meeting.tsx'),
    ),
    page(
      PAGES.meeting,
      getTrusteeMeeting,
      () => import('./areas/schemes/trustee-meetings/meeting.tsx'),
      ({ meetingId: id = '' }) => [queryFor(getTrusteeMeeting, { id })],
    ),
    page(
      PAGES.editMeeting,
      updateTrusteeMeeting,
      () => import('./areas/schemes/trustee-meetings/edit-meeting.tsx'),
      ({ meetingId: id = '' }) => [queryFor(getTrusteeMeeting, { id })],
    ),
    list(PAGES.corpusReviews, listCorpusReviews, () => import('./areas/law/corpus-reviews/open-reviews.tsx')),
    list(
      PAGES.closedCorpusReviews,
      listCorpusReviews,
      () => import('./areas/law/corpus-reviews/closed-reviews.tsx'),
    ),
    page(PAGES.assistant, askAssistant, () => import('./areas/law/assistant/ask.tsx')),
    list(PAGES.answers, listAnswers, () => import('./areas/law/assistant/answer-list.tsx')),
    page(
      PAGES.answer,
      getAnswer,
      () => import('./areas/law/assistant/answer-page.tsx'),
      ({ answerId: id = '' }) => [queryFor(getAnswer, { id })],
    ),
    list(PAGES.drafts, listDrafts, () => import('./areas/documents/drafts/draft-list.tsx')),
    page(PAGES.newDraft, createDraft, () => import('./areas/documents/drafts/new-draft.tsx')),
    page(
      PAGES.draft,
      getDraft,
      () => import('./areas/documents/drafts/draft.tsx'),
      ({ draftId: id = '' }) => [queryFor(getDraft, { id })],
    ),
    page(
      PAGES.draftChanges,
      compareDraft,
      () => import('./areas/documents/drafts/draft-changes.tsx'),
      ({ draftId: id = '' }) => [queryFor(getDraft, { id })],
    ),
    list(PAGES.sources, searchCorpus, () => import('./areas/law/assistant/source-list.tsx'), listSources),
    page(PAGES.source, getSource, () => import('./areas/law/assistant/source.tsx')),
    list(PAGES.disclosures, listDisclosures, () => import('./areas/law/assistant/disclosure-list.tsx')),
    page(
      PAGES.fileNote,
      getFileNote,
      () => import('./areas/documents/file-notes/file-note.tsx'),
      ({ noteId: id = '' }) => [queryFor(getFileNote, { id })],
    ),
    page(
      PAGES.corpusTexts,
      listCorpusTexts,
      () => import('./areas/law/corpus/text-list.tsx'),
      () => [queryFor(listCorpusTexts, {})],
    ),
    page(PAGES.newCorpusText, bringInText, () => import('./areas/law/corpus/bring-in.tsx')),
    page(
      PAGES.corpusText,
      getCorpusText,
      () => import('./areas/law/corpus/text.tsx'),
      ({ textId: id = '' }) => [queryFor(getCorpusText, { id })],
    ),
    list(PAGES.users, listUsers, () => import('./areas/firm/users/user-list.tsx'), canManageAccounts),
    page(PAGES.newUser, canManageAccounts, () => import('./areas/firm/users/new-user.tsx')),
    page(
      PAGES.user,
      canManageAccounts,
      () => import('./areas/firm/users/user.tsx'),
      ({ userId: id = '' }) => [queryFor(getUser, { id })],
    ),
    list(PAGES.audit, listAuditEntries, () => import('./areas/firm/audit/audit-log.tsx')),
    page(PAGES.settings, getTenant, () => import('./areas/firm/tenants/firm-settings.tsx')),
    page(PAGES.account, getMe, () => import('./areas/firm/auth/account.tsx')),
    list(PAGES.firms, listTenants, () => import('./areas/firm/tenants/firm-list.tsx')),
    page(PAGES.newFirm, createTenant, () => import('./areas/firm/tenants/new-firm.tsx')),
    page(
      PAGES.firm,
      canSeeEveryFirm,
      () => import('./areas/firm/tenants/firm.tsx'),
      ({ firmId: id = '' }) => [queryFor(getTenant, { id })],
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
