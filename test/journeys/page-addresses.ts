/**
 * The addresses of all pages of the application, with the accounts that open them, in areas of about the same size. A page that no list
 * names is opened by the administrator of the demo firm.
 */
import { PAGES as ADDRESSES } from '../../src/contract/pages.ts'
import type { SharedAccount } from './accounts.ts'
import type { RecordIds } from './demo-records.ts'

export interface PagesOfAccount {
  account: SharedAccount
  addresses: readonly string[]
}

const STATED = {
  'schemes, members and accounts': [
    {
      account: 'brokeradmin',
      addresses: [
        '/',
        '/schemes',
        '/schemes?q=nothing+of+that+name',
        '/schemes/import',
        '/schemes/imports',
        '/schemes/imports/{importId}',
        '/schemes/{schemeId}',
        '/schemes/{waitingId}',
        '/schemes/{draftId}',
        '/schemes/{schemeId}/details',
        '/schemes/{schemeId}/trustees',
        '/schemes/{schemeId}/members',
        '/schemes/{schemeId}/history',
        '/schemes/{schemeId}/edit',
        '/schemes/new',
        '/schemes/{schemeId}/participating-employers/new',
        '/participating-employers/{participationId}',
        '/schemes/{schemeId}/trustees/new',
        '/trustees/{trusteeId}',
        '/trustees/{trusteeId}/edit',
        '/employers',
        '/employers/{employerId}',
        '/employers/{employerId}/edit',
        '/employers/new',
        '/members',
        '/members/{memberId}',
        '/members/{memberId}/edit',
        '/members/new',
        '/members/data-quality',
        '/members?fault=PPS_NUMBER_MISSING',
        '/members/import',
        '/inbox',
        '/users',
        '/users/{userId}',
        '/users/new',
        '/audit',
        '/settings',
        '/account',
        '/firms',
        '/no/such/page',
      ],
    },
  ],
  assistant: [
    {
      account: 'brokeradmin',
      addresses: [
        '/schemes/{schemeId}/file-notes',
        '/changed-law',
        '/changed-law/closed',
        '/file-notes/{noteId}',
        '/assistant',
        '/assistant?answer={answerId}',
        '/assistant/answers',
        '/assistant/answers/{answerId}',
        '/assistant/drafts',
        '/assistant/drafts?status=DISCARDED&kind=CHASE_EMAIL',
        '/assistant/drafts/new',
        '/assistant/drafts/new?schemeId={schemeId}&kind=KEY_FUNCTION_APPOINTMENT_LETTER',
        '/assistant/drafts/{workId}',
        '/assistant/drafts/{workId}/changes',
        '/assistant/sources',
        '/assistant/sources?q=harbour+lamp',
        '/assistant/sources/{sourceId}',
        '/assistant/sources/{sourceId}?on=2022-03-01#article-2',
        '/assistant/disclosures',
      ],
    },
  ],
  'calendar, documents and contributions': [
    {
      account: 'brokeradmin',
      addresses: [
        '/contributions/upload',
        '/contributions/enter',
        '/schemes/{schemeId}/obligations',
        '/schemes/{schemeId}/obligations?on=2020-01-31',
        '/schemes?rating=RED',
        '/calendar',
        '/calendar?status=OVERDUE',
        '/calendar/month',
        '/calendar/all',
        '/calendar/year',
        '/calendar/to-confirm',
        '/calendar/{obligationId}',
        '/schemes/{schemeId}/documents',
        '/documents',
        '/documents?kind=PAO',
        '/documents/{documentId}',
        '/documents/{documentId}/edit',
        '/documents/{supersededId}',
        '/documents/new',
        '/schemes/{schemeId}/contributions',
        '/contributions/reminders',
        '/contributions',
        '/contributions?schemeId=sdoesnotexist',
        '/contributions/batches',
        '/contributions/batches?status=FUNDED',
        '/contributions/{batchId}',
        '/contributions/{rejectedBatchId}',
      ],
    },
  ],
  'assessments and policies': [
    {
      account: 'brokeradmin',
      addresses: [
        '/own-risk-assessments',
        '/own-risk-assessments?dueRule=NOT_KNOWN',
        '/own-risk-assessments/new',
        '/own-risk-assessments/{assessmentId}',
        '/own-risk-assessments/{assessmentId}/risks',
        '/own-risk-assessments/{assessmentId}/risks?map=inherent',
        '/own-risk-assessments/{assessmentId}/risks/new',
        '/own-risk-assessments/{assessmentId}/comparison',
        '/own-risk-assessments/{assessmentId}/approval',
        '/own-risk-assessments/{assessmentId}/edit',
        '/own-risk-assessments/{approvedAssessmentId}',
        '/risk-items/{riskItemId}/edit',
        '/schemes/{assessedSchemeId}/own-risk-assessments',
        '/schemes/{assessedSchemeId}/events',
        '/schemes/{schemeId}/events/new',
        '/scheme-events/{eventId}',
        '/scheme-events/{eventId}/edit',
        '/schemes/{schemeId}/policies',
        '/policies',
        '/policies/list',
        '/policies/list?flag=REVIEW_OVERDUE',
        '/policies/new',
        '/policies/{policyId}',
        '/policies/{policyId}/edit',
        '/policies/{policyId}/changes',
        '/policies/{policyId}/versions/2',
        '/policies/{policyId}/versions/3/edit',
        '/policies/{policyId}/versions/new',
      ],
    },
  ],
  governance: [
    {
      account: 'brokeradmin',
      addresses: [
        '/breaches',
        '/breaches?severity=LOW&status=REPORTED',
        '/breaches/new',
        '/breaches/{breachId}',
        '/breaches/{breachId}/edit',
        '/breaches/{closedBreachId}',
        '/schemes/{schemeId}/register',
        '/schemes/{schemeId}/compliance-statements',
        '/schemes/{schemeId}/compliance-statements/new',
        '/compliance-statements/{statementId}',
        '/compliance-statements/{statementId}/edit',
        '/meetings',
        '/meetings/new',
        '/meetings/{meetingId}',
        '/meetings/{meetingId}/edit',
        '/meetings/{heldMeetingId}',
        '/schemes/{schemeId}/meetings',
        '/schemes/{schemeId}/key-functions',
        '/key-functions',
        '/key-functions?vacant=false&q=nothing+of+that+name',
        '/key-functions/holders',
        '/key-functions/{holderId}',
        '/key-functions/{candidateId}',
        '/key-functions/{candidateId}/edit',
        '/key-functions/new',
        '/outsourcing',
        '/outsourcing/{arrangementId}',
        '/outsourcing/{arrangementId}/edit',
        '/outsourcing/{plannedArrangementId}',
        '/outsourcing/{plannedArrangementId}/edit',
        '/outsourcing/new',
        '/providers',
        '/providers?kind=INSURER',
        '/providers/{providerId}',
        '/providers/{providerId}/edit',
        '/providers/new',
      ],
    },
  ],
  'other roles': [
    {
      account: 'brokeruser',
      addresses: [
        '/',
        '/schemes/{draftId}',
        '/own-risk-assessments',
        '/own-risk-assessments/{approvedAssessmentId}/approval',
        '/policies',
        '/policies/{policyId}',
        '/documents/{documentId}',
        '/documents/new',
        '/key-functions/{candidateId}',
        '/outsourcing/{arrangementId}',
        '/assistant/drafts/{workId}',
        '/users',
        '/audit',
      ],
    },
    {
      account: 'employeradmin',
      addresses: [
        '/',
        '/schemes',
        '/schemes/{schemeId}',
        '/members',
        '/members/{memberId}',
        '/users',
        '/users/new',
      ],
    },
    {
      account: 'employeruser',
      addresses: [
        '/',
        '/employers',
        '/schemes/{schemeId}/contributions',
        '/contributions/batches',
        '/contributions/{batchId}',
        '/contributions',
        '/contributions/upload',
        '/contributions/enter',
        '/own-risk-assessments',
        '/key-functions',
        '/schemes/{schemeId}/documents',
        '/documents',
        '/documents/{documentId}',
        '/documents/new',
      ],
    },
    {
      account: 'member',
      addresses: [
        '/',
        '/account',
        '/assistant',
        '/assistant/drafts',
        '/schemes',
        '/calendar',
        '/contributions/batches',
        '/documents',
        '/documents/{documentId}',
        '/documents/new',
      ],
    },
    {
      account: 'superadmin',
      addresses: [
        '/',
        '/firms',
        '/firms/new',
        '/firms/{firmId}',
        '/schemes',
        '/documents/new',
        '/audit',
        '/users',
        '/corpus',
        '/corpus/new',
        '/corpus/{sourceId}',
      ],
    },
  ],
} as const satisfies Record<string, readonly PagesOfAccount[]>

