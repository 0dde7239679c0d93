/** Panel under a due date, loaded on demand: the button needs none of it. */
import { Link } from '@tanstack/react-router'
import type { Obligation } from '../../contract/obligations.ts'
import { PAGES } from '../../contract/pages.ts'
import { DateExplanation } from './date-explanation.tsx'

export { Content, Portal, Root, Trigger } from '../ui/popover-parts.ts'

export const Panel = ({ obligation }: { obligation: Obligation }) => (
  <>
    <Link
      to={PAGES.obligation}
      params={{ obligationId: obligation.id }}
      className="link mb-3 inline-block font-medium"
    >
      Open the obligation
    </Link>
    <DateExplanation obligation={obligation} />
  </>
)
