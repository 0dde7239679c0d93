/** Obligations of restricted breaches: complete for readers who may see the breach, and absent everywhere for all others. */
import { expect, test } from 'vitest'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  type Firm,
} from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { assessBreach, createBreach, reportBreach } from '../../../../contract/breaches.ts'
import { createFeed } from '../../../../contract/calendar-feeds.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import {
  completeObligation,
  confirmObligations,
  getObligation,
  getStanding,
  listObligations,
  waiveObligation,
} from '../../../../contract/obligations.ts'
import { getSupervisoryPack } from '../../../../contract/reports.ts'
import { createSchemeEvent } from '../../../../contract/scheme-events.ts'
import { planDigests } from '../reminders/index.ts'
import { calculateComplianceStatus } from './compliance-status.ts'
import { followSchemes } from './daily.ts'
import { loadSchemeRecordsAsAt } from './scheme-records.ts'

// The clock of the tests stands at noon of 21 November 2026.
const service = useService()
const IORP = { type: 'DC', wentLiveOn: '2022-01-01', schemeYearEnd: { month: 12, day: 31 } } as const
const RULES = ['BRE-01', 'GDP-01']

const suspect = (person: Caller, schemeId: string) =>
  Promise.all([
    person.call(createBreach, {
      schemeId,
      category: 'MISAPPROPRIATION_SUSPECTED',
      title: 'Money that did not arrive',
      occurredOn: '2026-11-20',
      awareAt: '2026-11-20T10:00:00.000Z',
    }),
    person.call(createBreach, {
      schemeId,
      category: 'DATA_PROTECTION',
      title: 'A file taken home',
      occurredOn: '2026-11-20',
      awareAt: '2026-11-20T10:00:00.000Z',
      isRestricted: true,
    }),
  ])
const ofBreaches = async (person: Caller, schemeId: string) =>
  (await person.call(listObligations, { schemeId, limit: 200 } as never)).data.filter(({ ruleId }) =>
    RULES.includes(ruleId),
  )
const follow = (firm: Firm, today: string) =>
  service().app.pipeline.actIn(firm.id, 'job.obligations', async (tx) => {
    const { changes } = await followSchemes(tx, firm.id, today)
    return { answer: null, changes }
  })

/** Everything of the calendar that a person can read of a scheme. */
async function read(person: Caller, schemeId: string) {
  const { url } = await person.call(createFeed, {})
  const feed = await createAnonymousCaller(service()).request({
    method: 'GET',
    url: url.slice(new URL(url).origin.length),
  })
  const { duties, portfolio } = await person.call(getDashboard, {})
  const pack = await person.request({
    method: 'GET',
    url: getSupervisoryPack.route.slice('GET '.length).replace('{id}', schemeId),
  })
  return {
    list: (await person.call(listObligations, { schemeId, limit: 200 } as never)).data.map(
      ({ ruleId, periodKey, status }) => [ruleId, periodKey, status].join(' '),
    ),
    duties,
    portfolio,
    standing: await person.call(getStanding, { id: schemeId }),
    feed: feed.text.split('\r\n').filter((line) => /^(UID|SUMMARY)/.test(line)),
    pack: pack.text,
  }
}

test('administrators and the author of the entry see its obligations with their deadlines', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const [{ id: suspicion }, { id: leak }] = await suspect(firm.broker, schemeId)
  for (const person of [firm.broker, firm.admin, firm.secondAdmin]) {
    expect(
      (await ofBreaches(person, schemeId)).toSorted((a, b) => a.ruleId.localeCompare(b.ruleId)),
    ).toMatchObject([
      {
        ruleId: 'BRE-01',
        dueOn: '2026-11-23',
        isRestricted: true,
        subject: { kind: 'breach', id: suspicion },
      },
      { ruleId: 'GDP-01', dueAt: '2026-11-23T10:00:00.000Z', isRestricted: true, subject: { id: leak } },
    ])
    const { decisions, score } = await person.call(getStanding, { id: schemeId })
    expect(decisions.filter(({ isRestricted }) => isRestricted).map(({ ruleId }) => ruleId)).toEqual(RULES)
    expect(score.reasons.filter(({ ruleId }) => RULES.includes(ruleId ?? ''))).toEqual([])
  }
  const decision = {
    severity: 'CRITICAL',
    reportability: 'COMPULSORY_S83',
    reason: 'The account is short',
  } as const
  await firm.admin.call(assessBreach, { id: suspicion, ...decision })
  await firm.admin.call(reportBreach, { id: suspicion, reportReference: 'PA-1' })
  expect(await ofBreaches(firm.broker, schemeId)).toContainEqual(
    expect.objectContaining({ ruleId: 'BRE-01', status: 'DONE', completedOn: '2026-11-21' }),
  )
})

