import { PageHeader } from '../../ui/page-header.tsx'

export default function UserList() {
  return <PageHeader title="UserList" />
}
