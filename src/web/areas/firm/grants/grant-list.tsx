import { createGrant, type Grant, type GrantStatus, listGrants } from '../../../../contract/grants.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCode } from '../../../labels.ts'
import { createDateColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'

export const GRANT_TONES: Record<GrantStatus, Tone> = {
  UPCOMING: 'idle',
  ACTIVE: 'done',
  ENDED: 'ended',
  REVOKED: 'ended',
}

const COLUMNS: readonly Column<Grant>[] = [
  createTextColumn('personName', { label: 'Person', grows: true }),
  {
    key: 'capability',
    label: 'As',
    width: 110,
    onCard: true,
    cell: ({ capability }) => formatCode(capability),
    text: ({ capability }) => formatCode(capability),
  },
  createTextColumn('schemeName', { label: 'Scheme', grows: true, onCard: true }),
  createStatusColumn(GRANT_TONES, { width: 120 }),
  createDateColumn('startsOn', { label: 'From' }),
  createDateColumn('endsOn', { label: 'Until', onCard: true }),
]

export default function GrantList() {
  const create = useCreateButton(createGrant, { to: PAGES.newGrant }, 'Give an inspector access')
  return (
    <>
      <PageHeader
        title="Trustees and inspectors"
        crumbs={[{ label: 'Settings', to: PAGES.settings }]}
        actions={create}
      />
      <List
        contract={listGrants}
        name="Access of trustees and inspectors"
        columns={COLUMNS}
        page={PAGES.grant}
        empty={{
          title: 'No access outside the firm yet',
          text: 'A trustee gets access on the page of the trustee, to the records of the scheme, for the time in office. An inspector gets access here, to one scheme for at most 90 days.',
          action: create,
        }}
      />
    </>
  )
}
