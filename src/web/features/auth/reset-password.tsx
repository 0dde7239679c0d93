import { PageHeader } from '../../ui/page-header.tsx'

export default function ResetPassword() {
  return <PageHeader title="ResetPassword" />
}
