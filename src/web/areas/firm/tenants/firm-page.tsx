import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { getTenant, type Tenant, updateTenant } from '../../../../contract/tenants.ts'
import { canManageAccounts } from '../../../../contract/users.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { toDublinDate } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { useKeys } from '../../../ui/keys.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { FIRM_TONES, useFirmPeople } from './firm.ts'
import { FirmActs } from './firm-acts.tsx'
import { FirmDetails } from './firm-details.tsx'
import { EditFirm } from './firm-form.tsx'

export default function Firm() {
  const { firmId } = useParams({ from: `/authenticated${PAGES.firm}` })
  const { data: firm } = useSuspenseQuery(createQuery(getTenant, { id: firmId }))
  const may = useMay()
  const [isEditing, setEditing] = useState(false)
  const edit = (): void => setEditing(may(updateTenant))
  useKeys({ e: edit })
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Firms', to: PAGES.firms }]}
        title={firm.name}
        status={<Status tone={FIRM_TONES[firm.status]}>{formatCode(firm.status)}</Status>}
        actions={
          !isEditing && (
            <>
              <HistoryLink entityType="tenant" entityId={firm.id} />
              {may(updateTenant) && <Button onClick={edit}>Edit</Button>}
              <FirmActs firm={firm} />
            </>
          )
        }
        facts={[
          firm.cbiReference ?? 'Central Bank reference not known',
          `opened ${formatDate(toDublinDate(firm.createdAt))}`,
          <Link key="audit" to={PAGES.audit} search={{ tenantId: firm.id }} className="link">
            Audit log
          </Link>,
        ]}
      />
      <div className="flex flex-col gap-8">
        <StatusNotice firm={firm} />
        {!isEditing && <PeopleOfFirm firmId={firm.id} />}
        {isEditing ? (
          <Section title={`Edit ${firm.name}`}>
            <EditFirm firm={firm} onLeave={() => setEditing(false)} />
          </Section>
        ) : (
          <Section title="Record">
            <FirmDetails firm={firm} />
          </Section>
        )}
      </div>
    </>
  )
}

function StatusNotice({ firm: { status } }: { firm: Tenant }) {
  if (status === 'ACTIVE') return null
  return status === 'SUSPENDED' ? (
    <Notice look="warn" title="Suspended: users of this firm cannot sign in until it is reactivated" />
  ) : (
    <Notice look="warn" title="Closed: users of this firm can read all records but change nothing">
      You can still correct its record. Its audit log is kept permanently.
    </Notice>
  )
}

function PeopleOfFirm({ firmId }: { firmId: string }) {
  const { people, isLoading, isCut } = useFirmPeople(firmId)
  const may = useMay()
  return (
    <Section
      title="Users of the firm"
      actions={
        may(canManageAccounts) && (
          <Link to={PAGES.users} className="link">
            Users of all firms
          </Link>
        )
      }
    >
      {isLoading ? (
        <Skeleton height={72} />
      ) : people.length === 0 ? (
        <p className="text-muted">No users of this firm in this list.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {people.map(({ id, name, role, status }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
              <Link to={PAGES.user} params={{ userId: id }} className="link min-w-0 [overflow-wrap:anywhere]">
                {name}
              </Link>
              <span className="text-muted">
                {formatCode(role)} · {formatCode(status)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isCut && <p className="text-muted text-sm">The list does not cover all accounts.</p>}
    </Section>
  )
}
