import { PageHeader } from '../../ui/page-header.tsx'

export default function ForgotPassword() {
  return <PageHeader title="ForgotPassword" />
}