export type Area = keyof typeof STATED

/** Pages without a session have a journey of their own. */
const NOT_OPENED: readonly string[] = [
  ADDRESSES.signIn,
  ADDRESSES.forgotPassword,
  ADDRESSES.resetPassword,
  ADDRESSES.acceptInvitation,
  ADDRESSES.confirmEmail,
  ADDRESSES.secondStep,
  ADDRESSES.singleSignOnReturn,
]

function listOtherAddresses(): string[] {
  const stated = Object.values<readonly PagesOfAccount[]>(STATED)
    .flat()
    .flatMap(({ addresses }) => addresses.map((address) => address.replace(/[?#].*$/, '')))
  const isStated = (page: string): boolean => {
    const pattern = new RegExp(`^${page.replaceAll(/\$\w+/g, '(\\{\\w+\\}|\\d+)')}$`)
    return stated.some((address) => pattern.test(address))
  }
  return Object.values(ADDRESSES)
    .filter((page) => !isStated(page) && !NOT_OPENED.includes(page))
    .map((page) => page.replaceAll(/\$(\w+)/g, '{$1}'))
}

export const PAGES: Record<Area, readonly PagesOfAccount[]> = {
  ...STATED,
  'schemes, members and accounts': [
    ...STATED['schemes, members and accounts'],
    ...[{ account: 'brokeradmin' as const, addresses: listOtherAddresses() }].filter(
      ({ addresses }) => addresses.length > 0,
    ),
  ],
}

/** Fills the placeholders of an address with ids of the demo; throws if the demo has no such record. */
export function fillAddress(address: string, ids: RecordIds): string {
  return address.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (!id) throw new Error(`The demo has no record for ${address}`)
    return id
  })
}
