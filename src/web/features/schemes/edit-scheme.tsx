import { PageHeader } from '../../ui/page-header.tsx'

export default function EditScheme() {
  return <PageHeader title="EditScheme" />
}
