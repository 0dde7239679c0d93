/** Every scheme of the demo: the list says what the compliance status says, and `explain` says it of the same facts in a file. */
import { beforeAll, expect, test } from 'vitest'
import { useService } from '../../../../../test/harness/service.ts'
import { seedDemo } from '../../../demo/seed.ts'
import { createPasswords } from '../../../platform/passwords.ts'
import { evaluateRules, formatExplanation } from './engine.ts'
import { readFactsFile } from './facts-file.ts'
import { loadSchemeRecords, type SchemeRecords, toFacts } from './scheme-records.ts'

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
  await seedDemo({
    runInBulk,
    pipeline,
    passwords,
    password: 'a password of the demo',
    removeFilesOf: async () => {},
    today: TODAY,
  })
  const schemes = await service().asOwner<{ id: string; tenantId: string }>(
    'select id, tenant_id as "tenantId" from schemes order by id',
  )
  for (const [tenantId, own] of Map.groupBy(schemes, (scheme) => scheme.tenantId)) {
    const ids = own.map(({ id }) => id)
    records.push(
      ...(await pipeline.actIn(tenantId, 'test.parity', async (tx) => ({
        answer: await loadSchemeRecords(tx, tenantId, ids),
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

/** The records of a scheme as a person would put them into a file. */
const fileOf = ({ scheme, tenant, ...records }: SchemeRecords) => ({
  ...scheme,
  employer: records.employer,
  trackedSince: records.trackedSince,
  members: records.member.map((member) => ({
    ...member,
    ...records.prsaMember.find(({ memberId }) => memberId === member.id),
  })),
  trustees: records.trustee,
  trusteeTrainings: records.trusteeTraining,
  keyFunctionHolders: records.keyFunctionHolder,
  outsourcing: records.outsourcingArrangement,
  ownRiskAssessments: records.ownRiskAssessment,
  writtenPolicies: records.writtenPolicy,
  events: records.schemeEvent,
  breaches: records.breach,
  documents: records.document,
  contributions: records.contribution,
  meetings: records.trusteeMeeting,
  annualComplianceStatements: records.complianceStatement,
  completions: records.obligation,
  settings: tenant.settings,
  administratorRegistrationEndsOn: tenant.registeredAdministratorExpiresOn,
})

test('a file of the same facts gives the same obligations', () => {
  for (const record of records) {
    const { facts } = readFactsFile(JSON.parse(JSON.stringify(fileOf(record))))
    const shown = (given: typeof facts) =>
      evaluateRules(given, TODAY)
        .map(formatExplanation)
        .map(({ ruleId, periodKey, status, dueOn, completedOn, facts }) =>
          [
            ruleId,
            periodKey,
            status,
            dueOn,
            completedOn,
            ...(ruleId === 'TAX-02' ? [JSON.stringify(facts)] : []),
          ].join(' '),
        )
        .sort()
    expect(shown(facts), record.scheme.id).toEqual(shown(toFacts(record)))
  }
})
