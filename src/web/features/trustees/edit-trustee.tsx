import { PageHeader } from '../../ui/page-header.tsx'

export default function EditTrustee() {
  return <PageHeader title="EditTrustee" />
}
