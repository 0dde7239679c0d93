import { PageHeader } from '../../ui/page-header.tsx'

export default function AcceptInvitation() {
  return <PageHeader title="AcceptInvitation" />
}
