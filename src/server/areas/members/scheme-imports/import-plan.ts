/** Decides which records the rows of a workbook become. The reports of the sheets have the reasons of the rejected rows. */
import type { SchemeColumn } from '../../../../contract/scheme-imports.ts'
import { prefixPbNumber } from '../../../../contract/schemes.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey, toNameKey } from '../../../platform/text-keys.ts'
import { listApprovalGaps, type NewSchemeRecord } from '../../schemes/schemes/index.ts'
import type { TrusteeInOffice } from '../../schemes/trustees/index.ts'
import type { TableRow } from '../imports/index.ts'
import type { MemberPlan, WorkbookMembers } from '../members/index.ts'
import type { DraftScheme, FirmRecords } from './firm-records.ts'
import { type AddIssue, addIssuesTo } from './issues.ts'
import type { Sheets } from './read-workbook.ts'
import {
  type EmployerDraft,
  readEmployers,
  readSchemes,
  readTrustees,
  type SchemeDraft,
} from './sheet-rows.ts'

interface PlannedScheme extends NewSchemeRecord {
  row: number
  employerName: string
  members: MemberPlan | null
}
interface PlannedTrustee extends TrusteeInOffice {
  training: { id: string; completedOn: string } | null
}

export interface ImportPlan {
  employers: { id: string; employer: EmployerDraft['employer'] }[]
  schemes: PlannedScheme[]
  /** Of the planned schemes, and of schemes that are recorded as drafts. */
  trustees: PlannedTrustee[]
}

interface PlanInput {
  sheets: Sheets
  firm: FirmRecords
  today: string
  tenantId: string
  ppsnPending: boolean
  members: WorkbookMembers
}

export async function planImport(planning: PlanInput): Promise<ImportPlan> {
  const { sheets, firm, today } = planning
  const employerIds = new Map(firm.employers)
  const employers = planEmployers(sheets, firm, today, employerIds)
  const schemes = planSchemes(sheets, firm, today, employerIds)
  const trustees = planTrustees(sheets, firm, today, schemes)
  await planMembers(planning, createSchemeLookup(sheets, schemes.map(toNamedScheme), NOT_IN_SHEET))
  noteDrafts(sheets, schemes, trustees)
  return { employers, schemes, trustees }
}

function planEmployers(
  sheets: Sheets,
  firm: FirmRecords,
  today: string,
  employerIds: Map<string, string>,
): ImportPlan['employers'] {
  const sheet = sheets.Employers
  if (!sheet) return []
  const added: ImportPlan['employers'] = []
  const rowOfName = new Map<string, number>()
  const numbers = new Set(firm.registeredNumbers)
  for (const { row, employer } of readEmployers(sheet, today)) {
    const add = addIssuesTo(sheet.report, row)
    const key = toNameKey(employer.legalName)
    const number = employer.employerRegisteredNumber
    const earlier = rowOfName.get(key)
    if (earlier !== undefined) add('EMPLOYER_REPEATED', 'employer', String(earlier))
    else if (firm.employers.has(key)) {
      add('EMPLOYER_RECORDED', 'employer')
      continue
    } else if (number && numbers.has(number)) add('EMPLOYER_NUMBER_RECORDED', 'employer_registered_number')
    rowOfName.set(key, earlier ?? row)
    if (number) numbers.add(number)
    const id = employerIds.get(key) ?? createId()
    employerIds.set(key, id)
    if (!sheet.report.isRejected(row)) added.push({ id, employer })
  }
  return added
}

