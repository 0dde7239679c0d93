/** Data-quality report: how many members of each scheme lack a fact or have an improbable one. Counts only, never a name or a PPS number. */
import { z } from 'zod'
import { query } from './define.ts'
import { Id, listOf, NoParameters, pageOf } from './values.ts'

/** What is wrong with the record of a member; a filter of member.list as well. */
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
  memberCount: Count.describe('Prospective, active and deferred members and pensioners'),
  ppsNumberMissing: Count,
  birthDateMissing: Count,
  birthDateImprobable: Count.describe('Unusual age today or at joining the scheme'),
  joiningDateMissing: Count.describe('Of active and deferred members and pensioners'),
  emailMissing: Count,
  payMissing: Count.describe('Of active members: no pay that is valid today'),
  faultCount: Count.describe('Sum of the faults'),
}

export const DataQuality = z.object({
  id: Id.describe('The scheme'),
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
  summary: 'Counts missing and improbable facts of the members of each scheme that the caller can see.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional().describe('Schemes of this employer'),
    sort: z.enum(['-faultCount', 'schemeName']).default('-faultCount'),
  }),
  output: listOf(DataQuality),
})
export const getDataQualityTotals = query('data-quality.totals', {
  route: 'GET /api/data-quality/totals',
  access: 'BrokerUser',
  summary: 'The same counts for all schemes that the caller can see.',
  input: NoParameters,
  output: DataQualityTotals,
})