test('other users see no difference in list, counts, compliance status, feed and file', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const colleague = await firm.hires('BrokerUser')
  const before = await read(colleague, schemeId)
  await suspect(firm.admin, schemeId)
  expect(await read(colleague, schemeId)).toEqual(before)
  expect(await read(firm.broker, schemeId)).toMatchObject({ list: before.list, duties: before.duties })
  const own = await read(firm.admin, schemeId)
  expect(own.list).toHaveLength(before.list.length + 2)
  expect(own.duties?.dueIn30Days).toBe((before.duties?.dueIn30Days ?? 0) + 2)
  expect(own.portfolio).toEqual(before.portfolio)
  expect(own.feed).toHaveLength(before.feed.length + 4)

  const [hidden] = await ofBreaches(firm.admin, schemeId)
  if (!hidden) throw new Error('No obligation')
  const refused = { status: 403, body: { error: 'Insufficient role' } }
  expect(await colleague.send(getObligation, { id: hidden.id })).toMatchObject(refused)
  expect(await colleague.send(completeObligation, { id: hidden.id, note: 'Done' })).toMatchObject(refused)
  expect(await colleague.send(waiveObligation, { id: hidden.id, reason: 'Not done' })).toMatchObject(refused)
  expect(await colleague.send(confirmObligations, { ids: [hidden.id], answer: 'NOT_DONE' })).toMatchObject(
    refused,
  )
  // A command of a person who does not see them neither closes nor doubles them.
  await colleague.call(createSchemeEvent, {
    id: schemeId,
    kind: 'OTHER_RISK_CHANGE',
    title: 'A new risk',
    occurredOn: '2026-11-20',
  })
  await follow(firm, '2026-11-21')
  expect((await ofBreaches(firm.admin, schemeId)).map(({ id }) => id)).toContain(hidden.id)
  expect(await ofBreaches(firm.admin, schemeId)).toHaveLength(2)
})

test('a past day is shown without restricted breaches, and stored snapshots do not depend on them', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const colleague = await firm.hires('BrokerUser')
  await follow(firm, '2026-11-21')
  const snapshot = () =>
    service().asOwner(
      'select rating, overdue, due_soon, digest from compliance_snapshots where scheme_id = $1',
      [schemeId],
    )
  const decided = () =>
    service().asOwner(
      'select rule_id, applies, reason from rule_decisions where scheme_id = $1 order by id',
      [schemeId],
    )
  const standing = await colleague.call(getStanding, { id: schemeId })
  const [kept, applied] = [await snapshot(), await decided()]
  await suspect(firm.admin, schemeId)
  await follow(firm, '2026-11-21')
  expect(await snapshot()).toEqual(kept)
  expect(await decided()).toEqual(applied)
  const standingAsAtNow = (person: Caller, role: 'BrokerUser' | 'BrokerAdmin') =>
    service().app.pipeline.actAs(
      { id: person.id, role, tenantId: firm.id, employerId: null, memberId: null },
      'test.as-at',
      async (tx) => {
        const records = await loadSchemeRecordsAsAt(tx, schemeId, new Date(Date.now() + 1000))
        return { answer: records && calculateComplianceStatus(records, '2026-11-21'), changes: [] }
      },
    )
  expect(await standingAsAtNow(colleague, 'BrokerUser')).toEqual(standing)
  const visible = await standingAsAtNow(firm.admin, 'BrokerAdmin')
  expect(visible?.decisions.filter(({ isRestricted }) => isRestricted)).toHaveLength(2)
  expect(visible?.score).toEqual(standing.score)
})

test('a digest mentions restricted breaches only to users who may see them', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const colleague = await firm.hires('BrokerUser')
  const digests = () =>
    service().app.pipeline.actIn(firm.id, 'job.reminders', async (tx) => ({
      answer: await planDigests(tx, firm.id, '2026-11-22', 'https://pensions.example.com', new Set()),
      changes: [],
    }))
  await digests()
  const itemsOf = async ({ id }: Caller) =>
    (
      await service().asOwner<{ items: string[] }>('select items from sent_reminders where user_id = $1', [
        id,
      ])
    ).flatMap(({ items }) => items)
  const before = await itemsOf(colleague)
  await service().asOwner('delete from sent_reminders where tenant_id = $1', [firm.id])
  await suspect(firm.broker, schemeId)
  await digests()
  expect(await itemsOf(colleague)).toEqual(before)
  expect(await itemsOf(firm.admin)).toHaveLength(before.length + 2)
  expect(await itemsOf(firm.broker)).toHaveLength(before.length + 2)
})