function planSchemes(
  sheets: Sheets,
  firm: FirmRecords,
  today: string,
  employerIds: ReadonlyMap<string, string>,
): PlannedScheme[] {
  const sheet = sheets.Schemes
  if (!sheet) return []
  const planned: PlannedScheme[] = []
  const rowsByKey = new Map<string, number>()
  const employersInSheet = listNames(sheets.Employers?.table.rows, 'employer')
  for (const draft of readSchemes(sheet, today)) {
    const { row, scheme, employerName, closedToNewOn, paidUpOn } = draft
    const add = addIssuesTo(sheet.report, row)
    const employerId = employerIds.get(toNameKey(employerName))
    if (employerId === undefined) {
      // A rejected row of the sheet Employers has its own issue.
      if (!employersInSheet.has(toNameKey(employerName))) add('EMPLOYER_UNKNOWN', 'employer')
      continue
    }
    refuseKnownScheme(draft, employerId, firm, rowsByKey, add)
    if (sheet.report.isRejected(row)) continue
    planned.push({
      id: createId(),
      row,
      employerId,
      employerName,
      scheme,
      closedToNewOn,
      paidUpOn,
      isSubmitted: false,
      members: null,
    })
  }
  return planned
}

function refuseKnownScheme(
  { row, scheme }: SchemeDraft,
  employerId: string,
  firm: FirmRecords,
  rowsByKey: Map<string, number>,
  add: AddIssue<SchemeColumn>,
): void {
  const name = `${employerId} ${toNameKey(scheme.name)}`
  const number = scheme.pensionsAuthorityNumber
  const known = [
    { field: 'scheme', key: name, isRecorded: firm.schemes.has(name), what: 'a scheme of this name' },
    {
      field: 'pb_number',
      key: number ?? '',
      isRecorded: number !== null && firm.pbNumbers.has(number),
      what: 'a scheme with this PB number',
    },
  ] as const
  for (const { field, key, isRecorded, what } of known) {
    if (key === '') continue
    const earlier = rowsByKey.get(key)
    if (isRecorded) add('SCHEME_RECORDED', field, what)
    else if (earlier !== undefined) add('SCHEME_REPEATED', field, String(earlier), what)
    rowsByKey.set(key, earlier ?? row)
  }
}

/** Finds the scheme that a row of another sheet names; null where there is none, with an issue unless the scheme's row has one. */
type SchemeLookup<S> = (
  named: { scheme: string; schemeEmployer: string },
  found: (message: string) => void,
) => S | null

interface NamedScheme<S> {
  name: string
  employerName: string
  pbNumber: string | null
  target: S
}

const toNamedScheme = (scheme: PlannedScheme): NamedScheme<PlannedScheme> => ({
  name: scheme.scheme.name,
  employerName: scheme.employerName,
  pbNumber: scheme.scheme.pensionsAuthorityNumber,
  target: scheme,
})

const NOT_IN_SHEET = 'No scheme of this name or PB number is in the sheet Schemes'
const NOT_IN_SHEET_NOR_DRAFT = `${NOT_IN_SHEET}, or recorded as a draft`

function createSchemeLookup<S>(
  sheets: Sheets,
  schemes: readonly NamedScheme<S>[],
  absent: string,
): SchemeLookup<S> {
  const byName = Map.groupBy(schemes, ({ name }) => toNameKey(name))
  const byNumber = new Map(schemes.map((one) => [one.pbNumber ?? '', one]))
  const inSheet = listNames(sheets.Schemes?.table.rows, 'scheme', 'pb_number')
  return ({ scheme, schemeEmployer }, found) => {
    const ofName = byName.get(toNameKey(scheme)) ?? []
    const matching =
      schemeEmployer === ''
        ? ofName
        : ofName.filter(({ employerName }) => toNameKey(employerName) === toNameKey(schemeEmployer))
    if (matching.length > 1) found('Two schemes have this name: enter the employer in scheme_employer')
    if (matching.length > 0) return matching.length === 1 ? (matching[0]?.target ?? null) : null
    const ofNumber = byNumber.get(prefixPbNumber(scheme).toUpperCase().replace(/[\s-]/g, ''))
    if (ofNumber) return ofNumber.target
    if (!inSheet.has(toNameKey(scheme))) found(absent)
    else if (ofName.length > 0) found('The scheme in the sheet Schemes has another employer')
    return null
  }
}

/** The names in columns of the rows that are not skipped, rejected ones included. */
const listNames = <F extends string>(rows: readonly TableRow<F>[] = [], ...fields: F[]): Set<string> =>
  new Set(
    rows
      .filter(({ isSkipped }) => !isSkipped)
      .flatMap((row) => fields.map((field) => toNameKey(row.get(field)))),
  )

