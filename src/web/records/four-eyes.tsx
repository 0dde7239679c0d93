/** Four eyes in the pages: approvals are offered only to users whom the service would not refuse as the first person. */
import { type Contract, isApproval } from '../../contract/define.ts'
import { type Needed, useMay, usePerson } from '../session.tsx'
import { Notice } from '../ui/notice.tsx'

interface ForApproval {
  barredApproverIds: readonly string[]
}

export const SECOND_PERSON = 'The firm requires a second person: another administrator decides.'

export const ASSESSED_BY_YOU = 'You recorded the assessment'

/** `useMay()` for the actions of a record, without approvals that the four-eyes rule refuses. */
export function useMayDecide({ barredApproverIds }: ForApproval): (contract: Contract) => boolean {
  const may = useMay()
  const isBarred = barredApproverIds.includes(usePerson().id)
  return (contract) => may(contract) && !(isBarred && isApproval(contract))
}

/** Whether the four-eyes rule alone keeps the user from this approval. */
export function useIsBarred({ barredApproverIds }: ForApproval, approval: Needed): boolean {
  const may = useMay()
  return barredApproverIds.includes(usePerson().id) && may(approval)
}

/** `did`: what the user did as the first person, such as "You recorded the assessment". */
export const BarredNotice = ({ title, did }: { title: string; did: string }) => (
  <Notice title={title}>
    {did}. {SECOND_PERSON}
  </Notice>
)
