/** Creates a breach: its owner, the assessment suggested by the rules, and the closing of the breach that it corrects. */
import { sql } from 'kysely'
import type { Breach } from '../../../../contract/breaches.ts'
import * as contract from '../../../../contract/breaches.ts'
import type { Input } from '../../../../contract/define.ts'
import { findDoraTier } from '../../../../contract/dora-tier.ts'
import { requireInstantNotInFuture, requireNotInFuture } from '../../../operation/date-guards.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { type Actor, isFirm } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { find, type OwnerRef } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createInvalidFieldRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin, toDublinDate } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runStatement } from '../../../platform/statements.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { loadRegimeProfile, schemes } from '../../schemes/schemes/index.ts'
import { auditedBreach, breaches } from './records.ts'
import {
  getSeverity,
  isRestrictedCategory,
  type Subject,
  type Suggestion,
  suggestReportability,
} from './rules.ts'

type Entry = Input<typeof contract.createBreach>

/** The owner is that of the scheme or the employer; a breach without either belongs to the firm. */
export function getOwnerOfBreach({ schemeId, employerId, tenantId }: Entry, actor: Actor): OwnerRef {
  if (schemeId) return find.scheme(schemeId)
  if (employerId) return find.employer(employerId)
  if (actor.role !== 'SuperAdmin') return find.self(actor)
  if (!tenantId || !isFirm(tenantId))
    throw createInvalidFieldRefusal('tenantId', 'Choose a firm, a scheme or an employer')
  return find.tenant(tenantId)
}

/** Returns the id of the new breach and the other changes: a corrected breach is closed. */
export async function enterBreach(
  tx: Tx,
  input: Entry,
  actor: Actor,
  clock: Clock,
): Promise<{ id: string; also: Change[] }> {
  const tenantId = await requireSharedFirm(tx, input, actor)
  const corrected = input.correctsId ? await requireCorrectable(tx, input.correctsId, actor, tenantId) : null
  const days = requireBreachDates(input, clock, corrected)
  const scheme = input.schemeId ? await schemes.require(tx, input.schemeId) : null
  const suggestion = suggestReport(corrected, {
    category: input.category,
    source: input.source,
    doraTier: scheme && findDoraTier(await loadRegimeProfile(tx, scheme), scheme),
  })
  const id = createId()
  await tx
    .insertInto('breaches')
    .values({
      id,
      tenant_id: tenantId,
      scheme_id: input.schemeId,
      employer_id: input.employerId,
      source: input.source,
      category: input.category,
      obligation_id: corrected?.obligationId ?? null,
      contribution_id: input.contributionId ?? corrected?.contributionId ?? null,
      title: input.title,
      search_key: searchKey(input.title),
      description: input.description,
      ...days,
      due_on: input.dueOn,
      amount_cents: input.amountCents,
      members_affected: input.membersAffected,
      severity: input.severity ?? getSeverity(input.category),
      suggested_severity: getSeverity(input.category),
      suggested_reportability: suggestion.reportability,
      suggestion_reason: suggestion.reason,
      root_cause: input.rootCause,
      remedial_action: input.remedialAction,
      owner: input.owner,
      reported_at: corrected?.reportedAt ?? null,
      report_reference: corrected?.reportReference ?? null,
      is_restricted:
        input.isRestricted || isRestrictedCategory(input.category) || corrected?.isRestricted === true,
      corrects_id: input.correctsId,
      created_by: actor.id,
    })
    .execute()
  return { id, also: corrected ? await closeCorrected(tx, corrected, getTodayInDublin(clock)) : [] }
}

/** The firm of the scheme or employer. Scheme, employer and payroll month must belong together. */
async function requireSharedFirm(tx: Tx, input: Entry, actor: Actor): Promise<string> {
  const { schemeId, employerId, contributionId } = input
  const refs = [
    ...(schemeId ? [find.scheme(schemeId)] : []),
    ...(employerId ? [find.employer(employerId)] : []),
    ...(contributionId ? [find.contribution(contributionId)] : []),
  ]
  const owners = []
  for (const ref of refs) owners.push(await requireOwned(tx, actor, ref))
  const tenantId =
    owners[0]?.tenantId ?? (actor.role === 'SuperAdmin' ? (input.tenantId as string) : actor.tenantId)
  if (owners.some((owner) => owner.tenantId !== tenantId) || !(await isConsistent(tx, input)))
    throw createBusinessRuleRefusal(
      'NOT_TOGETHER',
      'The scheme, the employer and the payroll month do not belong together',
    )
  return tenantId
}

