/** Records based on changed legal text are reviewed once, by the firm that owns them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createAnonymousCaller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { askAssistant } from '../../../../contract/assistant.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { ingestCorpus } from '../../../../contract/corpus.ts'
import {
  type CorpusReview,
  closeCorpusReview,
  getCorpusReview,
  listCorpusReviews,
} from '../../../../contract/corpus-reviews.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { createDraft } from '../../../../contract/drafts.ts'
import { createFileNote } from '../../../../contract/file-notes.ts'
import { createPolicy } from '../../../../contract/policies.ts'

const service = useService({ emptyDatabase: true })

const article = (number: number, heading: string, ...paragraphs: string[]): string =>
  `## Article ${number} — ${heading}\n\n${paragraphs.map((words, index) => `${index + 1}. ${words}`).join('\n\n')}\n`
const REMUNERATION = article(
  23,
  'Remuneration policy',
  'Institutions shall establish and apply a sound remuneration policy.',
)
const RISK = article(
  25,
  'Risk management',
  'Institutions shall have in place an effective risk-management function.',
  'The risk-management system shall cover underwriting and reserving.',
)
const ASSESSMENT = article(
  28,
  'Own-risk assessment',
  'Institutions shall carry out their own-risk assessment at least every three years.',
)

const ingest = (versionDate: string, ...articles: string[]) =>
  createAnonymousCaller(service()).send(
    ingestCorpus,
    {
      documents: [
        {
          docId: 'EU-32016L2341',
          title: 'Directive (EU) 2016/2341 (IORP II)',
          kind: 'EU_DIRECTIVE',
          text: articles.join('\n'),
          versionDate,
        },
      ],
    },
    { headers: { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` } },
  )
const runJob = async (): Promise<Record<string, number>> => {
  const { body, status } = await createAnonymousCaller(service()).request({
    method: 'POST',
    url: '/api/cron/obligations',
    headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
  })
  expect(status).toBe(200)
  return (body as { did: Record<string, number> }).did
}
const reviewsOf = async (firm: Firm): Promise<CorpusReview[]> =>
  (await firm.broker.call(listCorpusReviews, { limit: 200 })).data
const summarise = (reviews: readonly CorpusReview[]): string[] =>
  reviews.map(({ what, citation, kind, label }) => `${what} ${citation}: ${kind} ${label}`).sort()

let firm: Firm
let other: Firm
let schemeId: string
let policyId: string
let noteId: string
let draftId: string
beforeAll(async () => {
  await ingest('2024-01-09', REMUNERATION, RISK, ASSESSMENT)
  ;[firm, other] = [await createFirm(service()), await createFirm(service())]
  const scheme = await firm.hasActiveScheme({
    type: 'DC',
    wentLiveOn: '2015-03-01',
    schemeYearEnd: { month: 12, day: 31 },
    memberCounts: { active: 40, deferred: 10, pensioner: 0, asOfOn: '2026-01-01' },
  })
  schemeId = scheme.id
  await firm.broker.call(createPolicy, { schemeId, kind: 'REMUNERATION', content: 'We pay soundly.' })
  policyId = (
    await firm.broker.call(createPolicy, { schemeId, kind: 'RISK_MANAGEMENT', content: 'We manage risks.' })
  ).id
  const { id: answerId } = await firm.broker.call(askAssistant, {
    question: 'What shall the risk-management system cover?',
  })
  draftId = (await firm.broker.call(createDraft, { schemeId, kind: 'RISK_MANAGEMENT_POLICY' })).id
  noteId = (await firm.broker.call(createFileNote, { id: schemeId, answerId })).id
})

test('no review is open while no text has changed', async () => {
  expect((await runJob()).reviewsOpened).toBe(0)
  expect(await reviewsOf(firm)).toEqual([])
  expect((await firm.broker.call(getDashboard, {})).corpusReviewsOpen).toBe(0)
})

describe('when a text changes', () => {
  beforeAll(async () => {
    await ingest(
      '2026-11-01',
      // Changed heading, unchanged text.
      REMUNERATION.replace('Remuneration policy', 'Pay'),
      RISK.replace('underwriting and reserving', 'underwriting, reserving and liquidity'),
    )
  })

  test('one review is opened for each record that cites the article, and none for records that cite others', async () => {
    const { reviewsOpened } = await runJob()
    const reviews = await reviewsOf(firm)
    expect(reviewsOpened).toBe(reviews.length)
    expect(summarise(reviews).filter((line) => line.startsWith('CHANGED'))).toEqual([
      'CHANGED Article 25: DRAFT Risk management policy',
      'CHANGED Article 25: FILE_NOTE What shall the risk-management system cover?',
      'CHANGED Article 25: POLICY Risk management policy',
    ])
    expect(summarise(reviews)).toContainEqual(expect.stringMatching(/^REMOVED Article 28: OBLIGATION /))
    expect(summarise(reviews).join('\n')).not.toContain('Article 23')
    expect(reviews.find(({ kind }) => kind === 'POLICY')).toMatchObject({
      tenantId: firm.id,
      schemeId,
      recordId: policyId,
      docId: 'EU-32016L2341',
      place: 'ARTICLE 25',
      versionBeforeOn: '2024-01-09',
      versionOn: '2026-11-01',
      status: 'OPEN',
      version: 1,
    })
    expect(reviews.find(({ kind }) => kind === 'FILE_NOTE')?.recordId).toBe(noteId)
    expect(reviews.find(({ kind }) => kind === 'DRAFT')?.recordId).toBe(draftId)
    expect((await runJob()).reviewsOpened).toBe(0)
    expect(await reviewsOf(firm)).toHaveLength(reviews.length)
    expect((await firm.broker.call(getDashboard, {})).corpusReviewsOpen).toBe(reviews.length)
  })

  test("the firm's audit log has the review, by the system and without the name of the record", async () => {
    const [review] = await reviewsOf(firm)
    const { data } = await firm.admin.call(listAuditEntries, { entityId: review?.id ?? '' })
    expect(data).toMatchObject([
      { action: 'corpus-review.open', actorId: 'system', previousState: null, newState: { status: 'OPEN' } },
    ])
    expect(JSON.stringify(data)).not.toContain('risk-management system cover')
  })

  test('the old and new text of that article only can be compared', async () => {
    const reviews = await reviewsOf(firm)
    const changed = reviews.find(({ kind }) => kind === 'POLICY')
    const { passages } = await firm.broker.call(getCorpusReview, { id: changed?.id ?? '' })
    expect(passages).toMatchObject([
      {
        what: 'CHANGED',
        citation: 'Article 25',
        before: expect.stringContaining('underwriting and reserving'),
        after: expect.stringContaining('underwriting, reserving and liquidity'),
      },
    ])
    const removed = reviews.find(({ what }) => what === 'REMOVED')
    const gone = await firm.broker.call(getCorpusReview, { id: removed?.id ?? '' })
    expect(gone.passages).toMatchObject([
      { what: 'REMOVED', before: expect.stringContaining('every three years'), after: null },
    ])
  })

  test('a record created from the new text needs no review', async () => {
    const scheme = await other.hasScheme({ type: 'DC' })
    await other.broker.call(createPolicy, {
      schemeId: scheme.id,
      kind: 'RISK_MANAGEMENT',
      content: 'We manage risks.',
    })
    await runJob()
    expect(await reviewsOf(other)).toEqual([])
  })

  test('a user closes a review with its outcome, once', async () => {
    const open = (await firm.broker.call(listCorpusReviews, { status: 'OPEN', schemeId, limit: 200 })).data
    const { id } = open.find(({ kind }) => kind === 'POLICY') as CorpusReview
    const closed = await firm.broker.call(closeCorpusReview, {
      id,
      outcome: 'DONE',
      note: 'Liquidity is covered by section 4 now',
    })
    expect(closed).toMatchObject({
      status: 'DONE',
      closedById: firm.broker.id,
      note: 'Liquidity is covered by section 4 now',
      closedAt: expect.stringMatching(/Z$/),
    })
    const again = await firm.broker.send(closeCorpusReview, { id, outcome: 'NOT_AFFECTED' })
    expect(again).toMatchObject({ status: 409, body: { details: { code: 'ILLEGAL_TRANSITION' } } })
    const left = await firm.broker.call(listCorpusReviews, { status: 'OPEN', limit: 200 })
    expect(left.data.map((one) => one.id)).not.toContain(id)
    expect((await runJob()).reviewsOpened).toBe(0)
  })

  test('the next change of the same article opens another review', async () => {
    await ingest('2026-11-15', REMUNERATION, RISK.replace('underwriting and reserving', 'operational risk'))
    await runJob()
    const open = await firm.broker.call(listCorpusReviews, { status: 'OPEN', kind: 'POLICY' })
    expect(open.data).toMatchObject([
      { recordId: policyId, versionBeforeOn: '2026-11-01', versionOn: '2026-11-15' },
    ])
  })
})
