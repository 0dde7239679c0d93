/** Data-quality report: counts of members of each scheme who lack a fact or have an improbable one. Never a name or a PPS number. */
import { z } from 'zod'
import { query } from './define.ts'
import { Id, listOf, NoParameters, pageOf } from './values.ts'

/** Faults in the record of a member; also a filter of member.list. */
export const DataFault = z.enum([
  'PPS_NUMBER_MISSING',
  'BIRTH_DATE_MISSING',
  'BIRTH_DATE_IMPROBABLE',
  'JOINING_DATE_MISSING',
  'EMAIL_MISSING',
  'PAY_MISSING',
])
export type DataFault = z.infer<typeof DataFault>

const Count = z.int().min(0)
const counts = {
  memberCount: Count.describe('Number of prospective, active and deferred members and pensioners'),
  ppsNumberMissing: Count,
  birthDateMissing: Count,
  birthDateImprobable: Count.describe('Members with an unusual age today or on joining the scheme'),
  joiningDateMissing: Count.describe('Active and deferred members and pensioners without a date of joining'),
  emailMissing: Count,
  payMissing: Count.describe('Active members without pay that is valid today'),
  faultCount: Count.describe('Sum of all faults'),
}

export const DataQuality = z.object({
  id: Id.describe('Id of the scheme'),
  tenantId: Id,
  schemeName: z.string(),
  employerName: z.string(),
  ...counts,
})
export type DataQuality = z.infer<typeof DataQuality>

export const DataQualityTotals = z.object(counts)
export type DataQualityTotals = z.infer<typeof DataQualityTotals>

export const listDataQuality = query('data-quality.list', {
  route: 'GET /api/data-quality',
  access: 'BrokerUser',
  summary: 'Counts missing and improbable member data for each scheme that the caller can see.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional().describe('Only schemes of this employer'),
    sort: z.enum(['-faultCount', 'schemeName']).default('-faultCount'),
  }),
  output: listOf(DataQuality),
})
export const getDataQualityTotals = query('data-quality.totals', {
  route: 'GET /api/data-quality/totals',
  access: 'BrokerUser',
  summary: 'Counts missing and improbable member data over all schemes that the caller can see.',
  input: NoParameters,
  output: DataQualityTotals,
})
