import { PageHeader } from '../../ui/page-header.tsx'

export default function NewFirm() {
  return <PageHeader title="NewFirm" />
}
