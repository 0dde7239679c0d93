/** Every scheme of the demo: the list says what the compliance status says, and `explain` says it of the same facts in a file. */
import { beforeAll, expect, test } from 'vitest'
import { useService } from '../../../../../test/harness/service.ts'
import { seedDemo } from '../../../demo/seed.ts'
import { createPasswords } from '../../../platform/passwords.ts'
import { evaluateRules, formatExplanation } from './engine.ts'
import { readFactsFile } from './facts-file.ts'
import { loadRecords, type SchemeRecords, toFacts } from './scheme-records.ts'

const service = useService({ emptyDatabase: true })
const TODAY = '2026-11-21'

interface Listed extends Record<string, unknown> {
  schemeId: string
  key: string
  status: string
  dueOn: string | null
}
const records: SchemeRecords[] = []
let listed = new Map<string, Listed[]>()

beforeAll(async () => {
  const { app } = service()
  const { pipeline, runInBulk } = app
  const passwords = createPasswords(4)
  await seedDemo({ runInBulk, pipeline, passwords, password: 'a password of the demo', today: TODAY })
  const schemes = await service().asOwner<{ id: string; tenantId: string }>(
    'select id, tenant_id as "tenantId" from schemes order by id',
  )
  for (const [tenantId, own] of Map.groupBy(schemes, (scheme) => scheme.tenantId)) {
    const ids = own.map(({ id }) => id)
    records.push(
      ...(await pipeline.actIn(tenantId, 'test.parity', async (tx) => ({
        answer: await loadRecords(tx, tenantId, ids),
        changes: [],
      }))),
    )
  }
  const rows = await service().asOwner<Listed>(
    `select scheme_id as "schemeId", rule_id || ' ' || period_key as key, due_on::text as "dueOn",
       case when state = 'OPEN' then case when greatest(due_on, legal_end_on) < $1::date then 'OVERDUE'
         when due_on <= $1::date + soon_days then 'DUE_SOON' else 'UPCOMING' end
       when state = 'DONE' and completed_on > greatest(due_on, legal_end_on) then 'DONE_LATE' else state end as status
     from obligations`,
    [TODAY],
  )
  listed = Map.groupBy(rows, ({ schemeId }) => schemeId)
}, 120_000)

const isClosed = (status: string): boolean => /^(DONE|DONE_LATE|WAIVED|NOT_APPLICABLE)$/.test(status)

test('the list has each open obligation of the compliance status, with the same status and date, and no other', () => {
  expect(records.length).toBeGreaterThan(8)
  for (const record of records) {
    const decided = evaluateRules(toFacts(record), TODAY)
      .filter(({ periodKey, status }) => periodKey !== null && !isClosed(status))
      .map(({ rule, periodKey, status, dueOn }) => `${rule.id} ${periodKey} ${status} ${dueOn}`)
    const open = (listed.get(record.scheme.id) ?? [])
      .filter(({ status }) => !isClosed(status))
      .map(({ key, status, dueOn }) => `${key} ${status} ${dueOn}`)
    expect(open.sort(), record.scheme.id).toEqual(decided.sort())
  }
  expect([...listed.values()].flat().some(({ status }) => status === 'TO_CONFIRM')).toBe(true)
  expect([...listed.values()].flat().some(({ status }) => status === 'OVERDUE')).toBe(true)
})

/** The records of a scheme with the field names of a facts file (docs/facts.md). */
const toFile = ({ scheme, tenant, ...records }: SchemeRecords) => {
  const { contributionBasis: basis, memberCounts, memberCountHistory, schemeYearEnds, ...fields } = scheme
  const toCount = ({ asOfOn, ...count }: NonNullable<typeof memberCounts>) => ({ ...count, at: asOfOn })
  return {
    ...fields,
    schemeYearEnds,
    contributionBasis: basis && {
      eeRate: basis.employeeRatePercent,
      erRate: basis.employerRatePercent,
      avcAllowed: basis.additionalVoluntaryAllowed,
      effectiveFrom: basis.effectiveFrom,
    },
    counts: memberCounts && toCount(memberCounts),
    memberCountHistory: memberCountHistory.map(toCount),
    prsaAccess: {
      provider: records.employer?.prsaProvider,
      designatedOn: records.employer?.prsaDesignatedOn,
      notifiedOn: records.employer?.prsaNotifiedOn,
    },
    trackedSince: records.trackedSince,
    participations: records.participation.map(({ fromOn, untilOn, ...participation }) => ({
      ...participation,
      participationDate: fromOn,
      cessationDate: untilOn,
    })),
    members: records.member.map(
      ({ joinedSchemeOn, leftServiceOn, retiredOn, normalRetirementOn, ...member }) => ({
        ...member,
        joinedScheme: joinedSchemeOn,
        leftService: leftServiceOn,
        retirementDate: retiredOn,
        normalRetirementDate: normalRetirementOn,
      }),
    ),
    trustees: records.trustee.map((trustee) => ({
      ...trustee,
      training: records.trusteeTraining.filter(
        ({ trusteeId, status }) => trusteeId === trustee.id && status === 'RECORDED',
      ),
    })),
    keyFunctionHolders: records.keyFunctionHolder.map(
      ({ termEndsOn, assessedOn, nextReviewOn, reportedOn, ...holder }) => ({
        ...holder,
        termEnd: termEndsOn,
        fitProper: { assessedOn, nextReviewOn },
        reports: reportedOn,
      }),
    ),
    outsourcingArrangements: records.outsourcingArrangement,
    ownRiskAssessments: records.ownRiskAssessment.map(({ triggerEventId, asOfOn, ...assessment }) => ({
      ...assessment,
      triggerEvent: triggerEventId,
      asOfDate: asOfOn,
    })),
    writtenPolicies: records.writtenPolicy,
    events: records.schemeEvent,
    breaches: records.breach,
    documents: records.document.map(({ periodEndOn, ...document }) => ({
      ...document,
      periodEnd: periodEndOn,
    })),
    contributions: records.contribution.map(({ eeCents, avcCents, totalCents, ...batch }) => ({
      ...batch,
      eeCents,
      avcCents,
      erCents: totalCents - eeCents - avcCents,
      receivedDate: batch.firstReceivedOn,
      eeReceivedDate: batch.deductionsReceivedOn,
      erReceivedDate: batch.employerReceivedOn,
      investedDate: batch.investedOn,
    })),
    meetings: records.trusteeMeeting.flatMap(({ heldOn }) => heldOn ?? []),
    completions: records.obligation.filter(({ isByHand, confirmation }) => isByHand || confirmation),
    settings: {
      ...tenant.settings,
      raRegistrationExpires: tenant.registeredAdministratorExpiresOn,
    },
  }
}

test('a file of the same facts gives the same obligations', () => {
  for (const record of records) {
    const { facts } = readFactsFile(JSON.parse(JSON.stringify(toFile(record))))
    const shown = (given: typeof facts) =>
      evaluateRules(given, TODAY)
        .map(formatExplanation)
        .map(({ ruleId, periodKey, status, dueOn, completedOn }) =>
          [ruleId, periodKey, status, dueOn, completedOn].join(' '),
        )
        .sort()
    expect(shown(facts), record.scheme.id).toEqual(shown(toFacts(record)))
  }
})
