import { PageHeader } from '../../ui/page-header.tsx'

export default function Firm() {
  return <PageHeader title="Firm" />
}
