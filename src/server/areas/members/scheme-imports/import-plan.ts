/** Decides which records the rows of a workbook become. The reports of the sheets have the reasons of the rejected rows. */
import type { MemberColumn } from '../../../../contract/member-imports.ts'
import type {
  EmployerColumn,
  SchemeColumn,
  SheetName,
  TrusteeColumn,
} from '../../../../contract/scheme-imports.ts'
import { createId } from '../../../platform/ids.ts'
import { nameKey, searchKey } from '../../../platform/text-keys.ts'
import { findApprovalGaps, type NewSchemeRecord } from '../../schemes/schemes/index.ts'
import type { TrusteeInOffice } from '../../schemes/trustees/index.ts'
import type { ImportReporter, ImportTable } from '../imports/index.ts'
import type { MemberPlan, WorkbookMembers } from '../members/index.ts'
import type { FirmRecords } from './firm-records.ts'
import {
  createFound,
  type EmployerDraft,
  type Found,
  type ReadSheet,
  readEmployers,
  readSchemes,
  readTrustees,
  type SchemeDraft,
} from './sheet-rows.ts'

export type Sheets = ReadonlyMap<SheetName, ReadSheet>

interface PlannedScheme extends NewSchemeRecord {
  row: number
  employerName: string
  trustees: PlannedTrustee[]
  members: MemberPlan | null
}
interface PlannedTrustee extends TrusteeInOffice {
  training: { id: string; completedOn: string } | null
}

export interface ImportPlan {
  employers: { id: string; employer: EmployerDraft['employer'] }[]
  schemes: PlannedScheme[]
}

interface Planning {
  sheets: Sheets
  firm: FirmRecords
  today: string
  tenantId: string
  members: WorkbookMembers
}

export async function planImport(planning: Planning): Promise<ImportPlan> {
  const { sheets, firm, today } = planning
  const employerIds = new Map(firm.employers)
  const employers = planEmployers(sheets, firm, today, employerIds)
  const schemes = planSchemes(sheets, firm, today, employerIds)
  const lookup = createSchemeLookup(sheets, schemes)
  planTrustees(sheets, firm, today, lookup)
  await planMembers(planning, lookup)
  noteDrafts(sheets, schemes)
  return { employers, schemes }
}

function planEmployers(
  sheets: Sheets,
  firm: FirmRecords,
  today: string,
  employerIds: Map<string, string>,
): ImportPlan['employers'] {
  const sheet = sheets.get('Employers') as ReadSheet<EmployerColumn> | undefined
  if (!sheet) return []
  const added: ImportPlan['employers'] = []
  const rowOfName = new Map<string, number>()
  const numbers = new Set(firm.registeredNumbers)
  for (const { row, employer } of readEmployers(sheet, today)) {
    const found = createFound(sheet.report, row)
    const key = nameKey(employer.legalName)
    const number = employer.employerRegisteredNumber
    const earlier = rowOfName.get(key)
    if (earlier !== undefined) found('S06', 'employer', `The employer is in row ${earlier} already`)
    else if (firm.employers.has(key)) {
      found('S81', 'employer', 'An employer of this name is recorded: it is used and not changed')
      continue
    } else if (number && numbers.has(number))
      found('S07', 'employer_registered_number', 'Another employer has this registered number')
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
  const sheet = sheets.get('Schemes') as ReadSheet<SchemeColumn> | undefined
  if (!sheet) return []
  const planned: PlannedScheme[] = []
  const seen = new Map<string, number>()
  const employersInSheet = namesIn(sheets, 'Employers', 'employer')
  for (const draft of readSchemes(sheet, today)) {
    const { row, scheme, employerName, closedToNewOn, paidUpOn } = draft
    const found = createFound(sheet.report, row)
    const employerId = employerIds.get(nameKey(employerName))
    if (employerId === undefined) {
      // A rejected row of the sheet Employers has its own issue.
      if (!employersInSheet.has(nameKey(employerName)))
        found('S04', 'employer', 'No employer of this name is recorded or in the sheet Employers')
      continue
    }
    refuseKnownScheme(draft, employerId, firm, seen, found)
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
      trustees: [],
      members: null,
    })
  }
  return planned
}

function refuseKnownScheme(
  { row, scheme }: SchemeDraft,
  employerId: string,
  firm: FirmRecords,
  seen: Map<string, number>,
  found: Found<SchemeColumn>,
): void {
  const name = `${employerId} ${nameKey(scheme.name)}`
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
    const earlier = seen.get(key)
    if (isRecorded) found('S07', field, `There is ${what}: skip the row`)
    else if (earlier !== undefined) found('S06', field, `Row ${earlier} has ${what}`)
    seen.set(key, earlier ?? row)
  }
}

/** Finds the scheme that a row of another sheet names; null where there is none, with an issue unless the scheme's row has one. */
type SchemeLookup = (
  named: { scheme: string; schemeEmployer: string },
  found: (message: string) => void,
) => PlannedScheme | null

