import { PAGES } from '../../../../contract/pages.ts'
import {
  assignPolicy,
  createPolicy,
  listPolicies,
  type Policy,
  PolicyStatus,
  ReviewFlag,
  updatePolicy,
} from '../../../../contract/policies.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { buildBulkAssign, useAssigneeFilter } from '../../../records/assignment.tsx'
import { DueDay, WRAPPED_DUE_DAY_WIDTH } from '../../../records/due-day.tsx'
import { useMay } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { getPolicyKindTitle, KIND_OPTIONS, POLICY_TONES } from './policy.ts'
import { PolicyTabs } from './policy-tabs.tsx'

const COLUMNS: readonly Column<Policy>[] = [
  createTextColumn('title', { sort: 'title', grows: true, wraps: true, width: 230 }),
  createTextColumn('schemeName', {
    label: 'Scheme',
    sort: 'schemeName',
    grows: true,
    wraps: true,
    width: 190,
    onCard: true,
  }),
  createStatusColumn(POLICY_TONES, { width: 112, sort: 'status' }),
  {
    key: 'inForceVersion',
    label: 'Version',
    width: 72,
    cell: ({ inForceVersion }) => inForceVersion ?? '—',
    text: ({ inForceVersion }) => String(inForceVersion ?? ''),
  },
  createDateColumn('nextReviewOn', {
    label: 'Next review',
    width: WRAPPED_DUE_DAY_WIDTH,
    wraps: true,
    sort: 'nextReviewOn',
    onCard: true,
    cell: ({ nextReviewOn }) => (nextReviewOn ? <DueDay on={nextReviewOn} /> : '—'),
  }),
  {
    key: 'openVersion',
    label: 'In progress',
    width: 112,
    cell: (row) => formatOpenVersion(row) || '—',
    text: (row) => formatOpenVersion(row),
  },
  createTextColumn('assigneeName', { width: 104, wraps: true }),
  createCodeColumn('basis', { width: 130, isExtra: true }),
  createTextColumn('kind', {
    width: 180,
    sort: 'kind',
    isExtra: true,
    cell: ({ kind }) => getPolicyKindTitle(kind),
    text: ({ kind }) => getPolicyKindTitle(kind),
  }),
  createDateColumn('approvedOn', { isExtra: true }),
  createDateColumn('effectiveFrom', { isExtra: true }),
  createDateColumn('lastReviewedOn', { isExtra: true }),
  createAddedColumn({ isExtra: true }),
]

const BULK_ACTS = [
  buildBulkAssign<Policy>(assignPolicy, ({ title, schemeName }) => `${title}, ${schemeName}`),
]

const formatOpenVersion = ({ openVersion, openVersionStatus }: Policy): string =>
  openVersion === null ? '' : `${openVersion}, ${formatCode(openVersionStatus ?? '').toLowerCase()}`

export default function PolicyList() {
  const assignee = useAssigneeFilter()
  const may = useMay()
  const create = useCreateButton(createPolicy, { to: PAGES.newPolicy }, 'New policy')
  return (
    <>
      <PageHeader title="Policies" actions={create} />
      <PolicyTabs />
      <List
        contract={listPolicies}
        name="Policies"
        columns={COLUMNS}
        page={PAGES.policy}
        searchLabel="Title or scheme"
        filters={[
          assignee,
          { name: 'kind', options: KIND_OPTIONS },
          { name: 'status', options: listCodeOptions(PolicyStatus.options) },
          { name: 'flag', label: 'Review', options: listCodeOptions(ReviewFlag.options) },
          { name: 'openVersionStatus', options: listCodeOptions(['DRAFT', 'IN_REVIEW', 'APPROVED']) },
        ]}
        empty={{
          title: 'No policies yet',
          text: 'The view “By scheme” shows the policies each scheme needs.',
          action: create,
        }}
        bulkActs={may(assignPolicy) ? BULK_ACTS : []}
        edit={{ contract: updatePolicy, page: PAGES.editPolicy }}
      />
    </>
  )
}
