import { PageHeader } from '../../ui/page-header.tsx'

export default function NewScheme() {
  return <PageHeader title="NewScheme" />
}
