import { PageHeader } from '../../ui/page-header.tsx'

export default function Employer() {
  return <PageHeader title="Employer" />
}
