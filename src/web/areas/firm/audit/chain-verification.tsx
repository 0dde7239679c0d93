/** Verification of the audit log's hash chain, on request only, because every hash is calculated again. */

import { useQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { exportAuditLog, type Verification, verifyAuditLog } from '../../../../contract/audit.ts'
import { buildRequest } from '../../../../contract/request.ts'
import { formatCount, formatInstant, formatNumber } from '../../../../contract/value-format.ts'
import { formatProblem } from '../../../problems.ts'
import { createQuery } from '../../../queries.ts'
import { Button, DownloadLink } from '../../../ui/button.tsx'
import { Folded } from '../../../ui/details.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface ChainToVerify {
  /** Left out for the reader's own firm. */
  tenantId: string | undefined
  /** The firm that the log belongs to: `Harbour Row`. */
  firmName: string
}

const useVerification = (tenantId: string | undefined) =>
  useQuery({ ...createQuery(verifyAuditLog, tenantId ? { tenantId } : {}), enabled: false, retry: false })

export function ChainActions({ tenantId, firmName }: ChainToVerify) {
  const verification = useVerification(tenantId)
  const { url } = buildRequest(exportAuditLog, tenantId ? { tenantId } : {})
  return (
    <>
      <Button
        icon={<ShieldCheck aria-hidden="true" size={16} />}
        isBusy={verification.isFetching}
        title={`Recalculates the hash chain of the log of ${firmName}`}
        onClick={() => void verification.refetch()}
      >
        Verify chain
      </Button>
      <DownloadLink
        href={url}
        icon={<Download aria-hidden="true" size={16} />}
        title={`The whole log of ${firmName}, one entry per line, for archiving and external verification`}
      >
        Export as JSON Lines
      </DownloadLink>
    </>
  )
}

/** Result of the last verification; empty before the first one. */
export function ChainVerdict({ tenantId, firmName }: ChainToVerify) {
  const { data, error, dataUpdatedAt, isFetching } = useVerification(tenantId)
  return (
    <div role="status" className="empty:hidden">
      {error && !isFetching ? (
        <Notice look="late" title="The chain was not verified">
          {formatProblem(error)}
        </Notice>
      ) : (
        data && (
          <Notice look={data.intact ? 'done' : 'late'} title={formatVerdict(data, firmName)}>
            <p>
              Checked {formatInstant(new Date(dataUpdatedAt).toISOString())}. The last entry is number{' '}
              {formatNumber(data.head.sequence)}; its hash is{' '}
              <span className="font-mono text-xs [overflow-wrap:anywhere]">{data.head.hash}</span>
            </p>
            {data.firstProblem && (
              <p className="mt-2">
                Entry {formatNumber(data.firstProblem.sequence)}: {data.firstProblem.message}. Do not change
                this database. Compare with an earlier export, and inform the operator of the service.
              </p>
            )}
            {data.intact && <p className="mt-2">{formatCheckpoint(data)}</p>}
            <div className="mt-2">
              <Folded name="Limits of this check">
                <p>
                  Each entry has a hash of its content and of the previous entry. Verification finds entries
                  that were edited, removed or moved, and a truncated log.
                </p>
                <p className="mt-2">
                  A person with full database rights could rewrite or empty the log. Verification finds this
                  up to the last signed checkpoint outside the database, not after it. Keep exports outside
                  the service, or note the hash above, and compare.
                </p>
              </Folded>
            </div>
          </Notice>
        )
      )}
    </div>
  )
}

function formatVerdict({ intact, entries, firstProblem }: Verification, firmName: string): string {
  if (intact)
    return `The log of ${firmName} is intact: ${formatCount(entries, 'entry', 'entries')}, none missing or altered`
  return `The log of ${firmName} is broken at entry ${formatNumber(firstProblem?.sequence ?? 0)}: ${KINDS[firstProblem?.kind ?? 'EDITED']}`
}

/** Extent of the comparison with checkpoints that even a user with full rights in the database cannot change. */
function formatCheckpoint({ checkpoints, head }: Verification): string {
  const outside = checkpoints.find(({ keptIn }) => keptIn === 'ANCHOR_FILE')
  const latest = outside ?? checkpoints[0]
  if (!latest) return 'No checkpoint is signed yet: the log was compared only with itself.'
  const after = head.sequence - latest.sequence
  const place = outside ? 'outside the database' : 'in the database'
  return `Compared with the signed checkpoint ${place} of ${formatInstant(latest.sealedAt)}, at entry ${formatNumber(latest.sequence)}${
    after > 0 ? `; ${formatCount(after, 'later entry has', 'later entries have')} no checkpoint yet` : ''
  }.`
}

const KINDS: Record<NonNullable<Verification['firstProblem']>['kind'], string> = {
  EDITED: 'it was edited',
  MISSING: 'it is missing',
  REORDERED: 'it was moved',
  TRUNCATED: 'the log was truncated there',
  BEGINNING: 'the log was emptied and restarted',
  REWRITTEN: 'the log was rewritten up to there',
  SIGNATURE: 'its checkpoint has a wrong signature',
}
