import { PageHeader } from '../../ui/page-header.tsx'

export default function NewMember() {
  return <PageHeader title="NewMember" />
}
