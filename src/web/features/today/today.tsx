import { PageHeader } from '../../ui/page-header.tsx'

export default function Today() {
  return <PageHeader title="Today" />
}