async function isConsistent(tx: Tx, { schemeId, employerId, contributionId }: Entry): Promise<boolean> {
  if (contributionId) {
    const batch = await tx
      .selectFrom('contribution_batches')
      .select(['scheme_id', 'employer_id'])
      .where('id', '=', contributionId)
      .executeTakeFirstOrThrow()
    return batch.scheme_id === schemeId && (!employerId || batch.employer_id === employerId)
  }
  if (!schemeId || !employerId) return true
  const terms = await runStatement(tx, {
    text: 'select 1 from app.scheme_terms($1, $2)',
    values: [schemeId, employerId],
  })
  return terms.length > 0
}

async function requireCorrectable(tx: Tx, id: string, actor: Actor, tenantId: string): Promise<Breach> {
  const owner = await requireOwned(tx, actor, find.breach(id))
  const before = await breaches.require(tx, id)
  if (owner.tenantId !== tenantId)
    throw createBusinessRuleRefusal(
      'NOT_TOGETHER',
      'A correction must belong to the same firm as the breach it corrects',
      { field: 'correctsId' },
    )
  if (before.correctedById)
    throw createConflictRefusal('This breach has already been corrected: correct the newer breach', {
      code: 'CORRECTED_ALREADY',
    })
  return before
}

/**
 * Occurred before detected, neither in the future. Awareness is on the detection date; a correction keeps the awareness time of the
 * original.
 */
function requireBreachDates(input: Entry, clock: Clock, corrected: Breach | null) {
  const today = getTodayInDublin(clock)
  const detectedOn = requireNotInFuture(
    input.detectedOn ??
      (input.awareAt ? toDublinDate(new Date(input.awareAt)) : (corrected?.detectedOn ?? today)),
    today,
    'detectedOn',
  )
  requireNotInFuture(input.occurredOn, today, 'occurredOn')
  if (input.occurredOn > detectedOn)
    throw createBusinessRuleRefusal(
      'DATES_OUT_OF_ORDER',
      'The breach cannot be detected before it occurred',
      { field: 'detectedOn' },
    )
  if (input.awareAt) requireInstantNotInFuture(input.awareAt, clock.now(), 'awareAt')
  if (input.awareAt && toDublinDate(new Date(input.awareAt)) !== detectedOn)
    throw createBusinessRuleRefusal(
      'DATES_OUT_OF_ORDER',
      'The awareness time must be on the detection date',
      { field: 'awareAt' },
    )
  // If the hour is unknown, the start of the day is used: reporting periods then end no later than they should.
  const startOfDay = sql<string>`(${detectedOn}::date::timestamp at time zone 'Europe/Dublin')`
  const now = clock.now().toISOString()
  return {
    occurred_on: input.occurredOn,
    detected_on: detectedOn,
    aware_at:
      input.awareAt ??
      (corrected?.detectedOn === detectedOn ? corrected.awareAt : detectedOn === today ? now : startOfDay),
  }
}

/** A decision to report is carried over to the correction. */
function suggestReport(corrected: Breach | null, subject: Subject): Suggestion {
  const isDecided = corrected && corrected.reportability !== 'UNDECIDED' && corrected.reportability !== 'NONE'
  return isDecided
    ? {
        reportability: corrected.reportability,
        reason: 'Carried over from the breach that this one corrects',
      }
    : suggestReportability(subject)
}

/** The original is closed; otherwise one breach would be counted twice. */
async function closeCorrected(tx: Tx, before: Breach, today: string): Promise<Change[]> {
  if (before.status === 'CLOSED') return []
  await updateUnlessStale(tx, 'breaches', before, {
    status: 'CLOSED',
    closed_on: today,
    closing_reason: 'Corrected by a later breach record',
  })
  const after = await breaches.require(tx, before.id)
  return [{ audited: auditedBreach, before, after, action: contract.closeBreach.name }]
}
