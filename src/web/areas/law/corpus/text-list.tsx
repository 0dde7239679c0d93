import { useSuspenseQuery } from '@tanstack/react-query'
import { type CorpusText, ingestText, listCorpusTexts } from '../../../../contract/corpus-texts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate, formatNumber } from '../../../../contract/value-format.ts'
import { toDublinDate } from '../../../format.ts'
import { createCodeColumn, createDateColumn, createTextColumn } from '../../../lists/columns.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { createQuery } from '../../../queries.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatConfidenceCounts } from './text-words.ts'

const count = (
  key: 'passageCount' | 'supersededPassages',
  label: string,
  width: number,
): Column<CorpusText> => ({
  key,
  label,
  width,
  align: 'right',
  cell: (text) => formatNumber(text[key]),
  text: (text) => String(text[key]),
})

const COLUMNS: readonly Column<CorpusText>[] = [
  createTextColumn('title', { grows: true }),
  createCodeColumn('kind', { width: 128, onCard: true }),
  createDateColumn('versionOn', { label: 'Version of', width: 116, onCard: true }),
  count('passageCount', 'Passages', 84),
  count('supersededPassages', 'Superseded', 106),
  createTextColumn('authorityRank', { label: 'Rank', width: 64, align: 'right' }),
  {
    key: 'confidence',
    label: 'Confidence',
    width: 200,
    cell: ({ confidence }) => formatConfidenceCounts(confidence) ?? '—',
    text: ({ confidence }) => formatConfidenceCounts(confidence) ?? '',
  },
  {
    key: 'updatedAt',
    label: 'Imported',
    width: 116,
    cell: ({ updatedAt }) => formatDate(toDublinDate(updatedAt)),
    text: ({ updatedAt }) => toDublinDate(updatedAt),
  },
]
const WITHDRAWN: readonly Column<CorpusText>[] = [
  createTextColumn('title', { grows: true }),
  createCodeColumn('kind', { width: 170 }),
  createDateColumn('withdrawnOn', { label: 'Withdrawn', onCard: true }),
  createTextColumn('withdrawnReason', { label: 'Reason', grows: true, onCard: true }),
]

const linkTo = ({ id }: CorpusText) => ({ to: PAGES.corpusText, params: { textId: id } })

/** Every public text that the assistant answers from, and what was withdrawn. */
export default function TextList() {
  const { data } = useSuspenseQuery(createQuery(listCorpusTexts, {}))
  const create = useCreateButton(ingestText, { to: PAGES.newCorpusText }, 'Import legal source')
  const held = data.data.filter(({ withdrawnOn }) => withdrawnOn === null)
  const withdrawn = data.data.filter(({ withdrawnOn }) => withdrawnOn !== null)
  const passages = held.reduce((sum, { passageCount }) => sum + passageCount, 0)
  return (
    <>
      <PageHeader title="Legal sources" actions={create} />
      <div className="flex flex-col gap-6">
        <Notice title={`${formatCount(held.length, 'source')} with ${formatCount(passages, 'passage')}`}>
          The sources are the same for all firms. After a new version, each firm sees its affected records the
          next morning.
        </Notice>
        <Section title="Current">
          <DataTable name="Current legal sources" rows={held} columns={COLUMNS} linkTo={linkTo} />
        </Section>
        {withdrawn.length > 0 && (
          <Section title="Withdrawn">
            <DataTable name="Withdrawn legal sources" rows={withdrawn} columns={WITHDRAWN} linkTo={linkTo} />
          </Section>
        )}
      </div>
    </>
  )
}
