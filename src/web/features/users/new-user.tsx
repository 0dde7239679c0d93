import { PageHeader } from '../../ui/page-header.tsx'

export default function NewUser() {
  return <PageHeader title="NewUser" />
}
