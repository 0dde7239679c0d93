import type { ReactNode } from 'react'
import {
  listMembers,
  type Member,
  MemberStatus,
  revealPpsNumber,
  updateMember,
} from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { hasPpsNumber } from '../../../../contract/pps-number.ts'
import { listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useMay } from '../../../session.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { formatListedName, MEMBER_TONES } from './member.ts'

const NAME: Column<Member> = {
  key: 'name',
  label: 'Name',
  sort: 'name',
  cell: formatListedName,
  text: formatListedName,
}
const SCHEME: Column<Member> = createTextColumn('schemeName', { width: 280, label: 'Scheme', onCard: true })
const STATUS: Column<Member> = createStatusColumn(MEMBER_TONES, { width: 130, sort: 'status' })
const PPS_NUMBER: Column<Member> = createTextColumn('ppsNumberMasked', { width: 112 })
const OTHERS: readonly Column<Member>[] = [
  createDateColumn('joinedSchemeOn', { label: 'Joined', sort: '-joinedSchemeOn' }),
  createTextColumn('worksNumber', { width: 100, label: 'Works no.', onCard: true }),
  createDateColumn('dateOfBirth', { isExtra: true }),
  createDateColumn('normalRetirementOn', { label: 'Normal retirement', isExtra: true }),
  createAddedColumn({ isExtra: true }),
]

const FILTERS = [{ name: 'status', options: listCodeOptions(MemberStatus.options) }]

export function ListOfMembers({
  name,
  schemeId,
  empty,
}: {
  name: string
  /** The scheme whose members these are; all of them where it is not given. */
  schemeId?: string
  empty: { title: string; text?: string; action?: ReactNode }
}) {
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
      name={name}
      columns={columns}
      page={PAGES.member}
      searchLabel="Name or works number"
      refuseSearch={refuseSearch}
      filters={FILTERS}
      {...(schemeId ? { fixed: { schemeId } } : {})}
      empty={empty}
      edit={{ contract: updateMember, page: PAGES.editMember }}
    />
  )
}

/** What is looked for stands in the address and in logs, where no PPS number may be. */
const refuseSearch = (typed: string): string | undefined =>
  hasPpsNumber(typed) ? 'The search does not cover PPS numbers. Use the name or the works number.' : undefined
