import { PageHeader } from '../../ui/page-header.tsx'

export default function EditMember() {
  return <PageHeader title="EditMember" />
}
