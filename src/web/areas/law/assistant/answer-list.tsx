import { type Answer, listAnswers } from '../../../../contract/assistant.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCode } from '../../../labels.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { usePerson } from '../../../session.tsx'
import { AssistantTabs } from '../../../shell/assistant-tabs.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'

const COLUMNS: readonly Column<Answer>[] = [
  createTextColumn('question', { grows: true }),
  createTextColumn('askedByName', { label: 'Asked by', width: 150, onCard: true }),
  createCodeColumn('mode', {
    label: 'Answer',
    width: 130,
    onCard: true,
    cell: ({ mode }) => (
      <Status tone={mode === 'REFUSED' ? 'idle' : 'settled'}>{formatCode(mode, 'mode')}</Status>
    ),
  }),
  {
    key: 'rating',
    label: 'Rating',
    width: 110,
    cell: ({ rating }) => (rating ? formatCode(rating) : '—'),
    text: ({ rating }) => (rating ? formatCode(rating) : ''),
  },
  createDateColumn('on', { label: 'Law as at', isExtra: true }),
  createTextColumn('comment', { width: 240, isExtra: true }),
  createAddedColumn({ label: 'Asked', onCard: true }),
]

/** Questions of the firm's users, and whether the legal sources answered them. */
export default function AnswerList() {
  const { id, name } = usePerson()
  return (
    <>
      <PageHeader title="History" />
      <AssistantTabs />
      <List
        contract={listAnswers}
        name="Questions"
        columns={COLUMNS}
        page={PAGES.answer}
        filters={[{ name: 'askedById', options: [{ value: id, label: `${name} (you)` }] }]}
        empty={{
          title: 'No questions yet',
          text: 'Questions and answers appear here for all users of the firm.',
          action: <ButtonLink to={PAGES.assistant}>Ask a question</ButtonLink>,
        }}
      />
    </>
  )
}
