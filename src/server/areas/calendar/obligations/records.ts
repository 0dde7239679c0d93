import { Obligation as ObligationRecord, ObligationSummary } from '../../../../contract/obligations.ts'
import { ASSIGNEE_NAME } from '../../../operation/assignment.ts'
import { buildBroadCondition, recordSet, refuseHiddenRecords } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import { buildRestrictedObligationCondition } from '../../schemes/schemes/index.ts'

export const STATUS =
  'app.obligation_status(r.state, r.due_on, r.due_at, r.legal_end_on, r.completed_on, r.completed_at, r.soon_days, (select app.today()))'

/** Owner: an obligation about another participating employer belongs to that employer. */
export const EMPLOYER =
  "case when r.subject ->> 'kind' = 'employer' then r.subject ->> 'id' else s.employer_id end"

/** Trustees of one scheme have the same obligations: the name tells them apart. */
export const TRUSTEE_NAME = `case when r.subject ->> 'kind' = 'trustee' then
  (select t.person_name from trustees t where t.tenant_id = r.tenant_id and t.id = r.subject ->> 'id') end`

/** Row-level security hides the obligations of a restricted breach from readers who may not see the breach. */
export const obligations = refuseHiddenRecords(
  recordSet({
    record: ObligationRecord,
    summary: ObligationSummary,
    from: 'obligations r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id',
    columns: {
      schemeName: 's.name',
      employerId: EMPLOYER,
      status: STATUS,
      workBackOn: 'r.due_on - case extract(isodow from r.due_on) when 6 then 1 when 7 then 2 else 0 end',
      evidenceDocumentIds: 'to_json(r.evidence_document_ids)',
      citations: 'to_json(r.citations)',
      isRestricted: buildRestrictedObligationCondition('r'),
      assigneeName: ASSIGNEE_NAME,
      trusteeName: TRUSTEE_NAME,
    },
    owner: { tenant: 'r.tenant_id', employer: null, member: null },
    filters: {
      schemeId: 'r.scheme_id = $',
      employerId: `${EMPLOYER} = $`,
      // The state is in an index, in the order of the list.
      status: `(r.state = case when $ in ('UPCOMING', 'DUE_SOON', 'OVERDUE') then 'OPEN' when $ = 'DONE_LATE' then 'DONE' else $ end
        and ${buildBroadCondition(`${STATUS} = $`)})`,
      // Obligations to be confirmed are neither open nor closed.
      isOpen:
        "(r.state not in ('TO_CONFIRM', 'CHECK') and (r.state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL')) = $::boolean)",
      ruleId: 'r.rule_id = $',
      dueFrom: 'r.due_on >= $::date',
      dueTo: 'r.due_on <= $::date',
      assigneeId: 'r.assignee_id = $',
      q: '(r.search_key like all ($::text[]) or s.search_key like all ($::text[]))',
    },
    contains: ['q'],
    searchedAs: 'obligation',
    sorts: {
      // Rows without a date sort last.
      dueOn: { by: "coalesce(r.due_on, 'infinity')", type: 'date' },
      '-dueOn': { by: "coalesce(r.due_on, '-infinity')", type: 'date', descending: true },
    },
  }),
)

/** Facts are dates and counts. Notes may name people and are not copied to the audit log. */
export const auditedObligation = defineAudited(
  'obligation',
  ObligationRecord.pick({
    tenantId: true,
    schemeId: true,
    ruleId: true,
    periodKey: true,
    status: true,
    anchorOn: true,
    dueOn: true,
    legalEndOn: true,
    completedOn: true,
    effectiveOn: true,
    evidenceDocumentIds: true,
    isByHand: true,
    waiverReason: true,
    confirmation: true,
    assigneeId: true,
    version: true,
  }),
  ['completionNote'],
)
