/** Adds the breaches found by detectors to the breach register: each once. The severity rises when the facts get worse. */
import type { Breach, BreachCategory, BreachSeverity, BreachSource } from '../../../../contract/breaches.ts'
import type { Changed } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { auditedBreach, breaches } from './records.ts'
import { isGraver, suggestReportability } from './rules.ts'

export interface BreachFinding {
  schemeId: string
  employerId: string | null
  source: Extract<BreachSource, 'CALENDAR' | 'CONTRIBUTION' | 'KFH'>
  category: BreachCategory
  /** Stable key of the finding within its firm: rule and period, or contribution type and payroll month. */
  detectionKey: string
  title: string
  occurredOn: string
  dueOn: string | null
  amountCents: number | null
  membersAffected: number | null
  obligationId: string | null
  contributionId: string | null
  severity: BreachSeverity
  /** Date on which the breach was remedied, if it has been. */
  resolvedOn?: string | null
}

const ACTION = 'breach.detect'

/** Rows per statement; PostgreSQL limits the parameters of one statement. */
const WRITTEN_AT_ONCE = 200

/**
 * Inserts or updates the breaches for findings of any firms within the scope of the transaction. Until a breach is assessed, its severity
 * follows the finding; afterwards only the suggestion changes and the assessment is kept. Closed breaches are not changed. Returns the
 * changes, which the caller's pipeline records in the audit log.
 */
export async function detectBreaches(
  tx: Tx,
  findings: readonly BreachFinding[],
  today: string,
): Promise<Changed<{ entered: number; changed: number }>> {
  const firms = await loadFirms(tx, findings)
  const known = await loadExistingEntries(tx, findings, [...new Set(firms.values())])
  const fresh = new Map<string, Row>()
  const moved = new Map<string, BreachFinding>()
  for (const finding of findings) {
    const tenantId = firms.get(finding.schemeId)
    if (!tenantId) continue
    const key = `${tenantId} ${finding.detectionKey}`
    const entry = known.get(key)
    if (!entry) fresh.set(key, fresh.get(key) ?? buildRow(tenantId, finding, today))
    else if (isMoved(entry, finding)) moved.set(entry.id, finding)
  }
  const entered = await writeInPieces([...fresh.values()], (rows) => insertBreaches(tx, rows))
  const followed = await writeInPieces([...moved], (findings) => updateBreaches(tx, new Map(findings)))
  return {
    answer: { entered: entered.length, changed: followed.length },
    changes: [...entered, ...followed].map(({ before, after }) => ({
      audited: auditedBreach,
      action: ACTION,
      tenantId: after.tenantId,
      before,
      after,
    })),
  }
}

interface ChangedBreach {
  before: Breach | null
  after: Breach
}

async function writeInPieces<T>(
  all: readonly T[],
  write: (piece: readonly T[]) => Promise<ChangedBreach[]>,
): Promise<ChangedBreach[]> {
  const done: ChangedBreach[] = []
  for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE)
    done.push(...(await write(all.slice(from, from + WRITTEN_AT_ONCE))))
  return done
}

async function loadFirms(tx: Tx, findings: readonly BreachFinding[]): Promise<Map<string, string>> {
  const rows = await runRows<{ id: string; tenantId: string }>(
    tx,
    'select id, tenant_id as "tenantId" from schemes where id = any($1)',
    [[...new Set(findings.map(({ schemeId }) => schemeId))]],
  )
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]))
}

/** The fields of a breach that can change as time passes. */
type Entry = Pick<Breach, 'id' | 'status' | 'suggestedSeverity' | 'severity' | 'resolvedOn'>

