import { PageHeader } from '../../ui/page-header.tsx'

export default function FirmList() {
  return <PageHeader title="FirmList" />
}
