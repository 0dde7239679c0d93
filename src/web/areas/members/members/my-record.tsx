import { useSuspenseQuery } from '@tanstack/react-query'
import { getMember } from '../../../../contract/members.ts'
import { createQuery } from '../../../queries.ts'
import { usePerson } from '../../../session.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { MemberRecord } from './member-record.tsx'

/** The first page of a member: the one record that the account belongs to. */
export default function MyRecord() {
  const { memberId } = usePerson()
  return memberId ? <Own memberId={memberId} /> : <NotConnected />
}

function Own({ memberId }: { memberId: string }) {
  const { data } = useSuspenseQuery(createQuery(getMember, { id: memberId }))
  return <MemberRecord member={data} />
}

function NotConnected() {
  const { tenantName } = usePerson()
  return (
    <>
      <PageHeader title="My pension record" />
      <Notice title="This account is not connected to a pension record yet">
        Ask {tenantName}, your broker, to connect it.
      </Notice>
    </>
  )
}
