/** The records of the demo that the pages are opened with. */
import type { APIRequestContext } from 'playwright-core'
import { addDays } from '../../src/contract/civil-dates.ts'
import { CONTRACTS } from '../../src/contract/index.ts'
import { PAGES } from '../../src/contract/pages.ts'
import { buildWorkbook } from '../fixtures/uploads/workbook.ts'
import { buildSample, toDashes } from '../harness/samples.ts'
import { SAMPLE_LEGAL_SOURCES } from './sample-legal-source.ts'

/** An id for each placeholder of a page address; empty where the account can see no such record. */
export type RecordIds = Readonly<Record<string, string>>

type Row = Record<string, string | number | null>

async function list(client: APIRequestContext, path: string): Promise<Row[]> {
  const response = await client.get(path)
  return ((await response.json()) as { data?: Row[] }).data ?? []
}

const firstOf = async (client: APIRequestContext, path: string, field = 'id'): Promise<string> =>
  String((await list(client, path))[0]?.[field] ?? '')

/** Creates records that the demo does not have. */
export async function createMissingRecords(client: APIRequestContext, origin: string): Promise<void> {
  const { csrfToken } = (await (await client.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const schemeId = await firstOf(client, ACTIVE_SCHEME)
  const post = async (path: string, data: object): Promise<void> => {
    const response = await client.post(path, { headers: { 'x-csrf-token': csrfToken, origin }, data })
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  }
  await post('/api/ai/ask', { question: 'When does the keeper light the harbour lamp?' })
  await post('/api/ai/drafts', { schemeId, kind: 'RISK_MANAGEMENT_POLICY' })
  await post(`/api/schemes/${schemeId}/file-notes`, { text: 'Rang the trustees.' })
  await post(`/api/schemes/${schemeId}/compliance-statements`, { acsYear: 2025 })
  const inAMonth = addDays(new Date().toISOString().slice(0, 10), 30)
  await post('/api/grants', {
    capability: 'INSPECTOR',
    schemeId,
    personName: 'Inspector of the Authority',
    email: 'inspector@example.com',
    endsOn: inAMonth,
  })
  const subjectId = await firstOf(client, '/api/trustee-meetings?status=HELD&limit=1')
  await post('/api/trustee-reviews', { subjectKind: 'MINUTES', subjectId })
  await post('/api/api-keys', {
    name: 'Payroll program',
    operations: ['contribution.upload'],
    expiresOn: inAMonth,
  })
  // Unreachable on purpose: the page shows its attempts.
  await post('/api/webhooks', {
    name: 'Portal of the firm',
    url: 'http://127.0.0.1:9/events',
    eventTypes: ['breach.created'],
  })
  for (const { listPath, create } of LISTED_KINDS) {
    const sample = create && buildSample(create)
    if (!sample || (await firstOf(client, listPath(schemeId)))) continue
    const { id, ...body } = sample.sent({ scheme: schemeId } as never)
    await post(create.route.replace(/^POST /, '').replace('{id}', String(id)), body)
  }
  await importAnEmployer(client, { 'x-csrf-token': csrfToken, origin })
}

/** An import of schemes without a scheme: the other pages show what they showed before. */
async function importAnEmployer(client: APIRequestContext, headers: Record<string, string>): Promise<void> {
  const rows = [['employer'], ['Zymurgy Imports Ltd']]
  const response = await client.post('/api/scheme-imports', {
    headers,
    multipart: {
      dryRun: 'false',
      file: {
        name: 'Existing schemes.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(buildWorkbook({ sheets: [{ name: 'Employers', rows }] })),
      },
    },
  })
  if (!response.ok()) throw new Error(`Import: ${response.status()} ${await response.text()}`)
}

/** Kinds of records that pages name in their address and an operation lists: `$trusteeId` and `trustee.list`. */
const LISTED_KINDS = [
  ...new Set(Object.values(PAGES).flatMap((page) => page.match(/\$\w+(?=Id)/g) ?? [])),
].flatMap((parameter) => {
  const kind = parameter.slice(1)
  const find = (verb: string) => CONTRACTS.find(({ name }) => name === `${toDashes(kind)}.${verb}`)
  const list = find('list')
  if (!list || !/^GET \/api\/(?:schemes\/\{id\}\/)?[\w-]+$/.test(list.route)) return []
  const path = list.route.slice('GET '.length)
  return [
    {
      placeholder: `${kind}Id`,
      create: find('create'),
      listPath: (schemeId: string) => `${path.replace('{id}', schemeId)}?limit=1`,
    },
  ]
})

const ACTIVE_SCHEME = '/api/schemes?status=ACTIVE&limit=1'

export async function findDemoRecords(client: APIRequestContext): Promise<RecordIds> {
  const first = (path: string, field?: string): Promise<string> => firstOf(client, path, field)
  const schemeId = await first(ACTIVE_SCHEME)
  const drafting = '/api/own-risk-assessments?status=DRAFTING&limit=1'
  const [assessmentId, assessedSchemeId] = [await first(drafting), await first(drafting, 'schemeId')]
  const ofListedKinds = await Promise.all(
    LISTED_KINDS.map(async ({ placeholder, listPath }) => [placeholder, await first(listPath(schemeId))]),
  )
  return {
    ...Object.fromEntries(ofListedKinds),
    schemeId,
    waitingId: await first('/api/schemes?status=PENDING_APPROVAL&limit=1'),
    draftId: await first('/api/schemes?status=DRAFT&limit=1'),
    importId: await first('/api/scheme-imports?limit=1'),
    firmId: await first('/api/tenants?limit=1'),
    batchId: await first('/api/contributions?flag=OVERDUE&limit=1'),
    rejectedBatchId: await first('/api/contributions?status=REJECTED&limit=1'),
    breachId: await first('/api/breaches?open=true&category=DATA_PROTECTION&limit=1'),
    closedBreachId: await first('/api/breaches?status=CLOSED&limit=1'),
    statementId: schemeId && (await first(`/api/compliance-statements?schemeId=${schemeId}&limit=1`)),
    meetingId: await first('/api/trustee-meetings?status=PLANNED&limit=1'),
    heldMeetingId: await first('/api/trustee-meetings?status=HELD&limit=1'),
    // The one with two versions that were in force and one that is being prepared.
    policyId: String(
      (await list(client, '/api/policies?kind=RISK_MANAGEMENT')).find(
        ({ latestVersion }) => latestVersion === 3,
      )?.id ?? '',
    ),
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
    sourceId: String(
      (await list(client, '/api/ai/sources')).find(({ docId }) => docId === SAMPLE_LEGAL_SOURCES[0].docId)
        ?.id ?? '',
    ),
    workId: await first('/api/ai/drafts?status=DRAFT&limit=1'),
    noteId: schemeId && (await first(`/api/schemes/${schemeId}/file-notes?limit=1`)),
    answerId: await first('/api/ai/answers?limit=1'),
    providerId: await first('/api/service-providers?kind=RA&limit=1'),
  }
}
