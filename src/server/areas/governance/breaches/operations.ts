import type { z } from 'zod'
import type { Breach, BreachAssessment } from '../../../../contract/breaches.ts'
import * as contract from '../../../../contract/breaches.ts'
import { assignCommand } from '../../../operation/assignment.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requireInstantNotInFuture, requireNotInFuture } from '../../../operation/date-guards.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { created, defineCommand, defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createLegalRuleRefusal,
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { enterBreach, getOwnerOfBreach } from './entry.ts'
import { auditedBreach, breaches } from './records.ts'
import { findClosingBlocker, getStatusAfterDecision } from './rules.ts'
import { buildBreachTrend, selectBreachTrend } from './trend.ts'

const defineTransition = transitionCommands({
  records: breaches,
  audited: auditedBreach,
  transitions: contract.BREACH_TRANSITIONS,
})

const listBreaches = defineList(contract.listBreaches, breaches)

const getBreachTrend = (clock: Clock) =>
  defineQuery({
    contract: contract.getBreachTrend,
    owner: 'in-scope',
    select: (input, scope) => selectBreachTrend(input, scope, getTodayInDublin(clock)),
    body: (rows) => buildBreachTrend(rows, getTodayInDublin(clock)),
  })

const getBreach = defineQuery({
  contract: contract.getBreach,
  owner: ({ id }, find) => find.breach(id),
  select: ({ id }) => breaches.one(id),
  unseen: createRoleRefusal,
})

const createBreach = (clock: Clock) =>
  defineCommand({
    contract: contract.createBreach,
    owner: (input, _find, actor) => getOwnerOfBreach(input, actor),
    async handle({ input, tx, actor }) {
      const { id, also } = await enterBreach(tx, input, actor, clock)
      return created(auditedBreach, await breaches.require(tx, id), ...also)
    },
  })

const updateBreach = defineChange(
  contract.updateBreach,
  { records: breaches, audited: auditedBreach },
  ({ input, before }) => {
    if (before.status === 'CLOSED')
      throw createConflictRefusal('A closed breach cannot be changed: reopen it or record a correction', {
        code: 'ILLEGAL_TRANSITION',
        status: before.status,
      })
    refuseOtherFacts(before, input)
    return buildColumns(input)
  },
)

const assignBreach = assignCommand({
  contract: contract.assignBreach,
  records: breaches,
  audited: auditedBreach,
})

const assessBreach = (clock: Clock) =>
  defineTransition(contract.assessBreach, ({ input, before, actor }) => {
    const { severity, reportability, reason } = input
    if (input.riskToPeople && before.category !== 'DATA_PROTECTION')
      throw createBusinessRuleRefusal(
        'NOT_A_DATA_BREACH',
        'Risk to people applies only to personal data breaches',
        { field: 'riskToPeople' },
      )
    const riskToPeople = input.riskToPeople ?? before.riskToPeople
    const citation = input.citation ?? contract.REPORTABILITY_RULES[reportability].citation
    const assessment: BreachAssessment = {
      assessedOn: getTodayInDublin(clock),
      assessedBy: actor.id,
      suggestedSeverity: before.suggestedSeverity,
      severity,
      suggestedReportability: before.suggestedReportability,
      reportability,
      ...(riskToPeople && { riskToPeople }),
      citation,
      reason,
    }
    return {
      status: getStatusAfterDecision(before, reportability),
      severity,
      reportability,
      risk_to_people: riskToPeople,
      reportability_reason: reason,
      reportability_citation: citation,
      assessed_on: assessment.assessedOn,
      assessments: JSON.stringify([...before.assessments, assessment]),
    }
  })

const reportBreach = (clock: Clock) =>
  defineTransition(contract.reportBreach, ({ input, before }) => {
    const reportedAt = requireInstantNotInFuture(
      input.reportedAt ?? clock.now().toISOString(),
      clock.now(),
      'reportedAt',
    )
    if (reportedAt < before.awareAt)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The report date cannot be before the awareness date',
        { field: 'reportedAt' },
      )
    return { reported_at: reportedAt, report_reference: input.reportReference }
  })

const remediateBreach = (clock: Clock) =>
  defineTransition(contract.remediateBreach, ({ input, before }) => ({
    remediation_on: requireOnOrAfterBreach(clock, before, input.on ?? getTodayInDublin(clock), 'on'),
    remedial_action: input.remedialAction ?? before.remedialAction,
  }))

const closeBreach = (clock: Clock) =>
  defineTransition(contract.closeBreach, ({ input, before }) => {
    const blocker = findClosingBlocker(before, input.isNotABreach)
    if (blocker) {
      const { code, citation, message } = blocker
      throw citation
        ? createLegalRuleRefusal(code, citation, message)
        : createBusinessRuleRefusal(code, message)
    }
    return {
      closed_on: getTodayInDublin(clock),
      closing_reason: input.closingReason,
      is_not_a_breach: input.isNotABreach,
      resolved_on: input.resolvedOn
        ? requireOnOrAfterBreach(clock, before, input.resolvedOn, 'resolvedOn')
        : before.resolvedOn,
    }
  })

const reopenBreach = defineTransition(
  contract.reopenBreach,
  ({ before }) => {
    if (before.correctedById)
      throw createConflictRefusal('A corrected breach cannot be reopened: open the newer breach', {
        code: 'CORRECTED_ALREADY',
      })
    return { closed_on: null, closing_reason: null, is_not_a_breach: false }
  },
  ({ reason }) => ({ reason }),
)

export function createBreachOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listBreaches,
    getBreachTrend(clock),
    getBreach,
    createBreach(clock),
    updateBreach,
    assignBreach,
    assessBreach(clock),
    reportBreach(clock),
    remediateBreach(clock),
    closeBreach(clock),
    reopenBreach,
  ]
}
function requireOnOrAfterBreach(clock: Clock, { occurredOn }: Breach, on: string, field: string): string {
  requireNotInFuture(on, getTodayInDublin(clock), field)
  if (on < occurredOn)
    throw createBusinessRuleRefusal('DATES_OUT_OF_ORDER', 'The date cannot be before the breach occurred', {
      field,
    })
  return on
}

/** Facts found by the service cannot be edited: a correction is a new breach. */
function refuseOtherFacts(before: Breach, input: z.output<typeof contract.EditableBreach>): void {
  if (!before.isDetected) return
  for (const field of ['amountCents', 'membersAffected'] as const) {
    if (before[field] !== null && input[field] !== before[field])
      throw createBusinessRuleRefusal(
        'DETECTED_FACT',
        'A detected value cannot be edited: record a correction',
        { field },
      )
  }
}

const buildColumns = (input: z.output<typeof contract.EditableBreach>) =>
  toColumns(contract.EditableBreach, input)
