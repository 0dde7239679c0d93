/** Amounts that were entered by member become a table with the columns of a payroll file, which the same reader and validator see. */
import { addDays, toLastDayOfMonth } from '../../../../contract/civil-dates.ts'
import {
  type EntryLine,
  type EntryReport,
  enterContributions,
} from '../../../../contract/contribution-entries.ts'
import type { ContributionColumn, UploadReport } from '../../../../contract/contributions.ts'
import { defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Sheet } from '../../../platform/sheet/sheet.ts'
import { readTable } from '../imports/index.ts'
import { COLUMNS } from './columns.ts'
import { importRows, type MayTry } from './import-rows.ts'
import type { ImportMember } from './match.ts'
import { createEntrySource, DAYS_AHEAD, readRows } from './rows.ts'
import { getOwnerOfUpload } from './terms.ts'

export const createEnterOperation = ({ clock, mayTry }: { clock: Clock; mayTry: MayTry }): Operation =>
  defineCommand({
    contract: enterContributions,
    owner: getOwnerOfUpload,
    handle({ input, tx, actor }) {
      const today = getTodayInDublin(clock)
      const { lines, payrollMonth } = input
      return importRows({
        tx,
        actor,
        input,
        today,
        mayTry,
        origin: { source: input.source, fileName: '', sha256: null },
        async read(members) {
          const isDated = lines.some(({ payOn }) => payOn !== null)
          const read = readTable({
            sheet: toSheet(lines, members, isDated),
            fileName: '',
            columns: COLUMNS,
            // The end of a period, which a file may give in place of the pay date, is not one here.
            input: {
              mapping: { pay_date: isDated ? 'pay_date' : null },
              edits: [],
              skipRows: [],
              preview: false,
            },
            isDryRun: input.dryRun,
          })
          const rows = await readRows({
            ...read,
            decimalComma: false,
            latestPayOn: addDays(today, DAYS_AHEAD),
            lastDayOfMonth: toLastDayOfMonth(payrollMonth),
            source: createEntrySource(lines),
          })
          return { ...read, rows }
        },
        present: (report) => toEntryReport(report, lines),
        keepsRejected: false,
      })
    },
  })

type Field = Exclude<keyof EntryLine, 'memberId'>

const FIELDS: Partial<Record<ContributionColumn, Field>> = {
  kind: 'kind',
  pay_date: 'payOn',
  period_start: 'periodStartOn',
  period_end: 'periodEndOn',
  pensionable_pay: 'pensionablePayCents',
  ee_contribution: 'eeCents',
  er_contribution: 'erCents',
  avc: 'avcCents',
  er_special: 'erSpecialCents',
  single_premium: 'singlePremiumCents',
  leave_date: 'leftOn',
}
const FIELD_COLUMNS = Object.entries(FIELDS) as [ContributionColumn, Field][]

const toCell = (value: string | number | null): string =>
  typeof value === 'number' ? (value / 100).toFixed(2) : (value ?? '')

/** Pay dates are a column where any line has one, as in a file. The numbers and names of the members are for the list of issues. */
function toSheet(lines: readonly EntryLine[], members: readonly ImportMember[], isDated: boolean): Sheet {
  const byId = new Map(members.map((member) => [member.id, member]))
  const columns = FIELD_COLUMNS.filter(([column]) => column !== 'pay_date' || isDated)
  return {
    format: 'CSV',
    encoding: 'UTF-8',
    delimiter: null,
    header: ['works_number', 'first_name', 'last_name', ...columns.map(([column]) => column)],
    headerRow: 0,
    rows: lines.map((line, index) => {
      const member = byId.get(line.memberId)
      return {
        row: index + 1,
        cells: [
          member?.worksNumber ?? '',
          member?.firstName ?? '',
          member?.lastName ?? '',
          ...columns.map(([, field]) => toCell(line[field])),
        ],
      }
    }),
    notices: [],
  }
}

const toEntryReport = (
  { errors, ...report }: UploadReport,
  lines: readonly { memberId: string }[],
): EntryReport => ({
  dryRun: report.dryRun,
  status: report.status,
  counts: report.counts,
  errors: errors.map(({ row, column, ...issue }) => ({
    ...issue,
    line: row,
    memberId: row === null ? null : (lines[row - 1]?.memberId ?? null),
    field: FIELDS[column as ContributionColumn] ?? null,
  })),
  moreErrors: report.moreErrors,
  warningCodes: report.warningCodes,
  batchId: report.batchId,
  id: report.id,
  payrollMonth: report.payrollMonth,
  dueOn: report.dueOn,
  totals: report.totals,
  declaredTotalCents: report.declaredTotalCents,
  missingMembers: report.missingMembers,
  batch: report.batch,
})
