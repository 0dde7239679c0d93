import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DataFault, listDataQuality } from '../../../../contract/data-quality.ts'
import {
  createMember,
  listMembers,
  MemberStatus,
  type MemberSummary,
  revealPpsNumber,
  updateMember,
} from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { hasPpsNumber } from '../../../../contract/pps-number.ts'
import { createUser } from '../../../../contract/users.ts'
import { listCodeOptions } from '../../../labels.ts'
import type { BulkAct } from '../../../lists/bulk-act.ts'
import {
  createAddedColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List, type ListFilter } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { operation } from '../../../operation.ts'
import { useScheme } from '../../../records/use-scheme.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { ImportMembersLink } from './import-link.tsx'
import { formatFullName, formatListedName, MEMBER_TONES } from './member.ts'

const NAME: Column<MemberSummary> = {
  key: 'name',
  label: 'Name',
  sort: 'name',
  width: 190,
  grows: true,
  cell: formatListedName,
  text: formatListedName,
}
const SCHEME: Column<MemberSummary> = createTextColumn('schemeName', {
  width: 240,
  label: 'Scheme',
  grows: true,
  onCard: true,
})
const STATUS: Column<MemberSummary> = createStatusColumn(MEMBER_TONES, { width: 126, sort: 'status' })
const PPS_NUMBER: Column<MemberSummary> = createTextColumn('ppsNumberMasked', { width: 112 })
const OTHERS: readonly Column<MemberSummary>[] = [
  createDateColumn('joinedSchemeOn', { label: 'Joined', sort: '-joinedSchemeOn' }),
  createTextColumn('worksNumber', { width: 92, label: 'Works no.', onCard: true }),
  createDateColumn('dateOfBirth', { isExtra: true }),
  createDateColumn('normalRetirementOn', { label: 'Normal retirement', isExtra: true }),
  createDateColumn('lastBenefitStatementOn', { label: 'Last statement', isExtra: true }),
  createAddedColumn({ isExtra: true }),
]

const STATUS_FILTER = { name: 'status', options: listCodeOptions(MemberStatus.options) }
const FAULT_FILTER = { name: 'fault', options: listCodeOptions(DataFault.options) }
const STATEMENT_FILTER: ListFilter = { name: 'withoutStatementSince', options: 'day' }

const BULK_ACTS: readonly BulkAct<MemberSummary>[] = [
  {
    contract: createUser,
    label: 'Invite',
    explanation:
      'Each member gets a mail with a one-time link to set a password, and can then see their own record. Members without an e-mail address are left out. The audit log records each invitation.',
    fields: null,
    defaults: {},
    valuesOf: (member) => ({
      email: member.email,
      name: formatFullName(member),
      role: 'Member',
      employerId: null,
      memberId: member.id,
    }),
    isPossible: ({ email }) => email !== null,
    nameOf: formatFullName,
  },
]

function Members({ schemeId, create }: { schemeId?: string; create: ReactNode }) {
  const may = useMay()
  const columns = [
    NAME,
    ...(schemeId ? [] : [SCHEME]),
    STATUS,
    ...(may(revealPpsNumber) ? [PPS_NUMBER] : []),
    ...OTHERS,
  ]
  return (
    <List
      contract={listMembers}
      name={schemeId ? 'Members of the scheme' : 'Members'}
      columns={columns}
      page={PAGES.member}
      searchLabel="Name or works number"
      refuseSearch={refuseSearch}
      filters={
        may(listDataQuality)
          ? [STATUS_FILTER, STATEMENT_FILTER, FAULT_FILTER]
          : [STATUS_FILTER, STATEMENT_FILTER]
      }
      {...(schemeId ? { fixed: { schemeId } } : {})}
      empty={{
        title: 'No members yet',
        text: create
          ? 'Many obligations depend on the number of members. Import members from a file, or add the first one by hand.'
          : 'Members appear here once your broker has added them.',
        action: create && <span className="flex flex-wrap justify-center gap-2">{create}</span>,
      }}
      bulkActs={BULK_ACTS.filter(({ contract }) => may(contract) && may(createMember))}
      edit={{ contract: updateMember, page: PAGES.editMember }}
    />
  )
}

/** Search text is part of the address and of logs, which may contain no PPS number. */
const refuseSearch = (typed: string): string | undefined =>
  hasPpsNumber(typed) ? 'The search does not cover PPS numbers. Use the name or the works number.' : undefined

export function FirmPage() {
  const may = useMay()
  const newMember = useCreateButton(createMember, { to: PAGES.newMember }, 'New member')
  const create = newMember && (
    <>
      <ImportMembersLink />
      {newMember}
    </>
  )
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          <>
            {may(listDataQuality) && (
              <ButtonLink look="quiet" to={PAGES.dataQuality}>
                Data quality
              </ButtonLink>
            )}
            {may(operation('personal-data.expired')) && (
              <ButtonLink look="quiet" to={PAGES.retention}>
                Retention
              </ButtonLink>
            )}
            {create}
          </>
        }
      />
      <Members create={create} />
    </>
  )
}

export function SchemePage() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const { status } = useScheme(schemeId)
  const newMember = useCreateButton(
    // The service refuses members of a wound-up scheme.
    status === 'WOUND_UP' ? null : createMember,
    { to: PAGES.newMember, search: { schemeId } },
    'New member',
  )
  const create = newMember && (
    <>
      <ImportMembersLink schemeId={schemeId} />
      {newMember}
    </>
  )
  return (
    <Section title="Members" actions={create}>
      <Members schemeId={schemeId} create={create} />
    </Section>
  )
}
