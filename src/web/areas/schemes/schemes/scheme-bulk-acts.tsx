/** Actions for several schemes of the list, such as those that were entered together. */
import type { PortfolioScheme } from '../../../../contract/portfolio.ts'
import { approveScheme, SCHEME_TRANSITIONS, submitScheme } from '../../../../contract/schemes.ts'
import type { BulkAct } from '../../../lists/bulk-act.ts'
import { SECOND_PERSON } from '../../../records/four-eyes.tsx'
import { useMay, usePerson } from '../../../session.tsx'

const getName = ({ name }: PortfolioScheme): string => name

const listSchemeActs = (me: string): BulkAct<PortfolioScheme>[] => [
  {
    contract: submitScheme,
    label: 'Submit for approval',
    explanation:
      'Each scheme is submitted if nothing is missing for its approval, and cannot be edited until it is approved or returned.',
    fields: null,
    defaults: {},
    isPossible: ({ status }) => SCHEME_TRANSITIONS.submit.from.includes(status),
    nameOf: getName,
  },
  {
    contract: approveScheme,
    label: 'Approve',
    explanation:
      'Each scheme becomes active, and its obligations are calculated. The audit log records each approval.',
    fields: null,
    defaults: {},
    isPossible: ({ status }) => SCHEME_TRANSITIONS.approve.from.includes(status),
    findRefusal: ({ barredApproverIds }) =>
      barredApproverIds.includes(me) ? `You submitted or changed the scheme. ${SECOND_PERSON}` : null,
    nameOf: getName,
  },
]

export function useSchemeBulkActs(): BulkAct<PortfolioScheme>[] {
  const may = useMay()
  return listSchemeActs(usePerson().id).filter(({ contract }) => may(contract))
}
