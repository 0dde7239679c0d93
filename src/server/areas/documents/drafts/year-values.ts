/** Entries of the registers and the calendar of one year, by subject of the annual compliance statement. */

import { sql } from 'kysely'
import type { KeyFunction } from '../../../../contract/key-function-holders.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { formatCount, formatLongDate } from '../../../../contract/value-format.ts'
import type { Tx } from '../../../platform/database.ts'
import {
  formatReport,
  joinParts,
  loadAssessmentItems,
  loadBreachItems,
  loadFunctionReports,
  loadLateInvestmentItems,
  loadLateMonthItems,
  loadMeetingItems,
  type Period,
  toList,
} from './register-values.ts'

/** Rules whose obligations of the year are shown with each subject. */
const RULES = {
  trustees: ['GOV-09', 'GOV-10', 'GOV-11', 'GOV-12', 'GOV-13'],
  fitAndProper: ['GOV-16', 'KFH-05'],
  risk: ['GOV-01', 'GOV-02', 'KFH-01'],
  audit: ['KFH-01', 'KFH-04'],
  outsourcing: ['KFH-02', 'KFH-03'],
  data: ['PBS-01', 'DIS-01', 'DIS-03', 'DIS-04', 'DIS-05', 'GDP-01', 'GDP-02'],
  investment: ['GOV-07', 'GOV-08', 'CON-01', 'CON-02', 'CON-04'],
  policies: ['GOV-03', 'GOV-04', 'GOV-05', 'GOV-06'],
} as const
type Subject = keyof typeof RULES

interface Year extends Period {
  year: number
  first: string
  last: string
}

/** The registers answer no question by themselves: each value lists facts, and the trustees answer. */
export async function loadYearValues(
  tx: Tx,
  { id: schemeId, wentLiveOn, establishedOn }: Pick<Scheme, 'id' | 'wentLiveOn' | 'establishedOn'>,
  year: number,
  today: string,
) {
  const began = wentLiveOn ?? establishedOn
  const of: Year = {
    schemeId,
    year,
    // A scheme that began in the year is asked from its first day.
    first: began?.startsWith(`${year}-`) ? began : `${year}-01-01`,
    last: `${year}-12-31`,
    since: `${year - 1}-12-31`,
    until: `${year}-12-31`,
  }
  const facts: Record<Subject, string[]> = {
    trustees: [
      ...(await countTrustees(tx, of)),
      ...withCount('Meetings held', await loadMeetingItems(tx, of)),
      ...withCount('Trainings recorded', await loadTrainingItems(tx, of)),
    ],
    fitAndProper: await loadAppointmentItems(tx, of),
    risk: [
      ...(await loadHolderItems(tx, of, 'RISK_MANAGEMENT')),
      `Latest approved own-risk assessment: ${
        (await loadAssessmentItems(tx, { ...of, since: '0001-01-01' })).at(-1) ?? 'none'
      }`,
    ],
    audit: await loadHolderItems(tx, of, 'INTERNAL_AUDIT'),
    outsourcing: await countArrangements(tx, of),
    data: [],
    investment: [
      ...(await loadStatementItems(tx, of)),
      ...withCount('Payroll months received late', await loadLateMonthItems(tx, of)),
      ...withCount('Payroll months invested late', await loadLateInvestmentItems(tx, of)),
    ],
    policies: [
      ...(await countPolicies(tx, of)),
      ...withCount('Breaches detected', await loadBreachItems(tx, of)),
    ],
  }
  const calendar = await loadCalendar(tx, of, today)
  const values: Record<string, string | string[]> = { 'year.complianceYear': String(year) }
  for (const subject of Object.keys(RULES) as Subject[]) {
    const found = calendar.filter(({ rule_id }) => (RULES[subject] as readonly string[]).includes(rule_id))
    values[`year.${subject}`] = toList(
      [...facts[subject], ...found.flatMap(formatRule)],
      `The registers and the calendar hold nothing on this for ${year}.`,
    )
  }
  return values
}

