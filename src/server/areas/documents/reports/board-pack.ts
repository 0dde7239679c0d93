/**
 * How a scheme stands, for the meeting of its trustees: the answer first, then what it rests on. Pure: a file of records in,
 * pages in words out. It names no member and no restricted breach, and it never says that a scheme is compliant.
 */

import { CITATIONS, type CitationId, formatCitations, isVerified } from '../../../../contract/citations.ts'
import { addDays, countDaysBetween } from '../../../../contract/civil-dates.ts'
import { findDoraTier } from '../../../../contract/dora-tier.ts'
import type { RuleDecision } from '../../../../contract/obligations.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { getRiskBand } from '../../../../contract/risk-items.ts'
import { formatCount, formatDate, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatDateOr, formatYearEnd } from '../../../platform/paper/format.ts'
import type { Band, Block, MonthBar, Pages, Tone } from '../../../platform/paper/pages.ts'
import { buildColumn, buildHeading, buildParagraph, buildTable, note } from './blocks.ts'
import { buildDecisionBlocks, buildSignatureBlocks } from './decisions.ts'
import { formatObligation, formatReading, isVacancy } from './gaps.ts'
import { getShownRecords, type Lists, REGISTERS, type ShownRegister } from './register-definitions.ts'
import type { SchemeFile } from './scheme-file.ts'

const GRADES = [1, 2, 3, 4, 5] as const
const BANDS: Band[][] = GRADES.map((likelihood) => GRADES.map((impact) => getRiskBand(likelihood * impact)))

const NEXT_DAYS = 90
const MOST_RISKS = 10

export function renderBoardPack(file: SchemeFile): Pages {
  const { scheme, standing, firmName, asAtOn } = file
  const tone = ({ RED: 'red', AMBER: 'amber', GREEN: 'green', WOUND_UP: 'plain' } as const)[
    standing.score.rating
  ]
  return {
    title: scheme.name,
    kind: 'Board pack',
    asAtOn,
    facts: [
      ['As at', formatDate(asAtOn)],
      ['Prepared by', firmName],
      ['Employer', scheme.employerName],
      ['PB number', scheme.pensionsAuthorityNumber ?? 'not known'],
      ['Type', `${formatCode(scheme.type)}, ${formatCode(scheme.legalForm).toLowerCase()}`],
      ['Status', formatCode(scheme.status)],
      ['Scheme year end', scheme.schemeYearEnd ? formatYearEnd(scheme.schemeYearEnd) : 'not known'],
      ['Regime', standing.profile.iorpInScope.reason],
      ['Members', formatMemberCounts(file)],
      ['DORA', formatDora(file)],
    ],
    opening: { kind: 'COVER', answer: { text: standing.score.summary, tone } },
    mark: null,
    blocks: [
      ...buildStandingBlocks(file),
      ...buildDecisionBlocks(file),
      ...buildDueBlocks(file),
      ...buildInapplicableBlocks(file),
      ...buildTrusteeBlocks(file),
      ...buildKeyFunctionBlocks(file),
      ...registerBlocks(REGISTERS.outsourcing, file),
      ...buildAssessmentBlocks(file),
      ...buildPolicyBlocks(file),
      ...registerBlocks(REGISTERS.breaches, file),
      ...registerBlocks(REGISTERS.meetings, file),
      ...registerBlocks(REGISTERS.actions, file, 3),
      ...registerBlocks(REGISTERS.participations, file),
      ...buildContributionBlocks(file),
      ...buildSignatureBlocks(),
      ...buildReadingBlocks(file),
      ...buildSourceBlocks(file),
    ],
  }
}

/** The members that decide the tier may not be recorded. */
const formatDora = ({ scheme, standing: { profile } }: SchemeFile): string =>
  findDoraTier(profile, scheme) === null
    ? 'not known: it depends on a number of members that is not recorded'
    : profile.doraTier.reason

const formatMemberCounts = ({ standing: { profile } }: SchemeFile): string => {
  const { active, deferred, pensioner, source } = profile.memberCounts
  return `${active} active, ${deferred} deferred, ${pensioner} in payment (${source === 'STATED' ? 'as stated' : 'counted from the records'})`
}

