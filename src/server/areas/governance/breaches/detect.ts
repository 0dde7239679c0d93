/** Enters what detectors find into the register: once each, and graver where it has become so. */
import type { Breach, BreachCategory, BreachSeverity, BreachSource } from '../../../../contract/breaches.ts'
import type { Changed } from '../../../pipeline/define-operation.ts'
import { runRows } from '../../../pipeline/owners.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { auditedBreach, breaches } from './records.ts'
import { isGraver, suggestReportability } from './rules.ts'

export interface BreachFinding {
  schemeId: string
  employerId: string | null
  source: Extract<BreachSource, 'CALENDAR' | 'CONTRIBUTION' | 'KFH'>
  category: BreachCategory
  /** Names the finding within its firm for good: rule and period, or limb and payroll month. */
  detectionKey: string
  title: string
  occurredOn: string
  dueOn: string | null
  amountCents: number | null
  membersAffected: number | null
  obligationId: string | null
  contributionId: string | null
  severity: BreachSeverity
  /** When it was put right, where it has been. */
  resolvedOn?: string | null
}

/** The name under which the log tells of it. */
const ACTION = 'breach.detect'

/** Rows a statement: of as many columns as an entry has. */
const WRITTEN_AT_ONCE = 200

/**
 * Findings of any firms, within the reach of the transaction. An entry that is there already becomes graver while nobody
 * has assessed it; afterwards only the suggestion does, and what a person decided stands. Closed entries stay as they are.
 * Answers how many entries are new and how many changed; the caller's pipeline records the changes.
 */
export async function detectBreaches(
  tx: Tx,
  findings: readonly BreachFinding[],
  today: string,
): Promise<Changed<{ entered: number; changed: number }>> {
  const firms = await firmsOf(tx, findings)
  const known = await entriesOf(tx, findings, [...new Set(firms.values())])
  const fresh = new Map<string, Row>()
  const moved = new Map<string, BreachFinding>()
  for (const finding of findings) {
    const tenantId = firms.get(finding.schemeId)
    if (!tenantId) continue
    const key = `${tenantId} ${finding.detectionKey}`
    const entry = known.get(key)
    if (!entry) fresh.set(key, fresh.get(key) ?? rowOf(tenantId, finding, today))
    else if (isMoved(entry, finding)) moved.set(entry.id, finding)
  }
  const entered = await inPieces([...fresh.values()], (rows) => enter(tx, rows))
  const followed = await inPieces([...moved], (findings) => follow(tx, new Map(findings)))
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

interface Moved {
  before: Breach | null
  after: Breach
}

async function inPieces<T>(
  all: readonly T[],
  write: (piece: readonly T[]) => Promise<Moved[]>,
): Promise<Moved[]> {
  const done: Moved[] = []
  for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE)
    done.push(...(await write(all.slice(from, from + WRITTEN_AT_ONCE))))
  return done
}

async function firmsOf(tx: Tx, findings: readonly BreachFinding[]): Promise<Map<string, string>> {
  const rows = await runRows<{ id: string; tenantId: string }>(
    tx,
    'select id, tenant_id as "tenantId" from schemes where id = any($1)',
    [[...new Set(findings.map(({ schemeId }) => schemeId))]],
  )
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]))
}

/** What of an entry decides whether time has done anything to it. */
type Entry = Pick<Breach, 'id' | 'status' | 'suggestedSeverity' | 'severity' | 'resolvedOn'>

/** Firm and key -> the entry. */
async function entriesOf(
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

/** Asked before the entry is read whole: of thousands that stand, few have moved. */
const isMoved = (entry: Entry, { severity, resolvedOn }: BreachFinding): boolean =>
  entry.status !== 'CLOSED' &&
  (isGraver(severity, entry.suggestedSeverity) ||
    isGraver(severity, entry.severity) ||
    (Boolean(resolvedOn) && entry.resolvedOn === null))

type Row = ReturnType<typeof rowOf>
function rowOf(tenantId: string, finding: BreachFinding, today: string) {
  // No detector finds an incident, for which alone the tier is asked.
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

/** What another detector entered meanwhile is left out. */
async function enter(tx: Tx, rows: readonly Row[]): Promise<Moved[]> {
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

/** What time has done to entries that stand. What somebody changes at this moment is left to the next run. */
async function follow(tx: Tx, findings: ReadonlyMap<string, BreachFinding>): Promise<Moved[]> {
  const before = new Map((await breaches.each(tx, [...findings.keys()])).map((entry) => [entry.id, entry]))
  const rows = [...before.values()].flatMap((entry) => {
    const columns = movedColumns(entry, findings.get(entry.id) as BreachFinding)
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

/** Null where nothing has moved. */
function movedColumns(entry: Breach, { severity, resolvedOn }: BreachFinding) {
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
