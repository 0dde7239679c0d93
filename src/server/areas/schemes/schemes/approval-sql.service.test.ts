/** The conditions of approval-sql.ts agree with listApprovalGaps() for all kinds of schemes and all facts. */
import { beforeAll, expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import {
  LEGAL_FORMS,
  listSchemes,
  MissingForApproval,
  type Scheme,
  SchemeStatus,
  SchemeType,
} from '../../../../contract/schemes.ts'
import { createId } from '../../../platform/ids.ts'
import { listApprovalGaps } from './rules.ts'

const service = useService()

const FORMS = SchemeType.options.flatMap((type) =>
  LEGAL_FORMS[type].flatMap((legalForm) => [true, false].map((isFunded) => ({ type, legalForm, isFunded }))),
)
const BODIES = [null, 'INDIVIDUALS', 'CORPORATE', 'SOLE_CORPORATE'] as const

const everyOf = <A, B>(some: readonly A[], others: readonly B[]): (A & B)[] =>
  some.flatMap((one) => others.map((other) => ({ ...one, ...other })))

/** Combinations of trustee bodies and appointed trustees. */
const TRUSTEES = everyOf(
  BODIES.map((kind) => ({ trusteeBody: kind && { kind, name: null, croNumber: null } })),
  everyOf(
    [0, 1, 2].map((appointedTrustees) => ({ appointedTrustees })),
    [0, 1, 2].map((appointedDirectors) => ({ appointedDirectors })),
  ),
)
const counts = (active: number, deferred: number) => ({
  active,
  deferred,
  pensioner: 0,
  asOfOn: '2026-01-01',
})
const COUNTS = [null, counts(40, 59), counts(40, 60)]
/** Combinations of the other fields. */
const FIELDS = everyOf(
  [null, { month: 2, day: 29 }].map((schemeYearEnd) => ({ schemeYearEnd })),
  everyOf(
    everyOf(
      [null, 'Administrators Ltd'].map((registeredAdministratorName) => ({ registeredAdministratorName })),
      COUNTS.map((memberCounts) => ({ memberCounts })),
    ),
    everyOf(
      [true, false].map((hasNumber) => ({ hasNumber })),
      [true, false].map((registrationPending) => ({ registrationPending })),
    ),
  ),
)
const NO_FIELDS = {
  schemeYearEnd: null,
  registeredAdministratorName: null,
  memberCounts: null,
  hasNumber: false,
  registrationPending: false,
}
const NO_TRUSTEES = { trusteeBody: null, appointedTrustees: 0, appointedDirectors: 0 }

const CASES = [
  ...everyOf(FORMS, everyOf(TRUSTEES, [NO_FIELDS])),
  ...everyOf(FORMS, everyOf(FIELDS, [NO_TRUSTEES])),
].map(({ hasNumber, ...facts }, index) => ({
  ...facts,
  id: createId(),
  pensionsAuthorityNumber: hasNumber ? `PB${index}` : null,
  status: SchemeStatus.options[index % SchemeStatus.options.length] as SchemeStatus,
}))
type Case = (typeof CASES)[number]

const toRequirement = (code: string): string => (code === 'TRUSTEE_DIRECTORS' ? 'TRUSTEES' : code)
const missingFrom = ({ appointedTrustees, appointedDirectors, ...scheme }: Case): string[] =>
  scheme.status === 'WOUND_UP'
    ? []
    : listApprovalGaps({ scheme, appointedTrustees, appointedDirectors }).map(({ code }) =>
        toRequirement(code),
      )

const DIRECTOR = 'DIRECTOR_OF_CORPORATE_TRUSTEE'

let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
  const { id: employerId } = await firm.hasEmployer()
  await service().asOwner(
    `insert into schemes (tenant_id, employer_id, id, name, name_key, search_key, type, legal_form, status, is_funded,
       trustee_body, scheme_year_end, registered_administrator_name, pensions_authority_number, registration_pending, member_counts,
       submitted_at)
     select $1, $2, id, id, id, id, type, "legalForm", status, "isFunded",
       "trusteeBody", "schemeYearEnd", "registeredAdministratorName", "pensionsAuthorityNumber", "registrationPending", "memberCounts",
       case when status = 'PENDING_APPROVAL' then now() end
     from jsonb_to_recordset($3::jsonb) as c (id text, type text, "legalForm" text, status text, "isFunded" boolean,
       "trusteeBody" jsonb, "schemeYearEnd" jsonb, "registeredAdministratorName" text, "pensionsAuthorityNumber" text,
       "registrationPending" boolean, "memberCounts" jsonb)`,
    [firm.id, employerId, JSON.stringify(CASES)],
  )
  // In addition to appointed trustees, each scheme has some who were only proposed or have left.
  const people = CASES.flatMap(({ id, appointedTrustees, appointedDirectors }, index) => [
    ...Array.from({ length: appointedTrustees }, () => ({ scheme: id, role: 'CHAIR', status: 'APPOINTED' })),
    ...Array.from({ length: appointedDirectors }, () => ({
      scheme: id,
      role: DIRECTOR,
      status: 'APPOINTED',
    })),
    { scheme: id, role: index % 2 ? DIRECTOR : 'TRUSTEE', status: 'PROPOSED' },
    { scheme: id, role: index % 2 ? 'TRUSTEE' : DIRECTOR, status: 'RETIRED' },
  ])
  await service().asOwner(
    `insert into trustees (tenant_id, id, scheme_id, person_name, search_key, role, status)
     select $1, 't' || row_number() over (), scheme, 'Trustee', 'trustee', role, status
     from jsonb_to_recordset($2::jsonb) as p (scheme text, role text, status text)`,
    [firm.id, JSON.stringify(people)],
  )
})

test.each(MissingForApproval.options)('schemes that lack %s', async (missing) => {
  const listed: Scheme[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await firm.broker.call(listSchemes, { missing, limit: 200, ...(cursor ? { cursor } : {}) })
    listed.push(...page.data)
    cursor = page.nextCursor
  }
  const expected = CASES.filter((one) => missingFrom(one).includes(missing))
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
  expect(listed).toHaveLength(expected.length)
  // The cases contain schemes with and without the gap, inside and outside the regime.
  expect(expected.length).toBeGreaterThan(20)
  expect(CASES.length - expected.length).toBeGreaterThan(20)
})

test('the cases cover every missing requirement of the rules', () => {
  expect(new Set(CASES.flatMap(missingFrom))).toEqual(new Set(MissingForApproval.options))
})