// --- the answer

function buildStandingBlocks({ standing: { score } }: SchemeFile): Block[] {
  return [
    buildHeading('Compliance status'),
    buildParagraph(`${score.summary}.`),
    ...buildTable(
      [
        buildColumn('Severity', 2),
        buildColumn('Reason', 7),
        buildColumn('Rule', 1.3),
        buildColumn('Due', 1.8),
      ],
      score.reasons.map(({ weight, text, ruleId, dueOn }) => ({
        cells: [weight === 'RED' ? 'Red' : 'Amber', text, ruleId ?? '–', formatDateOr(dueOn, '–')],
        tone: weight === 'RED' ? 'red' : 'amber',
      })),
      'According to the records, no obligation is overdue or due within 30 days, no office is vacant and no information is missing.',
    ),
    note('The status is based only on the records of the service on that day. It is not legal advice.'),
  ]
}

// --- dates

const CONFIDENCE = { H: 'read in the text', M: 'read in part', L: 'not confirmed' } as const

const formatObligationWithReason = (decision: RuleDecision): string =>
  `${formatObligation(decision)}. ${decision.reason}`

/** Where the law counts longer than the date that is shown, its last day. */
const getLaterDate = (dueOn: string, legalEndOn: string | null): string =>
  legalEndOn && legalEndOn > dueOn ? legalEndOn : dueOn

function buildDueBlocks({ standing: { decisions }, asAtOn }: SchemeFile): Block[] {
  const dated = decisions
    .filter((one): one is RuleDecision & { dueOn: string } => one.dueOn !== null)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0))
  const overdue = dated.filter(({ status }) => status === 'OVERDUE')
  const toConfirm = dated.filter(({ status }) => status === 'TO_CONFIRM')
  const until = addDays(asAtOn, NEXT_DAYS)
  const next = dated.filter(
    ({ status, dueOn }) => (status === 'UPCOMING' || status === 'DUE_SOON') && dueOn <= until,
  )
  const unknown = decisions.filter(({ status }) => status === 'DATA_GAP' || status === 'CANNOT_TELL')
  const columns = [
    buildColumn('Due', 1.7),
    buildColumn('Rule', 1.2),
    buildColumn('Obligation', 4.6),
    buildColumn('Source', 4.6),
  ]
  return [
    buildHeading('Obligations'),
    buildHeading('Overdue', 3),
    ...buildTable(
      columns,
      overdue.map((one) => ({
        cells: [
          `${formatDate(one.dueOn)}, ${formatCount(countDaysBetween(getLaterDate(one.dueOn, one.legalEndOn), asAtOn), 'day')} overdue`,
          one.ruleId,
          formatObligationWithReason(one),
          one.source,
        ],
        tone: 'red',
      })),
      'No obligation is overdue.',
    ),
    ...(toConfirm.length > 0
      ? [
          buildHeading('Not recorded yet', 3),
          note(
            'These obligations fell due before the scheme was added to the service. Whether they were met is to be confirmed. They do not count as overdue.',
          ),
          ...buildTable(
            columns,
            toConfirm.map((one) => ({
              cells: [formatDate(one.dueOn), one.ruleId, formatObligationWithReason(one), one.source],
              tone: 'plain',
            })),
            '',
          ),
        ]
      : []),
    buildHeading(`The next ${NEXT_DAYS} days`, 3),
    ...buildTable(
      columns,
      next.map((one) => ({
        cells: [formatDate(one.dueOn), one.ruleId, formatObligationWithReason(one), one.source],
        tone: one.status === 'DUE_SOON' ? 'amber' : 'plain',
      })),
      `No obligation is known to fall due until ${formatDate(until)}.`,
    ),
    buildHeading('Missing information', 3),
    ...buildTable(
      [
        buildColumn('Rule', 1.2),
        buildColumn('Obligation', 3.6),
        buildColumn('Missing fact', 4),
        buildColumn('Source', 3),
      ],
      unknown.map((one) => ({
        cells: [one.ruleId, formatObligation(one), one.reason, one.source],
        tone: 'amber',
      })),
      'No information that a rule needs is missing.',
    ),
  ]
}

