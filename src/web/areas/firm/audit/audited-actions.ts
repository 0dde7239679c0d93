/** What the log can be narrowed to: the commands of the contract are what is recorded. */
import { CONTRACTS } from '../../../../contract/index.ts'

export const ACTIONS_RECORDED: readonly string[] = CONTRACTS.filter(({ kind }) => kind === 'command').map(
  ({ name }) => name,
)

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
