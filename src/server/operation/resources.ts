import type { DB } from '../platform/rows.ts'

interface Resource {
  table: keyof DB
  /** SQL of the record's title, on `x`; activity shows it. */
  title: string
  /** SQL of the id of the scheme whose pages show the record, on `x`. */
  scheme?: string
}

/**
 * Resources whose records have an owner, under the names that the audit log gives them (Spec 2.6). A resource that belongs to its firm
 * alone also has a row in `app.kinds_of_firms`, by which the database finds the owner.
 */
export const RESOURCES = {
  scheme: { table: 'schemes', title: 'x.name', scheme: 'x.id' },
  member: { table: 'members', title: "x.first_name || ' ' || x.last_name", scheme: 'x.scheme_id' },
  trustee: { table: 'trustees', title: 'x.person_name', scheme: 'x.scheme_id' },
  employer: { table: 'employers', title: 'x.legal_name' },
  user: { table: 'users', title: 'x.name' },
  tenant: { table: 'tenants', title: 'x.name' },
  contribution: {
    table: 'contribution_batches',
    title: "x.scheme_name || ', ' || x.payroll_month",
    scheme: 'x.scheme_id',
  },
  document: { table: 'documents', title: 'x.title', scheme: 'x.scheme_id' },
  serviceProvider: { table: 'service_providers', title: 'x.name' },
  outsourcingArrangement: {
    table: 'outsourcing_arrangements',
    title:
      '(select p.name from service_providers p where p.tenant_id = x.tenant_id and p.id = x.provider_id)',
    scheme: 'x.scheme_id',
  },
  keyFunctionHolder: { table: 'key_function_holders', title: 'x.holder_name', scheme: 'x.scheme_id' },
  participation: {
    table: 'scheme_participations',
    title: '(select e.legal_name from employers e where e.tenant_id = x.tenant_id and e.id = x.employer_id)',
    scheme: 'x.scheme_id',
  },
  schemeImport: { table: 'scheme_imports', title: 'x.file_name' },
  schemeEvent: { table: 'scheme_events', title: 'x.title', scheme: 'x.scheme_id' },
  ownRiskAssessment: {
    table: 'own_risk_assessments',
    title: "'Own-risk assessment ' || x.cycle_number",
    scheme: 'x.scheme_id',
  },
  riskItem: { table: 'risk_items', title: 'x.description', scheme: 'x.scheme_id' },
  writtenPolicy: { table: 'written_policies', title: 'x.title', scheme: 'x.scheme_id' },
  trusteeTraining: { table: 'trustee_trainings', title: 'x.topic', scheme: 'x.scheme_id' },
  trusteeMeeting: { table: 'trustee_meetings', title: 'x.title', scheme: 'x.scheme_id' },
  meetingAction: { table: 'meeting_actions', title: 'x.description', scheme: 'x.scheme_id' },
  breach: { table: 'breaches', title: 'x.title', scheme: 'x.scheme_id' },
  obligation: { table: 'obligations', title: 'x.rule_id', scheme: 'x.scheme_id' },
  assistantAnswer: { table: 'assistant_answers', title: 'x.question' },
  draft: { table: 'drafts', title: 'x.title', scheme: 'x.scheme_id' },
  fileNote: { table: 'file_notes', title: 'coalesce(x.question, left(x.text, 80))', scheme: 'x.scheme_id' },
  comment: {
    table: 'comments',
    // The title of the record: the text may name people.
    title: `case x.entity_type
      when 'scheme' then (select s.name from schemes s where s.tenant_id = x.tenant_id and s.id = x.entity_id)
      when 'obligation' then (select o.title from obligations o where o.tenant_id = x.tenant_id and o.id = x.entity_id)
      when 'breach' then (select b.title from breaches b where b.tenant_id = x.tenant_id and b.id = x.entity_id)
      when 'writtenPolicy' then (select p.title from written_policies p where p.tenant_id = x.tenant_id and p.id = x.entity_id)
      when 'draft' then (select d.title from drafts d where d.tenant_id = x.tenant_id and d.id = x.entity_id) end`,
    scheme: 'x.scheme_id',
  },
  corpusReview: { table: 'corpus_reviews', title: 'x.label', scheme: 'x.scheme_id' },
} as const satisfies Record<string, Resource>

export type OwnedKind = keyof typeof RESOURCES
/** Tables of records that have a version. */
export type StoredTable = (typeof RESOURCES)[OwnedKind]['table']