/** How sure the reading of each rule is, and what of it is ours: for those who check the dates, after the pages to sign. */
function buildReadingBlocks({ standing: { decisions } }: SchemeFile): Block[] {
  const shown = decisions.filter(({ applies }) => applies !== 'NO')
  const byRule = [...new Map(shown.map((one) => [one.ruleId, one])).values()]
  return [
    buildHeading('Annex: how the rules are read'),
    ...buildTable(
      [buildColumn('Rule', 1.2), buildColumn('Obligation', 4), buildColumn('Reading', 6.9)],
      byRule.map((one) => ({
        cells: [
          one.ruleId,
          one.title,
          [`Confidence ${one.confidence}: ${CONFIDENCE[one.confidence]}`, formatReading(one)]
            .filter(Boolean)
            .join('. '),
        ],
      })),
      'No rule applies.',
    ),
  ]
}

function buildInapplicableBlocks({ standing: { decisions } }: SchemeFile): Block[] {
  const byReason = Map.groupBy(
    decisions.filter(({ applies }) => applies === 'NO'),
    ({ reason }) => reason,
  )
  return [
    buildHeading('Rules that do not apply'),
    ...buildTable(
      [buildColumn('Reason', 4), buildColumn('Rules', 6)],
      [...byReason].map(([reason, rules]) => ({
        cells: [reason, rules.map(({ ruleId, title }) => `${ruleId} ${title}`).join('; ')],
      })),
      'Every rule of the calendar applies, or is to be confirmed.',
    ),
  ]
}

// --- registers

const buildVacancyBlocks = ({ standing: { decisions } }: SchemeFile, ruleId: string): Block[] =>
  decisions
    .filter((one) => one.ruleId === ruleId && isVacancy(one))
    .map(({ reason, dueOn }) =>
      buildParagraph(`Vacancy since ${formatDateOr(dueOn, 'a day that is not known')}: ${reason}.`),
    )

const registerBlocks = <K extends keyof Lists>(
  register: ShownRegister<K>,
  file: SchemeFile,
  level: 2 | 3 = 2,
): Block[] => [buildHeading(register.layout.heading, level), ...registerTable(register, file)]

const registerTable = <K extends keyof Lists>(
  register: ShownRegister<K>,
  file: SchemeFile,
  records: readonly Lists[K][] = getShownRecords(register, file),
): Block[] => {
  const { columns, tone, none } = register.layout
  return buildTable(
    columns.map(([header, share, , align]) => buildColumn(header, share, align === 'NUMBER')),
    records.map((record) => ({
      cells: columns.map(([, , cell]) => String(cell(record, file))),
      ...(tone && { tone: tone(record, file) }),
    })),
    typeof none === 'function' ? none(file) : none,
  )
}

function buildTrusteeBlocks(file: SchemeFile): Block[] {
  const body = file.scheme.trusteeBody
  return [
    buildHeading(REGISTERS.trustees.layout.heading),
    ...(body?.name ? [buildParagraph(`${formatCode(body.kind)}: ${body.name}.`)] : []),
    ...buildVacancyBlocks(file, 'GOV-10'),
    ...registerTable(REGISTERS.trustees, file),
  ]
}

function buildKeyFunctionBlocks(file: SchemeFile): Block[] {
  const { holders } = REGISTERS
  return [
    buildHeading(holders.layout.heading),
    ...buildVacancyBlocks(file, 'KFH-01'),
    ...registerTable(holders, file),
    ...getShownRecords(holders, file)
      .filter(({ undecidedReports }) => undecidedReports > 0)
      .map((one) =>
        buildParagraph(
          `${formatCode(one.function)}: ${formatCount(one.undecidedReports, 'report')} with material findings on which the trustees have not decided.`,
        ),
      ),
  ]
}

