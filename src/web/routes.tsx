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
import { parseSearch, searchTextsOf, stringifySearch, textsIn } from './search.ts'
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
    validateSearch: textsIn,
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
    validateSearch: textsIn,
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
    validateSearch: searchTextsOf(contract),
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
    ...(worksForBroker(role) ? [asked(getSchemeCompliance, { id }), asked(getStanding, { id })] : []),
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
    validateSearch: textsIn,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
    // In the frame of the scheme, whose heading and tabs stay.
    errorComponent: ({ error }) => <Failed error={error} />,
  })
}

/** One own-risk assessment: the header and the tabs stay, the tab changes. */
const assessmentFrame = arranged(
  getOwnRiskAssessment,
  () => import('./features/own-risk-assessments/assessment-frame.tsx'),
  ({ assessmentId: id = '' }) => [asked(getOwnRiskAssessment, { id })],
)
const assessment = createRoute({
  getParentRoute: () => house,
  path: PAGES.ownRiskAssessment,
  component: assessmentFrame.component,
  loader: ({ context, params }) => assessmentFrame.bring(context.queries, params),
})
const assessmentTab = <const P extends string>(path: P, needs: Needed, load: Loaded) => {
  const { component, bring } = arranged(needs, load)
  return createRoute({
    getParentRoute: () => assessment,
    path,
    validateSearch: textsIn,
    component,
    loader: ({ context, params }) => bring(context.queries, params),
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
  open(PAGES.confirmEmail, () => import('./features/auth/confirm-email.tsx')),
  house.addChildren([
    first,
    list(PAGES.schemes, listSchemes, () => import('./features/schemes/scheme-list.tsx')),
    page(PAGES.newScheme, createScheme, () => import('./features/schemes/new-scheme.tsx')),
    scheme.addChildren([
      schemeTab('/', getScheme, () => import('./features/schemes/scheme-overview.tsx')),
      schemeTab('trustees', listTrustees, () => import('./features/trustees/trustees-of-scheme.tsx')),
      schemeTab('members', listMembers, () => import('./features/members/members-of-scheme.tsx')),
      schemeTab(
        'contributions',
        listContributions,
        () => import('./features/contributions/contributions-of-scheme.tsx'),
      ),
      schemeTab('documents', listDocuments, () => import('./features/documents/documents-of-scheme.tsx')),
      schemeTab(
        'key-functions',
        listKeyFunctionCoverage,
        () => import('./features/key-function-holders/key-functions-of-scheme.tsx'),
      ),
      schemeTab(
        'own-risk-assessments',
        listOwnRiskAssessments,
        () => import('./features/own-risk-assessments/assessments-of-scheme.tsx'),
      ),
      schemeTab('events', listSchemeEvents, () => import('./features/scheme-events/events-of-scheme.tsx')),
      schemeTab('policies', getPolicyMatrix, () => import('./features/policies/policies-of-scheme.tsx')),
      schemeTab(
        'meetings',
        listTrusteeMeetings,
        () => import('./features/trustee-meetings/meetings-of-scheme.tsx'),
      ),
      schemeTab('register', listBreaches, () => import('./features/breaches/breaches-of-scheme.tsx')),
      schemeTab('obligations', getStanding, () => import('./features/obligations/obligations-of-scheme.tsx')),
      schemeTab('file-notes', listFileNotes, () => import('./features/file-notes/file-notes-of-scheme.tsx')),
      schemeTab('history', listAuditEntries, () => import('./features/audit/history-of-scheme.tsx')),
    ]),
    page(
      PAGES.editScheme,
      updateScheme,
      () => import('./features/schemes/edit-scheme.tsx'),
      ({ schemeId: id = '' }) => [asked(getScheme, { id })],
    ),
    page(
      PAGES.newParticipation,
      createParticipation,
      () => import('./features/schemes/new-participation.tsx'),
      ({ schemeId: id = '' }) => [asked(getScheme, { id })],
    ),
    page(
      PAGES.editParticipation,
      updateParticipation,
      () => import('./features/schemes/edit-participation.tsx'),
      ({ participationId: id = '' }) => [asked(getParticipation, { id })],
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
    page(PAGES.importMembers, importMembers, () => import('./features/members/import-members.tsx')),
    list(
      PAGES.contributions,
      getContributionGrid,
      () => import('./features/contributions/contributions.tsx'),
    ),
    list(
      PAGES.contributionBatches,
      listContributions,
      () => import('./features/contributions/batch-list.tsx'),
    ),
    page(
      PAGES.uploadContributions,
      uploadContributions,
      () => import('./features/contributions/upload-contributions.tsx'),
    ),
    page(
      PAGES.contribution,
      getContribution,
      () => import('./features/contributions/batch.tsx'),
      ({ batchId: id = '' }) => [asked(getContribution, { id })],
    ),
    list(PAGES.calendar, listObligations, () => import('./features/obligations/calendar.tsx')),
    list(PAGES.calendarMonth, listObligations, () => import('./features/obligations/calendar-month.tsx')),
    list(PAGES.calendarList, listObligations, () => import('./features/obligations/calendar-list.tsx')),
    list(
      PAGES.obligationsToConfirm,
      listObligations,
      () => import('./features/obligations/obligations-to-confirm.tsx'),
    ),
    page(
      PAGES.obligation,
      getObligation,
      () => import('./features/obligations/obligation.tsx'),
      ({ obligationId: id = '' }) => [asked(getObligation, { id }), asked(listRules, {})],
    ),
    list(PAGES.documents, listDocuments, () => import('./features/documents/document-list.tsx')),
    page(PAGES.newDocument, createDocument, () => import('./features/documents/new-document.tsx')),
    page(
      PAGES.document,
      getDocument,
      () => import('./features/documents/document.tsx'),
      ({ documentId: id = '' }) => [asked(getDocument, { id })],
    ),
    page(
      PAGES.editDocument,
      updateDocument,
      () => import('./features/documents/edit-document.tsx'),
      ({ documentId: id = '' }) => [asked(getDocument, { id })],
    ),
    list(
      PAGES.keyFunctions,
      listKeyFunctionCoverage,
      () => import('./features/key-function-holders/key-functions.tsx'),
    ),
    list(
      PAGES.keyFunctionHolders,
      listKeyFunctionHolders,
      () => import('./features/key-function-holders/holder-list.tsx'),
    ),
    page(
      PAGES.newKeyFunctionHolder,
      createKeyFunctionHolder,
      () => import('./features/key-function-holders/new-holder.tsx'),
    ),
    page(
      PAGES.keyFunctionHolder,
      getKeyFunctionHolder,
      () => import('./features/key-function-holders/holder.tsx'),
      ({ holderId: id = '' }) => [asked(getKeyFunctionHolder, { id }), asked(getHolderIndependence, { id })],
    ),
    page(
      PAGES.editKeyFunctionHolder,
      updateKeyFunctionHolder,
      () => import('./features/key-function-holders/edit-holder.tsx'),
      ({ holderId: id = '' }) => [asked(getKeyFunctionHolder, { id })],
    ),
    list(
      PAGES.outsourcing,
      listOutsourcingArrangements,
      () => import('./features/outsourcing-arrangements/outsourcing-register.tsx'),
    ),
    page(
      PAGES.newOutsourcingArrangement,
      createOutsourcingArrangement,
      () => import('./features/outsourcing-arrangements/new-arrangement.tsx'),
    ),
    page(
      PAGES.outsourcingArrangement,
      getOutsourcingArrangement,
      () => import('./features/outsourcing-arrangements/arrangement.tsx'),
      ({ arrangementId: id = '' }) => [
        asked(getOutsourcingArrangement, { id }),
        asked(getOutsourcingReadiness, { id }),
      ],
    ),
    page(
      PAGES.editOutsourcingArrangement,
      updateOutsourcingArrangement,
      () => import('./features/outsourcing-arrangements/edit-arrangement.tsx'),
      ({ arrangementId: id = '' }) => [asked(getOutsourcingArrangement, { id })],
    ),
    list(
      PAGES.providers,
      listServiceProviders,
      () => import('./features/service-providers/provider-list.tsx'),
    ),
    page(
      PAGES.newProvider,
      createServiceProvider,
      () => import('./features/service-providers/new-provider.tsx'),
    ),
    page(
      PAGES.provider,
      getServiceProvider,
      () => import('./features/service-providers/provider.tsx'),
      ({ providerId: id = '' }) => [asked(getServiceProvider, { id })],
    ),
    page(
      PAGES.editProvider,
      updateServiceProvider,
      () => import('./features/service-providers/edit-provider.tsx'),
      ({ providerId: id = '' }) => [asked(getServiceProvider, { id })],
    ),
    list(
      PAGES.ownRiskAssessments,
      listAssessmentStandings,
      () => import('./features/own-risk-assessments/assessment-register.tsx'),
    ),
    page(
      PAGES.newOwnRiskAssessment,
      createOwnRiskAssessment,
      () => import('./features/own-risk-assessments/new-assessment.tsx'),
    ),
    assessment.addChildren([
      assessmentTab(
        '/',
        getOwnRiskAssessment,
        () => import('./features/own-risk-assessments/assessment-sections.tsx'),
      ),
      assessmentTab(
        'risks',
        listRiskItems,
        () => import('./features/own-risk-assessments/assessment-risks.tsx'),
      ),
      assessmentTab(
        'comparison',
        compareOwnRiskAssessment,
        () => import('./features/own-risk-assessments/assessment-comparison.tsx'),
      ),
      assessmentTab(
        'approval',
        getOwnRiskAssessment,
        () => import('./features/own-risk-assessments/assessment-approval.tsx'),
      ),
    ]),
    page(
      PAGES.editOwnRiskAssessment,
      updateOwnRiskAssessment,
      () => import('./features/own-risk-assessments/edit-assessment.tsx'),
      ({ assessmentId: id = '' }) => [asked(getOwnRiskAssessment, { id })],
    ),
    page(
      PAGES.newRiskItem,
      createRiskItem,
      () => import('./features/own-risk-assessments/new-risk-item.tsx'),
    ),
    page(
      PAGES.editRiskItem,
      updateRiskItem,
      () => import('./features/own-risk-assessments/edit-risk-item.tsx'),
      ({ riskItemId: id = '' }) => [asked(getRiskItem, { id })],
    ),
    page(
      PAGES.newSchemeEvent,
      createSchemeEvent,
      () => import('./features/scheme-events/new-scheme-event.tsx'),
    ),
    page(
      PAGES.schemeEvent,
      getSchemeEvent,
      () => import('./features/scheme-events/scheme-event.tsx'),
      ({ eventId: id = '' }) => [asked(getSchemeEvent, { id })],
    ),
    page(
      PAGES.editSchemeEvent,
      updateSchemeEvent,
      () => import('./features/scheme-events/edit-scheme-event.tsx'),
      ({ eventId: id = '' }) => [asked(getSchemeEvent, { id })],
    ),
    list(PAGES.policies, getPolicyMatrix, () => import('./features/policies/policy-matrix.tsx')),
    list(PAGES.policyList, listPolicies, () => import('./features/policies/policy-list.tsx')),
    page(PAGES.newPolicy, createPolicy, () => import('./features/policies/new-policy.tsx')),
    page(
      PAGES.policy,
      getPolicy,
      () => import('./features/policies/policy.tsx'),
      ({ policyId: id = '' }) => [asked(getPolicy, { id })],
    ),
    page(
      PAGES.editPolicy,
      updatePolicy,
      () => import('./features/policies/edit-policy.tsx'),
      ({ policyId: id = '' }) => [asked(getPolicy, { id })],
    ),
    page(
      PAGES.policyChanges,
      getPolicyVersion,
      () => import('./features/policies/policy-changes.tsx'),
      ({ policyId: id = '' }) => [asked(getPolicy, { id })],
    ),
    page(
      PAGES.newPolicyVersion,
      addPolicyVersion,
      () => import('./features/policies/new-policy-version.tsx'),
      ({ policyId: id = '' }) => [asked(getPolicy, { id })],
    ),
    page(
      PAGES.policyVersion,
      getPolicyVersion,
      () => import('./features/policies/policy-version.tsx'),
      ({ policyId: id = '', number = '' }) => [
        asked(getPolicy, { id }),
        asked(getPolicyVersion, { id, number }),
      ],
    ),
    page(
      PAGES.editPolicyVersion,
      updatePolicyVersion,
      () => import('./features/policies/edit-policy-version.tsx'),
      ({ policyId: id = '', number = '' }) => [
        asked(getPolicy, { id }),
        asked(getPolicyVersion, { id, number }),
      ],
    ),
    list(PAGES.breaches, listBreaches, () => import('./features/breaches/breach-list.tsx')),
    page(PAGES.newBreach, createBreach, () => import('./features/breaches/new-breach.tsx')),
    page(
      PAGES.breach,
      getBreach,
      () => import('./features/breaches/breach.tsx'),
      ({ breachId: id = '' }) => [asked(getBreach, { id })],
    ),
    page(
      PAGES.editBreach,
      updateBreach,
      () => import('./features/breaches/edit-breach.tsx'),
      ({ breachId: id = '' }) => [asked(getBreach, { id })],
    ),
    list(PAGES.meetings, listTrusteeMeetings, () => import('./features/trustee-meetings/meeting-list.tsx')),
    page(PAGES.newMeeting, createTrusteeMeeting, () => import('./features/trustee-meetings/new-meeting.tsx')),
    page(
      PAGES.meeting,
      getTrusteeMeeting,
      () => import('./features/trustee-meetings/meeting.tsx'),
      ({ meetingId: id = '' }) => [asked(getTrusteeMeeting, { id })],
    ),
    page(
      PAGES.editMeeting,
      updateTrusteeMeeting,
      () => import('./features/trustee-meetings/edit-meeting.tsx'),
      ({ meetingId: id = '' }) => [asked(getTrusteeMeeting, { id })],
    ),
    list(PAGES.corpusReviews, listCorpusReviews, () => import('./features/corpus-reviews/open-reviews.tsx')),
    list(
      PAGES.closedCorpusReviews,
      listCorpusReviews,
      () => import('./features/corpus-reviews/closed-reviews.tsx'),
    ),
    page(PAGES.assistant, askAssistant, () => import('./features/assistant/ask.tsx')),
    list(PAGES.answers, listAnswers, () => import('./features/assistant/answer-list.tsx')),
    page(
      PAGES.answer,
      getAnswer,
      () => import('./features/assistant/answer-page.tsx'),
      ({ answerId: id = '' }) => [asked(getAnswer, { id })],
    ),
    list(PAGES.drafts, listDrafts, () => import('./features/drafts/draft-list.tsx')),
    page(PAGES.newDraft, createDraft, () => import('./features/drafts/new-draft.tsx')),
    page(
      PAGES.draft,
      getDraft,
      () => import('./features/drafts/draft.tsx'),
      ({ draftId: id = '' }) => [asked(getDraft, { id })],
    ),
    page(
      PAGES.draftChanges,
      compareDraft,
      () => import('./features/drafts/draft-changes.tsx'),
      ({ draftId: id = '' }) => [asked(getDraft, { id })],
    ),
    list(PAGES.sources, searchCorpus, () => import('./features/assistant/source-list.tsx'), listSources),
    page(PAGES.source, getSource, () => import('./features/assistant/source.tsx')),
    list(PAGES.disclosures, listDisclosures, () => import('./features/assistant/disclosure-list.tsx')),
    page(
      PAGES.fileNote,
      getFileNote,
      () => import('./features/file-notes/file-note.tsx'),
      ({ noteId: id = '' }) => [asked(getFileNote, { id })],
    ),
    page(
      PAGES.corpusTexts,
      listCorpusTexts,
      () => import('./features/corpus-texts/text-list.tsx'),
      () => [asked(listCorpusTexts, {})],
    ),
    page(PAGES.newCorpusText, bringInText, () => import('./features/corpus-texts/bring-in.tsx')),
    page(
      PAGES.corpusText,
      getCorpusText,
      () => import('./features/corpus-texts/text.tsx'),
      ({ textId: id = '' }) => [asked(getCorpusText, { id })],
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
