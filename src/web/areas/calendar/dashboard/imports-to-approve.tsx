/** Imports of schemes that are approved at once, above their single schemes. Loaded only where several schemes wait. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { approveSchemeImport, listSchemeImports } from '../../../../contract/scheme-imports.ts'
import { formatCount, formatInstant } from '../../../../contract/value-format.ts'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { useMay, usePerson } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { QueueRow } from './queue-row.tsx'

const LOOKED_THROUGH = 20

export default function ImportsToApprove({
  waitingForYou,
  children,
}: {
  waitingForYou: number
  /** The single records, also those of the imports. */
  children: ReactNode
}) {
  const mayApprove = useMay()(approveSchemeImport)
  const { id: ownId } = usePerson()
  const nameOf = useUserNames()
  const { data, isLoading } = useQuery({
    ...createQuery(listSchemeImports, { limit: LOOKED_THROUGH }),
    enabled: mayApprove,
  })
  const imports = (data?.data ?? []).filter(
    ({ waitingForApproval, barredApproverIds }) =>
      waitingForApproval > 1 && !barredApproverIds.includes(ownId),
  )
  if (isLoading) return null
  // All schemes of such an import wait for this reader: as many records are exactly these.
  const [only, ...others] = imports
  const areAll = others.length === 0 && only?.waitingForApproval === waitingForYou
  const rows = imports.map(({ id, fileName, waitingForApproval, importedBy, createdAt }) => (
    <QueueRow
      key={id}
      title={`Import of ${fileName}: ${formatCount(waitingForApproval, 'scheme')} to approve at once`}
      about={[`imported by ${nameOf(importedBy)}, ${formatInstant(createdAt)}`]}
      state={<Status tone="progress">Ready to approve</Status>}
      actions={
        <ButtonLink
          to={PAGES.schemeImport}
          params={{ importId: id }}
          isSmall
          aria-label={`Open: Import of ${fileName}`}
        >
          Open
        </ButtonLink>
      }
    />
  ))
  return (
    <>
      {rows}
      {areAll ? (
        <QueueRow
          title={
            <Link to={PAGES.schemes} search={{ status: 'PENDING_APPROVAL' }} className="link">
              All schemes waiting for approval
            </Link>
          }
        />
      ) : (
        children
      )}
    </>
  )
}