function buildAssessmentBlocks(file: SchemeFile): Block[] {
  const { assessments, riskItems } = file
  const inForce = assessments.find(({ status }) => status === 'APPROVED' || status === 'SUBMITTED')
  const open = assessments.find(({ status }) => ['PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW'].includes(status))
  const withRisks = [inForce, open, ...assessments].find(
    (one) => one !== undefined && riskItems.some(({ assessmentId }) => assessmentId === one.id),
  )
  const risks = riskItems.filter(({ assessmentId }) => assessmentId === withRisks?.id)
  const counts = [1, 2, 3, 4, 5].map((likelihood) =>
    [1, 2, 3, 4, 5].map(
      (impact) =>
        risks.filter((one) => one.residualLikelihood === likelihood && one.residualImpact === impact).length,
    ),
  )
  return [
    buildHeading('Own-risk assessment'),
    buildParagraph(
      inForce
        ? `Assessment ${inForce.cycleNumber} was approved on ${formatDateOr(inForce.approvedOn, 'a day that is not recorded')}${inForce.nextDueOn ? `; the next one is due on ${formatDate(inForce.nextDueOn)}` : ''}.`
        : 'No approved assessment is recorded.',
    ),
    ...(open
      ? [
          buildParagraph(
            `Assessment ${open.cycleNumber} is in progress: ${formatCode(open.status).toLowerCase()}, ${open.sectionCount} of 10 sections.`,
          ),
        ]
      : []),
    ...(withRisks === undefined
      ? [buildParagraph('No risk is recorded.')]
      : [
          buildHeading(`Risks of assessment ${withRisks.cycleNumber}, with the controls as they work`, 3),
          { kind: 'heatMap', counts, bands: BANDS } as Block,
          note(
            'Likelihood times impact, 1 to 5 each: up to 5 low, up to 12 medium, from 15 high. The law sets no scale.',
          ),
          ...registerTable(REGISTERS.riskItems, file, risks.slice(0, MOST_RISKS)),
          ...(risks.length > MOST_RISKS ? [note(`The ${MOST_RISKS} highest of ${risks.length}.`)] : []),
        ]),
  ]
}

function buildPolicyBlocks(file: SchemeFile): Block[] {
  const missing = (file.policyMatrix?.cells ?? []).filter(
    ({ required, inForceVersion }) => required === true && inForceVersion === null,
  )
  return [
    buildHeading(REGISTERS.policies.layout.heading),
    ...(missing.length > 0
      ? [
          buildParagraph('Required, but not in force:'),
          {
            kind: 'list',
            items: missing.map(({ kind, reason }) => `${POLICY_KINDS[kind].title}: ${reason}`),
          } as Block,
        ]
      : []),
    ...registerTable(REGISTERS.policies, file),
  ]
}

// --- contributions

type Cell = SchemeFile['grid']['rows'][number]['cells'][number]

const STATES: Record<Cell['state'], { words: string; tone: Tone; weight: number }> = {
  NONE: { words: 'none expected', tone: 'plain', weight: 0 },
  ON_TIME: { words: 'in time', tone: 'green', weight: 1 },
  EXPECTED: { words: 'expected', tone: 'plain', weight: 2 },
  AWAITING_FUNDS: { words: 'money awaited', tone: 'plain', weight: 3 },
  PART_FUNDED: { words: 'part received', tone: 'amber', weight: 4 },
  LATE: { words: 'late', tone: 'amber', weight: 5 },
  OVERDUE: { words: 'overdue', tone: 'red', weight: 6 },
}

/** The gravest state of a month and how often it occurs, where there is more than one employer. */
function getState(cells: readonly Cell[]): { text: string; tone: Tone; daysLate: number } {
  const worst = cells.toSorted((a, b) => STATES[b.state].weight - STATES[a.state].weight)[0]
  const state = worst?.state ?? 'NONE'
  const { words, tone } = STATES[state]
  const same = cells.filter((one) => one.state === state)
  const daysLate = Math.max(0, ...same.map((one) => one.daysLate))
  const text = cells.length > 1 && tone !== 'plain' ? `${words} (${same.length} of ${cells.length})` : words
  return { text, tone, daysLate }
}

