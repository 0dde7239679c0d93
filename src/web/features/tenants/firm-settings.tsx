import { PageHeader } from '../../ui/page-header.tsx'

export default function FirmSettings() {
  return <PageHeader title="FirmSettings" />
}
