/** Every page of the application, by the accounts that open it. */
import type { Page } from 'playwright-core'
import { LAMPS } from './lamps.ts'
import type { Account } from './people.ts'

/** What stands where: the address of the first scheme, member … that the person can see. */
/** The text that the journeys bring in themselves. */
async function lamps(page: Page): Promise<string> {
  const answer = await page.request.get('/api/ai/sources')
  const { data = [] } = (await answer.json()) as { data?: { id: string; docId: string }[] }
  return data.find(({ docId }) => docId === LAMPS[0].docId)?.id ?? ''
}

/** What the demo firm has none of yet is made. */
async function made(page: Page, path: string, data: object): Promise<string> {
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await page.request.post(path, {
    headers: { 'x-csrf-token': csrfToken, origin: new URL(page.url()).origin },
    data,
  })
  return answer.ok() ? ((await answer.json()) as { id: string }).id : ''
}
const asked = (page: Page): Promise<string> =>
  made(page, '/api/ai/ask', { question: 'When does the keeper light the harbour lamp?' })
const noted = (page: Page, schemeId: string): Promise<string> =>
  made(page, `/api/schemes/${schemeId}/file-notes`, { text: 'Rang the trustees.' })
const aDraft = (page: Page, schemeId: string): Promise<string> =>
  made(page, '/api/ai/drafts', { schemeId, kind: 'RISK_MANAGEMENT_POLICY' })

export async function idsOf(page: Page): Promise<Record<string, string>> {
  const listed = async (path: string): Promise<Record<string, string | number | null>[]> => {
    const answer = await page.request.get(path)
    return ((await answer.json()) as { data?: Record<string, string>[] }).data ?? []
  }
  const first = async (path: string, field = 'id'): Promise<string> =>
    String((await listed(path))[0]?.[field] ?? '')
  const schemeId = await first('/api/schemes?status=ACTIVE&limit=1')
  const drafted = '/api/own-risk-assessments?status=DRAFTING&limit=1'
  const [assessmentId, assessedSchemeId] = [await first(drafted), await first(drafted, 'schemeId')]
  return {
    schemeId,
    waitingId: await first('/api/schemes?status=PENDING_APPROVAL&limit=1'),
    draftId: await first('/api/schemes?status=DRAFT&limit=1'),
    employerId: await first('/api/employers?limit=1'),
    memberId: await first('/api/members?limit=1'),
    userId: await first('/api/users?limit=1'),
    trusteeId: schemeId && (await first(`/api/schemes/${schemeId}/trustees?limit=1`)),
    firmId: await first('/api/tenants?limit=1'),
    batchId: await first('/api/contributions?flag=OVERDUE&limit=1'),
    rejectedBatchId: await first('/api/contributions?status=REJECTED&limit=1'),
    breachId: await first('/api/breaches?open=true&limit=1'),
    closedBreachId: await first('/api/breaches?status=CLOSED&limit=1'),
    meetingId: await first('/api/trustee-meetings?status=PLANNED&limit=1'),
    heldMeetingId: await first('/api/trustee-meetings?status=HELD&limit=1'),
    // The demonstration's, with two versions that were in force and one on its way; other journeys begin others.
    policyId: String(
      (await listed('/api/policies?kind=RISK_MANAGEMENT')).find(({ latestVersion }) => latestVersion === 3)
        ?.id ?? '',
    ),
    documentId: await first('/api/documents?limit=1'),
    assessmentId,
    assessedSchemeId,
    riskItemId: assessmentId && (await first(`/api/own-risk-assessments/${assessmentId}/risk-items?limit=1`)),
    eventId: assessedSchemeId && (await first(`/api/schemes/${assessedSchemeId}/events?limit=1`)),
    approvedAssessmentId: await first('/api/own-risk-assessments?status=APPROVED&limit=1'),
    obligationId: await first('/api/obligations?isOpen=true&limit=1'),
    supersededId: await first('/api/documents?status=SUPERSEDED&limit=1'),
    holderId: await first('/api/key-function-holders?status=APPOINTED&limit=1'),
    candidateId: await first('/api/key-function-holders?status=FIT_PROPER_OK&limit=1'),
    arrangementId: await first('/api/outsourcing-arrangements?activity=RA&limit=1'),
    plannedArrangementId: await first('/api/outsourcing-arrangements?status=PLANNED&limit=1'),
    sourceId: await lamps(page),
    workId: (await first('/api/ai/drafts?status=DRAFT&limit=1')) || (await aDraft(page, schemeId)),
    noteId:
      schemeId &&
      ((await first(`/api/schemes/${schemeId}/file-notes?limit=1`)) || (await noted(page, schemeId))),
    answerId: (await first('/api/ai/answers?limit=1')) || (await asked(page)),
    providerId: await first('/api/service-providers?kind=RA&limit=1'),
  }
}