const withCount = (label: string, entries: readonly string[]): string[] => [
  entries.length === 0 ? `${label}: none` : `${label}: ${entries.length}. ${entries.join('; ')}`,
]

interface RuleOfYear {
  rule_id: string
  title: string
  met: number
  late: number
  open: number
}

async function loadCalendar(tx: Tx, { schemeId, year }: Year, today: string): Promise<RuleOfYear[]> {
  const { rows } = await sql<RuleOfYear>`
    select o.rule_id, min(o.title) as title,
      count(*) filter (where o.completed_on <= greatest(o.due_on, o.legal_end_on))::int as met,
      count(*) filter (where o.completed_on > greatest(o.due_on, o.legal_end_on))::int as late,
      count(*) filter (where o.completed_on is null and o.state = 'OPEN'
        and greatest(o.due_on, o.legal_end_on) < ${today}::date)::int as open
    from obligations o
    where o.scheme_id = ${schemeId} and o.breach_id is null and extract(year from o.due_on) = ${year}
    group by o.rule_id order by o.rule_id`.execute(tx)
  return rows
}

const formatRule = ({ title, met, late, open }: RuleOfYear): string[] =>
  met + late + open === 0
    ? []
    : [
        `Calendar, ${title}: ${joinParts(
          met > 0 && `${met} in time`,
          late > 0 && `${late} late`,
          open > 0 && `${formatCount(open, 'obligation')} not met`,
        )}`,
      ]

async function countTrustees(tx: Tx, { schemeId, first, last }: Year): Promise<string[]> {
  const terms = await tx
    .selectFrom('trustees')
    .select(['appointed_on', 'ceased_on'])
    .where('scheme_id', '=', schemeId)
    .where('appointed_on', 'is not', null)
    .execute()
  const countOn = (day: string): number =>
    terms.filter(
      ({ appointed_on, ceased_on }) =>
        appointed_on !== null && appointed_on <= day && (ceased_on === null || ceased_on > day),
    ).length
  const ends = terms.flatMap(({ ceased_on }) =>
    ceased_on !== null && ceased_on >= first && ceased_on <= last ? [ceased_on] : [],
  )
  const fewest = Math.min(...[first, last, ...ends].map(countOn))
  return [
    `Trustees or directors in office: ${countOn(first)} on ${formatLongDate(first)}, ${countOn(last)} on ${formatLongDate(last)}; fewest in the year: ${fewest}`,
  ]
}

async function loadTrainingItems(tx: Tx, { schemeId, first, last }: Year): Promise<string[]> {
  const trainings = await tx
    .selectFrom('trustee_trainings as t')
    .innerJoin('trustees as p', (on) =>
      on.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.trustee_id'),
    )
    .select(['p.person_name', 't.topic', 't.completed_on'])
    .where('t.scheme_id', '=', schemeId)
    .where('t.status', '=', 'RECORDED')
    .where('t.completed_on', '>=', first)
    .where('t.completed_on', '<=', last)
    .orderBy('t.completed_on')
    .execute()
  return trainings.map(
    ({ person_name, topic, completed_on }) => `${person_name}, ${formatLongDate(completed_on)}, ${topic}`,
  )
}

/** Trustees and holders who took office in the year, with the days of their assessments. */
async function loadAppointmentItems(tx: Tx, { schemeId, first, last }: Year): Promise<string[]> {
  const trustees = await tx
    .selectFrom('trustees')
    .select(['person_name as name', 'appointed_on as from', 'fit_proper_assessed_on as assessed'])
    .where('scheme_id', '=', schemeId)
    .where('appointed_on', '>=', first)
    .where('appointed_on', '<=', last)
    .execute()
  const holders = await tx
    .selectFrom('key_function_holders')
    .select(['holder_name as name', 'effective_from as from', 'assessed_on as assessed'])
    .where('scheme_id', '=', schemeId)
    .where('effective_from', '>=', first)
    .where('effective_from', '<=', last)
    .execute()
  return withCount(
    'Appointments in the year',
    [...trustees, ...holders].map(
      ({ name, from, assessed }) =>
        `${name}, from ${formatLongDate(from ?? first)}, ${
          assessed ? `assessed ${formatLongDate(assessed)}` : 'no assessment recorded'
        }`,
    ),
  )
}

