import {
  assignDraft,
  createDraft,
  DraftStatus,
  type ListedDraft,
  listDrafts,
} from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatInstant, toSentenceCase } from '../../../../contract/value-format.ts'
import { toDublinDate } from '../../../format.ts'
import { listCodeOptions } from '../../../labels.ts'
import { createAddedColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { buildBulkAssign, useAssigneeFilter } from '../../../records/assignment.tsx'
import { SchemeName } from '../../../records/names.tsx'
import { useMay } from '../../../session.tsx'
import { AssistantTabs } from '../../../shell/assistant-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DRAFT_MARK, DRAFT_TONES, formatKind, KIND_OPTIONS } from './draft.ts'

const COLUMNS: readonly Column<ListedDraft>[] = [
  createTextColumn('title', {
    label: 'Draft',
    sort: 'title',
    grows: true,
    width: 150,
    cell: formatTitle,
    text: formatTitle,
  }),
  createTextColumn('schemeName', {
    label: 'Scheme',
    sort: 'schemeName',
    grows: true,
    width: 160,
    onCard: true,
  }),
  createStatusColumn(DRAFT_TONES, { width: 124 }),
  {
    key: 'openPlaces',
    label: 'Blanks to fill',
    width: 112,
    onCard: true,
    cell: (row) => (hasOpenPlaces(row) ? <Status tone="soon">{String(row.openPlaces)}</Status> : '—'),
    text: (row) => (hasOpenPlaces(row) ? String(row.openPlaces) : ''),
  },
  createTextColumn('lastEditedByName', { label: 'Last changed by', width: 150 }),
  {
    key: 'updatedAt',
    label: 'Last changed',
    width: 120,
    sort: '-updatedAt',
    onCard: true,
    cell: ({ updatedAt }) => (
      <span title={formatInstant(updatedAt)}>{formatDate(toDublinDate(updatedAt))}</span>
    ),
    text: ({ updatedAt }) => updatedAt,
  },
  createTextColumn('assigneeName', { width: 140 }),
  createTextColumn('model', { width: 150, isExtra: true }),
  createTextColumn('latestVersion', { width: 80, isExtra: true }),
  createTextColumn('approvedByName', { label: 'Approved by', width: 150, isExtra: true }),
  createAddedColumn({ label: 'Drafted', isExtra: true }),
]

/** Title with the kind, if the user gave the draft another title. */
function formatTitle({ title, kind }: ListedDraft): string {
  return title === formatKind(kind) ? title : `${title} (${toSentenceCase(formatKind(kind))})`
}

/** Only a draft can still have its placeholders filled. */
const hasOpenPlaces = ({ status, openPlaces }: ListedDraft): boolean => status === 'DRAFT' && openPlaces > 0

const BULK_ACTS = [
  buildBulkAssign<ListedDraft>(assignDraft, ({ title, schemeName }) => `${title}, ${schemeName}`),
]

const SNAPSHOT_SHOWN = 8

export default function DraftList() {
  const assignee = useAssigneeFilter()
  const may = useMay()
  const create = useCreateButton(createDraft, { to: PAGES.newDraft }, 'New draft')
  return (
    <>
      <PageHeader title="Drafts" actions={create} facts={[DRAFT_MARK]} />
      <AssistantTabs />
      <List
        contract={listDrafts}
        name="Drafts"
        columns={COLUMNS}
        page={PAGES.draft}
        searchLabel="Title or scheme"
        filters={[
          assignee,
          { name: 'kind', options: KIND_OPTIONS },
          { name: 'status', options: listCodeOptions(DraftStatus.options) },
          { name: 'recalled', options: RECALLED },
        ]}
        chipWords={(name, value) =>
          name === 'schemeId' ? (
            <SchemeName id={value} />
          ) : name === 'corpusSnapshot' ? (
            value.slice(0, SNAPSHOT_SHOWN)
          ) : undefined
        }
        bulkActs={may(assignDraft) ? BULK_ACTS : []}
        empty={{
          title: 'No drafts yet',
          text: 'Create a draft from a template and the records of a scheme. After approval it becomes a policy, an own-risk assessment or a document.',
          action: create,
        }}
      />
    </>
  )
}

const RECALLED = [
  { value: 'true', label: 'Yes, to review' },
  { value: 'false', label: 'No' },
]