function planTrustees(
  sheets: Sheets,
  firm: FirmRecords,
  today: string,
  schemes: readonly PlannedScheme[],
): PlannedTrustee[] {
  const sheet = sheets.Trustees
  if (!sheet) return []
  const planned: PlannedTrustee[] = []
  const lookup = createSchemeLookup<PlannedScheme | DraftScheme>(
    sheets,
    [...schemes.map(toNamedScheme), ...firm.drafts.map((draft) => ({ ...draft, target: draft }))],
    NOT_IN_SHEET_NOR_DRAFT,
  )
  const rowsByKey = new Map<string, number>()
  for (const { row, trustee, appointedOn, fitProperAssessedOn, trainedOn, ...named } of readTrustees(
    sheet,
    today,
  )) {
    const add = addIssuesTo(sheet.report, row)
    const scheme = lookup(named, (problem) => add('SCHEME_NOT_FOUND', 'scheme', problem))
    const person = searchKey(trustee.personName)
    if (firm.disqualified.has(person)) add('DISQUALIFIED', 'trustee')
    if (scheme === null) continue
    const earlier = rowsByKey.get(`${scheme.id} ${person}`)
    if (earlier !== undefined) add('TRUSTEE_REPEATED', 'trustee', String(earlier))
    rowsByKey.set(`${scheme.id} ${person}`, earlier ?? row)
    if ('trustees' in scheme && scheme.trustees.has(person)) add('TRUSTEE_RECORDED', 'trustee')
    if (sheet.report.isRejected(row)) continue
    planned.push({
      id: createId(),
      schemeId: scheme.id,
      trustee,
      appointedOn,
      fitProperAssessedOn,
      training: trainedOn === null ? null : { id: createId(), completedOn: trainedOn },
    })
  }
  return planned
}

async function planMembers(
  { sheets, tenantId, ppsnPending, today, members }: PlanInput,
  lookup: SchemeLookup<PlannedScheme>,
): Promise<void> {
  const sheet = sheets.Members
  if (!sheet) return
  const { table, report } = sheet
  const drafts = await members.read({ table, report, tenantId, ppsnPending, today })
  const rows = new Map(table.rows.map((row) => [row.row, row]))
  const byScheme = Map.groupBy(drafts, ({ row }) => {
    const cells = rows.get(row)
    const named = { scheme: cells?.get('scheme') ?? '', schemeEmployer: cells?.get('scheme_employer') ?? '' }
    return lookup(named, (problem) => addIssuesTo(report, row)('SCHEME_NOT_FOUND', 'scheme', problem))
  })
  for (const [scheme, ofScheme] of byScheme) {
    if (scheme === null) continue
    const facts = { legalForm: scheme.scheme.legalForm ?? '', closedToNewOn: scheme.closedToNewOn }
    scheme.members = await members.plan(facts, ofScheme, { report, today })
  }
}

/** A scheme that lacks something for an approval stays a draft, and the warning says what. */
function noteDrafts(
  sheets: Sheets,
  schemes: readonly PlannedScheme[],
  trustees: readonly PlannedTrustee[],
): void {
  const report = sheets.Schemes?.report
  const trusteesByScheme = Map.groupBy(trustees, ({ schemeId }) => schemeId)
  for (const planned of schemes) {
    const ofScheme = trusteesByScheme.get(planned.id) ?? []
    const directors = ofScheme.filter(
      ({ trustee }) => trustee.role === 'DIRECTOR_OF_CORPORATE_TRUSTEE',
    ).length
    const { legalForm = 'OCCUPATIONAL_TRUST', ...scheme } = planned.scheme
    const gaps = listApprovalGaps({
      scheme: { ...scheme, legalForm },
      appointedDirectors: directors,
      appointedTrustees: ofScheme.length - directors,
    })
    planned.isSubmitted = gaps.length === 0
    if (report && gaps.length > 0)
      addIssuesTo(report, planned.row)('STAYS_DRAFT', 'scheme', gaps.map(({ message }) => message).join('; '))
  }
}
