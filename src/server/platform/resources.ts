import { type DB, RECORDS_OF_FIRMS as OF_FIRMS } from './rows.ts'

interface Resource {
  table: keyof DB
  /** SQL of the record's title, on `x`; activity shows it. */
  title: string
  /** SQL of the id of the scheme whose pages show the record, on `x`. */
  scheme?: string
}

/**
 * Resources whose records have an owner, under the names that the audit log gives them (Spec 2.6). A resource that belongs to its firm
 * alone follows from its row in `app.kinds_of_firms`; it is stated here only if its title is not in a column `title`, `name`, `subject`
 * or `topic`. For the others `app.owner_of` has a case each.
 */
export const RESOURCES = {
  ...OF_FIRMS,
  scheme: { table: 'schemes', title: 'x.name', scheme: 'x.id' },
  member: { table: 'members', title: "x.first_name || ' ' || x.last_name", scheme: 'x.scheme_id' },
  employer: { table: 'employers', title: 'x.legal_name' },
  user: { table: 'users', title: 'x.name' },
  tenant: { table: 'tenants', title: 'x.name' },
  contribution: {
    table: 'contribution_batches',
    title: "x.scheme_name || ', ' || x.payroll_month",
    scheme: 'x.scheme_id',
  },
  importDraft: { table: 'import_drafts', title: 'x.file_name', scheme: 'x.scheme_id' },
  document: { table: 'documents', title: 'x.title', scheme: 'x.scheme_id' },

  assistantAnswer: { ...OF_FIRMS.assistantAnswer, title: 'x.question' },
  comment: {
    ...OF_FIRMS.comment,
    // The title of the record: the text may name people.
    title: `case x.entity_type
      when 'scheme' then (select s.name from schemes s where s.tenant_id = x.tenant_id and s.id = x.entity_id)
      when 'obligation' then (select o.title from obligations o where o.tenant_id = x.tenant_id and o.id = x.entity_id)
      when 'breach' then (select b.title from breaches b where b.tenant_id = x.tenant_id and b.id = x.entity_id)
      when 'writtenPolicy' then (select p.title from written_policies p where p.tenant_id = x.tenant_id and p.id = x.entity_id)
      when 'draft' then (select d.title from drafts d where d.tenant_id = x.tenant_id and d.id = x.entity_id) end`,
  },
  complianceStatement: {
    ...OF_FIRMS.complianceStatement,
    title: "'Annual compliance statement ' || x.acs_year",
  },
  contributionReminder: {
    ...OF_FIRMS.contributionReminder,
    title: `(select e.legal_name from employers e where e.tenant_id = x.tenant_id and e.id = x.employer_id) || ', ' || x.payroll_month`,
  },
  corpusReview: { ...OF_FIRMS.corpusReview, title: 'x.label' },
  fileNote: { ...OF_FIRMS.fileNote, title: 'coalesce(x.question, left(x.text, 80))' },
  grant: { ...OF_FIRMS.grant, title: 'x.person_name' },
  keyFunctionHolder: { ...OF_FIRMS.keyFunctionHolder, title: 'x.holder_name' },
  meetingAction: { ...OF_FIRMS.meetingAction, title: 'x.description' },
  obligation: { ...OF_FIRMS.obligation, title: 'x.title' },
  obligationConfirmation: {
    ...OF_FIRMS.obligationConfirmation,
    title: "x.total || case when x.total = 1 then ' obligation' else ' obligations' end",
  },
  outsourcingArrangement: {
    ...OF_FIRMS.outsourcingArrangement,
    title:
      '(select p.name from service_providers p where p.tenant_id = x.tenant_id and p.id = x.provider_id)',
  },
  ownRiskAssessment: { ...OF_FIRMS.ownRiskAssessment, title: "'Own-risk assessment ' || x.cycle_number" },
  participation: {
    ...OF_FIRMS.participation,
    title: '(select e.legal_name from employers e where e.tenant_id = x.tenant_id and e.id = x.employer_id)',
  },
  paymentAccount: {
    ...OF_FIRMS.paymentAccount,
    // The account itself is not named.
    title: '(select s.name from schemes s where s.tenant_id = x.tenant_id and s.id = x.scheme_id)',
  },
  riskItem: { ...OF_FIRMS.riskItem, title: 'x.description' },
  schemeImport: { ...OF_FIRMS.schemeImport, title: 'x.file_name' },
  trustee: { ...OF_FIRMS.trustee, title: 'x.person_name' },
  // Without a scheme: only administrators read deliveries.
  webhookDelivery: { table: 'webhook_deliveries', title: 'x.event_type' },
} as const satisfies Record<string, Resource>

export type OwnedKind = keyof typeof RESOURCES
/** Tables of records that have a version. */
export type StoredTable = (typeof RESOURCES)[OwnedKind]['table']