function buildContributionBlocks({ grid }: SchemeFile): Block[] {
  const { rows, months, onTimePercent } = grid
  if (rows.length === 0)
    return [buildHeading('Contributions'), buildParagraph('No payroll month of this scheme is recorded.')]
  const cellsOf = months.map((month) =>
    rows.flatMap(({ cells }) => cells.filter((one) => one.month === month)),
  )
  const sums = cellsOf.map((cells) => ({
    totalCents: cells.reduce((sum, one) => sum + (one.totalCents ?? 0), 0),
    receivedCents: cells.reduce((sum, one) => sum + (one.receivedCents ?? 0), 0),
    dueOn: cells[0]?.dueOn ?? null,
    ...getState(cells),
  }))
  const bars = sums.map(
    ({ totalCents, receivedCents, text, tone }, index): MonthBar => ({
      month: months[index] as string,
      totalCents,
      receivedCents,
      state: text,
      tone,
    }),
  )
  const inWords = bars.map(
    ({ month, totalCents, state }) => `${formatMonth(month)} ${formatMoney(totalCents)}, ${state}`,
  )
  return [
    buildHeading('Contributions of twelve months'),
    buildParagraph(
      onTimePercent === null
        ? 'No month has fallen due yet.'
        : `Of the last twelve months that have fallen due, ${onTimePercent}% were funded in time.`,
    ),
    { kind: 'months', bars, alt: `Contributions by month. ${inWords.join('. ')}.` },
    ...buildTable(
      [
        buildColumn('Month', 1.6),
        buildColumn('Due', 2),
        buildColumn('Contributions', 2, true),
        buildColumn('Received', 2, true),
        buildColumn('Missing', 2, true),
        buildColumn('State', 2.8),
      ],
      sums.map(({ totalCents, receivedCents, dueOn, text, tone, daysLate }, index) => ({
        cells: [
          formatMonth(months[index] as string),
          formatDateOr(dueOn, '–'),
          formatMoney(totalCents),
          formatMoney(receivedCents),
          formatMoney(Math.max(0, totalCents - receivedCents)),
          daysLate > 0 ? `${text}, ${formatCount(daysLate, 'day')}` : text,
        ],
        tone,
      })),
      '',
    ),
    ...(rows.length > 1
      ? [
          buildHeading('By employer', 3),
          ...buildTable(
            [
              buildColumn('Employer', 4),
              buildColumn('In time', 1.4, true),
              buildColumn('Months due', 1.4, true),
              buildColumn('Late or overdue', 5),
            ],
            rows.map(({ employerName, onTimePercent: rate, monthsDue, cells }) => {
              const late = cells.filter(({ state }) => state === 'LATE' || state === 'OVERDUE')
              return {
                cells: [
                  employerName,
                  rate === null ? '–' : `${rate}%`,
                  String(monthsDue),
                  late.length === 0
                    ? 'none'
                    : late
                        .map(
                          ({ month, state, daysLate }) =>
                            `${formatMonth(month)} ${STATES[state].words}, ${formatCount(daysLate, 'day')}`,
                        )
                        .join('; '),
                ],
                tone: late.some(({ state }) => state === 'OVERDUE')
                  ? 'red'
                  : late.length > 0
                    ? 'amber'
                    : 'plain',
              }
            }),
            '',
          ),
        ]
      : []),
  ]
}

// --- sources

function buildSourceBlocks({ standing: { decisions } }: SchemeFile): Block[] {
  const ids = [
    ...new Set<CitationId>(
      decisions
        .filter(({ applies }) => applies !== 'NO')
        .flatMap(({ citations }) => citations)
        .filter((id) => CITATIONS[id].instrument !== 'HOUSE'),
    ),
  ].toSorted((a, b) => (formatCitations(a) < formatCitations(b) ? -1 : 1))
  return [
    buildHeading('Annex: sources'),
    note(
      'Sources of the rules that apply. An unverified source was not found in the stored legal sources. Read it before you rely on it.',
    ),
    ...buildSourceTables(ids),
  ]
}

/** Every source: one that is left out cannot be checked. */
function buildSourceTables(ids: readonly CitationId[]): Block[] {
  if (ids.length === 0) return [buildParagraph('No rule applies.')]
  return [
    {
      kind: 'table',
      columns: [buildColumn('Source', 4), buildColumn('About', 5), buildColumn('Found', 2.4)],
      rows: ids.map((id) => {
        return {
          cells: [
            formatCitations(id),
            CITATIONS[id].heading,
            isVerified(id) ? 'in a stored text' : 'unverified',
          ],
        }
      }),
    },
  ]
}
