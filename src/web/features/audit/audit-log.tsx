import { PageHeader } from '../../ui/page-header.tsx'

export default function AuditLog() {
  return <PageHeader title="AuditLog" />
}
