import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseGrant, listOwnGrants, type OwnGrant } from '../../../../contract/grants.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { sendRequest } from '../../../client.ts'
import { useLeaveUnasked } from '../../../confirm-leave.ts'
import { formatCode } from '../../../labels.ts'
import { formatProblem } from '../../../problems.ts'
import { createQuery } from '../../../queries.ts'
import { usePerson } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'

/** Firms whose schemes a trustee or an inspector can open, and the own account. */
export default function ChooseGrant() {
  const { data } = useSuspenseQuery(createQuery(listOwnGrants, {}))
  const { grant } = usePerson()
  const [isBusy, setBusy] = useState(false)
  const leave = useLeaveUnasked()
  async function choose(grantId: string | null): Promise<void> {
    setBusy(true)
    try {
      await sendRequest(chooseGrant, { grantId })
      // Everything on the pages belongs to the access before.
      leave(PAGES.today)
    } catch (error) {
      setBusy(false)
      showToast('failed', formatProblem(error))
    }
  }
  return (
    <div className="max-w-3xl">
      <PageHeader title="Choose what to open" />
      {data.data.length === 0 ? (
        <EmptyState title="No access as a trustee or an inspector">
          A firm gives you access to a scheme with your e-mail address. Your access may have ended.
        </EmptyState>
      ) : (
        <Rows name="Your access">
          {data.data.map((own) => (
            <Row
              key={own.id}
              title={own.tenantName}
              aside={
                own.id === grant?.id ? (
                  <span className="text-muted">Open now</span>
                ) : (
                  <Button look="primary" isBusy={isBusy} onClick={() => void choose(own.id)}>
                    Open
                  </Button>
                )
              }
            >
              <p className="text-muted">{describeOwn(own)}</p>
            </Row>
          ))}
        </Rows>
      )}
      {grant && (
        <p className="mt-6">
          <Button isBusy={isBusy} onClick={() => void choose(null)}>
            Back to my own account
          </Button>
        </p>
      )}
    </div>
  )
}

const describeOwn = ({ capability, schemeNames, endsOn }: OwnGrant): string =>
  [
    `${formatCode(capability)}: ${schemeNames.join(', ')}`,
    ...(endsOn ? [`until ${formatDate(endsOn)}`] : []),
  ].join(', ')
