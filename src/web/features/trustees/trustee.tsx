import { PageHeader } from '../../ui/page-header.tsx'

export default function Trustee() {
  return <PageHeader title="Trustee" />
}
