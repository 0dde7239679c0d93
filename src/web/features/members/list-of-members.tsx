/** The members of the firm, or of one scheme: the same columns, filters and keys on both pages. */
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  listMembers,
  type Member,
  MemberStatus,
  revealPpsNumber,
  updateMember,
} from '../../../contract/members.ts'
import { PAGES } from '../../../contract/pages.ts'
import { mentionsPpsNumber } from '../../../contract/pps-number.ts'
import { codeWords } from '../../labels.ts'
import { List } from '../../lists/list.tsx'
import { EmployerName, MemberName, SchemeName } from '../../records/names.tsx'
import { useMay } from '../../session.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Status } from '../../ui/status.tsx'
import { dateWords } from '../../words.ts'
import { listedName, MEMBER_TONES } from './member-status.ts'

const dayColumn = (
  key: 'joinedSchemeOn' | 'dateOfBirth' | 'normalRetirementOn',
  label: string,
  isExtra: boolean,
): Column<Member> => ({
  key,
  width: 116,
  label,
  isExtra,
  cell: ({ [key]: on }) => (on ? dateWords(on) : '—'),
  text: ({ [key]: on }) => on ?? '',
})

const NAME: Column<Member> = {
  key: 'name',
  label: 'Name',
  sort: 'name',
  cell: listedName,
  text: listedName,
}
const SCHEME: Column<Member> = {
  key: 'schemeName',
  width: 280,
  label: 'Scheme',
  onCard: true,
  cell: ({ schemeName }) => schemeName ?? '—',
  text: ({ schemeName }) => schemeName ?? '',
}
const PPS_NUMBER: Column<Member> = {
  key: 'ppsNumberMasked',
  width: 112,
  label: 'PPS number',
  cell: ({ ppsNumberMasked }) => ppsNumberMasked ?? '—',
  text: ({ ppsNumberMasked }) => ppsNumberMasked ?? '',
}
const BEFORE_PPS_NUMBER: readonly Column<Member>[] = [
  {
    key: 'status',
    width: 130,
    label: 'Status',
    onCard: true,
    cell: ({ status }) => <Status tone={MEMBER_TONES[status]}>{codeWords(status)}</Status>,
    text: ({ status }) => codeWords(status),
  },
]
const AFTER_PPS_NUMBER: readonly Column<Member>[] = [
  dayColumn('joinedSchemeOn', 'Joined', false),
  {
    key: 'worksNumber',
    width: 100,
    label: 'Works no.',
    onCard: true,
    cell: ({ worksNumber }) => worksNumber ?? '—',
    text: ({ worksNumber }) => worksNumber ?? '',
  },
  dayColumn('dateOfBirth', 'Date of birth', true),
  dayColumn('normalRetirementOn', 'Normal retirement', true),
]
const ADDED: Column<Member> = {
  key: 'createdAt',
  width: 116,
  isExtra: true,
  label: 'Added',
  sort: '-createdAt',
  cell: ({ createdAt }) => dateWords(createdAt.slice(0, 10)),
  text: ({ createdAt }) => createdAt.slice(0, 10),
}

const linkTo = ({ id }: Member) => ({ to: PAGES.member, params: { memberId: id } })
const FILTERS = [
  {
    name: 'status',
    options: MemberStatus.options.map((value) => ({ value, label: codeWords(value) })),
  },
]

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
  const navigate = useNavigate()
  const columns = [
    NAME,
    ...(schemeId ? [] : [SCHEME]),
    ...BEFORE_PPS_NUMBER,
    ...(may(revealPpsNumber) ? [PPS_NUMBER] : []),
    ...AFTER_PPS_NUMBER,
    ADDED,
  ]
  return (
    <List
      contract={listMembers}
      name={name}
      columns={columns}
      linkTo={linkTo}
      searchLabel="Name or works number"
      refuseSearch={refuseSearch}
      filters={FILTERS}
      {...(schemeId ? { fixed: { schemeId } } : {})}
      chipWords={chipWords}
      empty={empty}
      keys={{
        e: ({ id }) => may(updateMember) && void navigate({ to: PAGES.editMember, params: { memberId: id } }),
      }}
    />
  )
}

/** What is looked for stands in the address and in logs, where no PPS number may be. */
const refuseSearch = (typed: string): string | undefined =>
  mentionsPpsNumber(typed)
    ? 'Members are not found by PPS number. Use the name or the works number.'
    : undefined

function chipWords(name: string, value: string): ReactNode {
  if (name === 'schemeId') return <SchemeName id={value} />
  if (name === 'employerId') return <EmployerName id={value} />
  if (name === 'samePersonAs') return <MemberName id={value} />
  return undefined
}
