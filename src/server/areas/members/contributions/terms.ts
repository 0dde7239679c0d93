/** Checks that an import is allowed for the scheme, the employer and the month. */
import { addMonthsToMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { AutoEnrolmentStatus } from '../../../../contract/employers.ts'
import { RuleSettings } from '../../../../contract/rule-settings.ts'
import type { Scheme, SchemeStatus } from '../../../../contract/schemes.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { find, type OwnerRef, type RunQuery } from '../../../pipeline/define-operation.ts'
import { requireOwner, selectOwner } from '../../../pipeline/owners.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Rows, Statement } from '../../../platform/batch.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { runStatement } from '../../../platform/statements.ts'
import { type RememberedMapping, readMapping, selectMapping } from '../imports/index.ts'
import type { Kind } from './clock.ts'

/** Scheme properties that an import needs, and the employer of the month. */
export interface Terms extends Kind {
  tenantId: string
  schemeId: string
  schemeName: string
  employerId: string
  status: SchemeStatus
  contributionBasis: Scheme['contributionBasis']
  /** Date on which the scheme became paid up or its winding-up began. */
  contributionsUntil: string | null
  /** Periods in which the employer takes part; empty where none is recorded. */
  participations: { fromOn: string | null; untilOn: string | null }[]
  /** Status of the employer; null: not recorded. */
  autoEnrolmentStatus: AutoEnrolmentStatus | null
  settings: RuleSettings
}

interface Place {
  schemeId: string
  /** Defaults to the scheme's own employer. */
  employerId?: string | undefined
}

/** An employer that takes part in another's scheme uploads for itself; otherwise the scheme determines the owner. */
export const getOwnerOfUpload = ({ schemeId, employerId }: Place): Extract<OwnerRef, { kind: unknown }> =>
  (employerId ? find.employer(employerId) : find.scheme(schemeId)) as Extract<OwnerRef, { kind: unknown }>

/** No row if the employer does not take part in the scheme, or is outside the caller's scope. */
const getTerms = ({ schemeId, employerId }: Place): Statement => ({
  text: `
select json_build_object('tenantId', t.tenant_id, 'schemeId', $1::text, 'schemeName', t.name, 'employerId', p.employer_id,
         'schemeType', t.type, 'legalForm', t.legal_form, 'benefitBasis', t.benefit_basis, 'status', t.status,
         'contributionBasis', t.contribution_basis, 'contributionsUntil', t.contributions_until, 'participations', t.participations,
         'autoEnrolmentStatus', (select e.auto_enrolment_status from employers e where e.tenant_id = t.tenant_id and e.id = p.employer_id),
         'settings', (select f.settings from tenants f where f.id = t.tenant_id))::text
  from (select coalesce($2::text, (select s.employer_id from schemes s where s.id = $1)) as employer_id) p,
       app.scheme_terms($1, p.employer_id) t`,
  values: [schemeId, employerId ?? null],
})

const selectOwnerOfScheme = ({ schemeId }: Place): Statement => selectOwner({ kind: 'scheme', id: schemeId })

/** 404 and 403 as elsewhere; 422 if the employer does not take part in the scheme. */
function readTerms(place: Place, actor: Actor, terms: Rows | undefined, scheme: Rows | undefined): Terms {
  const text = terms?.[0]?.[0]
  if (text) {
    const { settings, ...terms } = JSON.parse(text) as Omit<Terms, 'settings'> & { settings: unknown }
    return { ...terms, settings: RuleSettings.parse(settings) }
  }
  requireOwner(actor, find.scheme(place.schemeId), scheme)
  throw createBusinessRuleRefusal(
    'EMPLOYER_NOT_IN_SCHEME',
    'The employer does not participate in this scheme: add it under Participating employers of the scheme',
  )
}

/** Checked before the file is read, so that no file is read for a scheme outside the caller's scope. */
export async function loadBatchTerms(
  runQuery: RunQuery,
  place: Place,
  actor: Actor,
): Promise<{ terms: Terms; remembered: RememberedMapping }> {
  const owner = getOwnerOfUpload(place)
  const [owned, scheme, terms, mapping] = await runQuery(
    selectOwner(owner),
    selectOwnerOfScheme(place),
    getTerms(place),
    selectMapping(place.schemeId, place.employerId, 'CONTRIBUTIONS'),
  )
  requireOwner(actor, owner, owned)
  return { terms: readTerms(place, actor, terms, scheme), remembered: readMapping(mapping) }
}

/** Checked again when the file is written, because the scheme may have changed meanwhile. */
export async function requireBatchTerms(db: ReadDb | Tx, place: Place, actor: Actor): Promise<Terms> {
  const terms = await runStatement(db, getTerms(place))
  return readTerms(
    place,
    actor,
    terms,
    terms.length > 0 ? undefined : await runStatement(db, selectOwnerOfScheme(place)),
  )
}

/** 422 for a scheme that takes no contributions for this month, and for a month too far ahead. */
export function requireMonthOpen(
  { status, contributionsUntil }: Terms,
  payrollMonth: string,
  today: string,
): void {
  const isRunning = status === 'ACTIVE' || status === 'CLOSED_TO_NEW'
  // Deductions made before a scheme stopped are still due (PA s.58A).
  if (!isRunning && (contributionsUntil === null || payrollMonth > toMonth(contributionsUntil))) {
    const since = contributionsUntil ? ` after ${contributionsUntil}` : ''
    throw createBusinessRuleRefusal(
      'SCHEME_TAKES_NO_CONTRIBUTIONS',
      `This scheme takes no contributions${since}`,
      { status },
    )
  }
  if (payrollMonth > addMonthsToMonth(toMonth(today), 1)) {
    throw createBusinessRuleRefusal(
      'MONTH_IN_FUTURE',
      'The month is more than one month ahead: choose an earlier month',
      { field: 'payrollMonth' },
    )
  }
}