async function loadExistingEntries(
  tx: Tx,
  findings: readonly BreachFinding[],
  firms: readonly string[],
): Promise<Map<string, Entry>> {
  const rows = await runRows<Entry & { key: string }>(
    tx,
    `select tenant_id || ' ' || detection_key as key, id, status, severity, suggested_severity as "suggestedSeverity",
       resolved_on as "resolvedOn" from breaches where tenant_id = any($1) and detection_key = any($2)`,
    [firms, findings.map(({ detectionKey }) => detectionKey)],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** Compared before the full record is loaded: of thousands of open breaches, few have changed. */
const isMoved = (entry: Entry, { severity, resolvedOn }: BreachFinding): boolean =>
  entry.status !== 'CLOSED' &&
  (isGraver(severity, entry.suggestedSeverity) ||
    isGraver(severity, entry.severity) ||
    (Boolean(resolvedOn) && entry.resolvedOn === null))

type Row = ReturnType<typeof buildRow>
function buildRow(tenantId: string, finding: BreachFinding, today: string) {
  // Detectors find no ICT incidents, and only those need the DORA tier.
  const suggestion = suggestReportability({ ...finding, doraTier: null })
  return {
    id: createId(),
    tenant_id: tenantId,
    scheme_id: finding.schemeId,
    employer_id: finding.employerId,
    source: finding.source,
    category: finding.category,
    detection_key: finding.detectionKey,
    obligation_id: finding.obligationId,
    contribution_id: finding.contributionId,
    title: finding.title,
    search_key: searchKey(finding.title),
    occurred_on: finding.occurredOn,
    detected_on: today,
    due_on: finding.dueOn,
    resolved_on: finding.resolvedOn ?? null,
    amount_cents: finding.amountCents,
    members_affected: finding.membersAffected,
    severity: finding.severity,
    suggested_severity: finding.severity,
    suggested_reportability: suggestion.reportability,
    suggestion_reason: suggestion.reason,
  }
}

/** Skips breaches that another run inserted in the meantime. */
async function insertBreaches(tx: Tx, rows: readonly Row[]): Promise<ChangedBreach[]> {
  const inserted = await tx
    .insertInto('breaches')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .execute()
  const entries = await breaches.each(
    tx,
    inserted.map(({ id }) => id),
  )
  return entries.map((after) => ({ before: null, after }))
}

/** Updates existing breaches. A breach that a user changes at the same moment is left to the next run. */
async function updateBreaches(
  tx: Tx,
  findings: ReadonlyMap<string, BreachFinding>,
): Promise<ChangedBreach[]> {
  const before = new Map((await breaches.each(tx, [...findings.keys()])).map((entry) => [entry.id, entry]))
  const rows = [...before.values()].flatMap((entry) => {
    const columns = buildMovedColumns(entry, findings.get(entry.id) as BreachFinding)
    return columns ? [{ tenant_id: entry.tenantId, id: entry.id, version: entry.version, ...columns }] : []
  })
  const saved = await runRows<{ id: string }>(
    tx,
    `update breaches b set suggested_severity = e.suggested_severity, severity = e.severity, resolved_on = e.resolved_on,
       version = b.version + 1, updated_at = clock_timestamp()
     from jsonb_to_recordset($1::jsonb) as e (tenant_id text, id text, version int, suggested_severity text, severity text,
       resolved_on date)
     where b.tenant_id = e.tenant_id and b.id = e.id and b.version = e.version returning b.id`,
    [JSON.stringify(rows)],
  )
  const after = await breaches.each(
    tx,
    saved.map(({ id }) => id),
  )
  return after.map((entry) => ({ before: before.get(entry.id) as Breach, after: entry }))
}

/** Null if nothing has changed. */
function buildMovedColumns(entry: Breach, { severity, resolvedOn }: BreachFinding) {
  if (entry.status === 'CLOSED') return null
  const isSuggested = isGraver(severity, entry.suggestedSeverity)
  const isUndecided = entry.status === 'OPEN' && entry.assessedOn === null
  const isSevere = isUndecided && isGraver(severity, entry.severity)
  const isResolved = Boolean(resolvedOn) && entry.resolvedOn === null
  if (!isSuggested && !isSevere && !isResolved) return null
  return {
    suggested_severity: isSuggested ? severity : entry.suggestedSeverity,
    severity: isSevere ? severity : entry.severity,
    resolved_on: isResolved ? resolvedOn : entry.resolvedOn,
  }
}
