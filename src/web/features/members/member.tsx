import { PageHeader } from '../../ui/page-header.tsx'

export default function Member() {
  return <PageHeader title="Member" />
}
