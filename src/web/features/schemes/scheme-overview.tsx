import { PageHeader } from '../../ui/page-header.tsx'

export default function SchemeOverview() {
  return <PageHeader title="SchemeOverview" />
}