function createSchemeLookup(sheets: Sheets, schemes: readonly PlannedScheme[]): SchemeLookup {
  const byName = Map.groupBy(schemes, ({ scheme }) => nameKey(scheme.name))
  const byNumber = new Map(schemes.map((one) => [one.scheme.pensionsAuthorityNumber ?? '', one]))
  const inSheet = namesIn(sheets, 'Schemes', 'scheme').union(namesIn(sheets, 'Schemes', 'pb_number'))
  return ({ scheme, schemeEmployer }, found) => {
    const ofName = byName.get(nameKey(scheme)) ?? []
    const matching =
      schemeEmployer === ''
        ? ofName
        : ofName.filter(({ employerName }) => nameKey(employerName) === nameKey(schemeEmployer))
    if (matching.length > 1) found('Two schemes have this name: enter the employer in scheme_employer')
    if (matching.length > 0) return matching.length === 1 ? (matching[0] ?? null) : null
    const ofNumber = byNumber.get(scheme.toUpperCase().replace(/[\s-]/g, ''))
    if (ofNumber) return ofNumber
    if (!inSheet.has(nameKey(scheme))) found('No scheme of this name or PB number is in the sheet Schemes')
    else if (ofName.length > 0) found('The scheme in the sheet Schemes has another employer')
    return null
  }
}

/** The names in a column of the rows that are not skipped, rejected ones included. */
const namesIn = (sheets: Sheets, sheet: SheetName, field: string): Set<string> =>
  new Set(
    (sheets.get(sheet)?.table.rows ?? [])
      .filter(({ isSkipped }) => !isSkipped)
      .map((row) => nameKey(row.get(field))),
  )

function planTrustees(sheets: Sheets, firm: FirmRecords, today: string, lookup: SchemeLookup): void {
  const sheet = sheets.get('Trustees') as ReadSheet<TrusteeColumn> | undefined
  if (!sheet) return
  const seen = new Map<string, number>()
  for (const { row, trustee, appointedOn, fitProperAssessedOn, trainedOn, ...named } of readTrustees(
    sheet,
    today,
  )) {
    const found = createFound(sheet.report, row)
    const scheme = lookup(named, (message) => found('S05', 'scheme', message))
    const person = searchKey(trustee.personName)
    if (firm.disqualified.has(person))
      found(
        'S08',
        'trustee',
        'A trustee of this name was disqualified. For another person, enter the full name',
      )
    if (scheme === null) continue
    const earlier = seen.get(`${scheme.id} ${person}`)
    if (earlier !== undefined) found('S06', 'trustee', `Row ${earlier} has this trustee of the scheme`)
    seen.set(`${scheme.id} ${person}`, earlier ?? row)
    if (sheet.report.isRejected(row)) continue
    scheme.trustees.push({
      id: createId(),
      schemeId: scheme.id,
      trustee,
      appointedOn,
      fitProperAssessedOn,
      training: trainedOn === null ? null : { id: createId(), completedOn: trainedOn },
    })
  }
}

async function planMembers(
  { sheets, tenantId, today, members }: Planning,
  lookup: SchemeLookup,
): Promise<void> {
  const sheet = sheets.get('Members')
  if (!sheet) return
  const report = sheet.report as unknown as ImportReporter<MemberColumn>
  const drafts = await members.read({
    table: sheet.table as unknown as ImportTable<MemberColumn>,
    report,
    tenantId,
    today,
  })
  const rows = new Map(sheet.table.rows.map((row) => [row.row, row]))
  const byScheme = Map.groupBy(drafts, ({ row }) => {
    const cells = rows.get(row)
    const named = { scheme: cells?.get('scheme') ?? '', schemeEmployer: cells?.get('scheme_employer') ?? '' }
    return lookup(named, (message) => createFound(sheet.report, row)('S05', 'scheme', message))
  })
  for (const [scheme, ofScheme] of byScheme) {
    if (scheme === null) continue
    const facts = { legalForm: scheme.scheme.legalForm ?? '', closedToNewOn: scheme.closedToNewOn }
    scheme.members = await members.plan(facts, ofScheme, { report, today })
  }
}

/** A scheme that lacks something for an approval stays a draft, and the warning says what. */
function noteDrafts(sheets: Sheets, schemes: readonly PlannedScheme[]): void {
  const report = sheets.get('Schemes')?.report
  for (const planned of schemes) {
    const directors = planned.trustees.filter(
      ({ trustee }) => trustee.role === 'DIRECTOR_OF_CORPORATE_TRUSTEE',
    ).length
    const { legalForm = 'OCCUPATIONAL_TRUST', ...scheme } = planned.scheme
    const gaps = findApprovalGaps({
      scheme: { ...scheme, legalForm },
      appointedDirectors: directors,
      appointedTrustees: planned.trustees.length - directors,
    })
    planned.isSubmitted = gaps.length === 0
    if (report && gaps.length > 0)
      createFound(report, planned.row)(
        'S51',
        'scheme',
        `The scheme stays a draft until this is done: ${gaps.map(({ message }) => message).join('; ')}`,
      )
  }
}
