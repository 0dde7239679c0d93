import { PageHeader } from '../../ui/page-header.tsx'

export default function User() {
  return <PageHeader title="User" />
}
