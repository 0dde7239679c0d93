import { PageHeader } from '../../ui/page-header.tsx'

export default function MemberList() {
  return <PageHeader title="MemberList" />
}
