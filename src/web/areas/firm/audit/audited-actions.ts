/** The values of the audit log's filters. */
import { OPERATIONS } from '../../../../contract/operations.ts'

/** Commands are recorded, queries are not. */
export const ACTIONS_RECORDED: readonly string[] = Object.entries(OPERATIONS)
  .filter(([, { route }]) => !route.startsWith('GET '))
  .map(([name]) => name)

export const RECORDS_KEPT = [
  'scheme',
  'trustee',
  'participation',
  'schemeEvent',
  'ownRiskAssessment',
  'riskItem',
  'keyFunctionHolder',
  'outsourcingArrangement',
  'serviceProvider',
  'assistantAnswer',
  'draft',
  'fileNote',
  'corpusReview',
  'corpusDocument',
  'member',
  'employer',
  'user',
  'tenant',
  'job',
] as const