async function loadHolderItems(tx: Tx, year: Year, keyFunction: KeyFunction): Promise<string[]> {
  const holders = await tx
    .selectFrom('key_function_holders')
    .select(['holder_name', 'effective_from', 'ended_on'])
    .where('scheme_id', '=', year.schemeId)
    .where('function', '=', keyFunction)
    .where('is_deputy', '=', false)
    .where('effective_from', '<=', year.last)
    .where(({ eb, or }) => or([eb('ended_on', 'is', null), eb('ended_on', '>=', year.first)]))
    .orderBy('effective_from')
    .execute()
  const reports = await loadFunctionReports(tx, year)
  return [
    holders.length === 0
      ? 'Holder in office: none'
      : `Holder in office: ${holders
          .map(({ holder_name, effective_from, ended_on }) =>
            joinParts(
              holder_name,
              effective_from && `from ${formatLongDate(effective_from)}`,
              ended_on && `until ${formatLongDate(ended_on)}`,
            ),
          )
          .join('; ')}`,
    ...withCount(
      'Reports received',
      reports.filter((report) => report.function === keyFunction).map(formatReport),
    ),
  ]
}

async function countArrangements(tx: Tx, { schemeId, first, last }: Year): Promise<string[]> {
  const arrangements = await tx
    .selectFrom('outsourcing_arrangements')
    .select(['agreement_document_id', 'authority_notified_on', 'reviewed_on'])
    .where('scheme_id', '=', schemeId)
    .where('in_force_from', '<=', last)
    .where(({ eb, or }) => or([eb('ended_on', 'is', null), eb('ended_on', '>=', first)]))
    .execute()
  const count = arrangements.length
  if (count === 0) return ['Arrangements in force in the year: none']
  const having = (has: (one: (typeof arrangements)[number]) => boolean): number =>
    arrangements.filter(has).length
  return [
    `Arrangements in force in the year: ${count}`,
    `With the agreement on file: ${having((one) => one.agreement_document_id !== null)} of ${count}`,
    `With a notification to the Authority recorded: ${having((one) => one.authority_notified_on !== null)} of ${count}`,
    `Reviewed in the year: ${having(({ reviewed_on }) => reviewed_on !== null && reviewed_on >= first && reviewed_on <= last)} of ${count}`,
  ]
}

async function loadStatementItems(tx: Tx, { schemeId }: Year): Promise<string[]> {
  const statement = await tx
    .selectFrom('written_policies')
    .select(['approved_on', 'public_url'])
    .where('scheme_id', '=', schemeId)
    .where('kind', '=', 'SIPP')
    .where('in_force_version', 'is not', null)
    .executeTakeFirst()
  return [
    `Statement of investment policy principles in force today: ${
      statement?.approved_on
        ? joinParts(
            `approved ${formatLongDate(statement.approved_on)}`,
            statement.public_url ? `published at ${statement.public_url}` : 'no public address recorded',
          )
        : 'none'
    }`,
  ]
}

async function countPolicies(tx: Tx, { schemeId, last }: Year): Promise<string[]> {
  const policies = await tx
    .selectFrom('written_policies')
    .select(['title', 'approved_on', 'effective_from', 'next_review_on'])
    .where('scheme_id', '=', schemeId)
    .where('in_force_version', 'is not', null)
    .orderBy('title')
    .execute()
  const early = policies.filter(
    ({ approved_on, effective_from }) =>
      approved_on !== null && effective_from !== null && effective_from < approved_on,
  )
  const overdue = policies.filter(({ next_review_on }) => next_review_on !== null && next_review_on <= last)
  return [
    `Policies in force today: ${policies.length}`,
    ...(early.length > 0
      ? [`In force before their approval: ${early.map(({ title }) => title).join('; ')}`]
      : []),
    ...withCount(
      `Reviews that fell due by ${formatLongDate(last)} and are open`,
      overdue.map(({ title }) => title),
    ),
  ]
}
