import { PageHeader } from '../../ui/page-header.tsx'

export default function NewTrustee() {
  return <PageHeader title="NewTrustee" />
}
