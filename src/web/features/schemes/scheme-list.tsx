import { PageHeader } from '../../ui/page-header.tsx'

export default function SchemeList() {
  return <PageHeader title="SchemeList" />
}