const SCHEME = [
  '/schemes/{schemeId}',
  '/schemes/{waitingId}',
  '/schemes/{draftId}',
  '/schemes/{schemeId}/trustees',
  '/schemes/{schemeId}/members',
]
export const PAGES: readonly [account: Account, pages: readonly string[]][] = [
  [
    'brokeradmin',
    [
      '/',
      '/schemes',
      '/schemes?q=nothing+of+that+name',
      ...SCHEME,
      '/schemes/{schemeId}/file-notes',
      '/schemes/{schemeId}/history',
      '/schemes/{schemeId}/edit',
      '/schemes/new',
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
      '/members/import',
      '/contributions/upload',
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
      '/schemes/{schemeId}/obligations',
      '/schemes/{schemeId}/obligations?on=2020-01-31',
      '/schemes?rating=RED',
      '/calendar',
      '/calendar?status=OVERDUE',
      '/calendar/month',
      '/calendar/all',
      '/calendar/{obligationId}',
      '/schemes/{schemeId}/documents',
      '/documents',
      '/documents?kind=PAO',
      '/changed-law',
      '/changed-law/closed',
      '/file-notes/{noteId}',
      '/documents/{documentId}',
      '/documents/{documentId}/edit',
      '/documents/{supersededId}',
      '/documents/new',
      '/schemes/{schemeId}/contributions',
      '/contributions',
      '/contributions?schemeId=sdoesnotexist',
      '/contributions/batches',
      '/contributions/batches?status=VALIDATED',
      '/contributions/{batchId}',
      '/contributions/{rejectedBatchId}',
      '/breaches',
      '/breaches?severity=LOW&status=REPORTED',
      '/breaches/new',
      '/breaches/{breachId}',
      '/breaches/{breachId}/edit',
      '/breaches/{closedBreachId}',
      '/schemes/{schemeId}/register',
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
      '/users',
      '/users/{userId}',
      '/users/new',
      '/audit',
      '/settings',
      '/account',
      '/firms',
      '/no/such/page',
    ],
  ],
  [
    'brokeruser',
    [
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
  ],
  [
    'employeradmin',
    ['/', '/schemes', '/schemes/{schemeId}', '/members', '/members/{memberId}', '/users', '/users/new'],
  ],
  [
    'employeruser',
    [
      '/',
      '/employers',
      '/schemes/{schemeId}/contributions',
      '/contributions/batches',
      '/contributions/{batchId}',
      '/contributions',
      '/contributions/upload',
      '/own-risk-assessments',
      '/key-functions',
      '/schemes/{schemeId}/documents',
      '/documents',
      '/documents/{documentId}',
      '/documents/new',
    ],
  ],
  [
    'member',
    [
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
  ],
  [
    'superadmin',
    [
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
  ],
]

/** An address of the table with the ids of the demo; what the demo has nothing for is a mistake of the table. */
export function addressAt(page: string, ids: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (!id) throw new Error(`The demo has nothing for ${page}`)
    return id
  })
}
