import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type CorpusDocument, searchCorpus } from '../../../../contract/corpus.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { hasPpsNumber } from '../../../../contract/pps-number.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { createSearchParser } from '../../../search.ts'
import { AssistantTabs } from '../../../shell/assistant-tabs.tsx'
import { SearchFilter } from '../../../ui/filters.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { FoundPassages } from './found-passages.tsx'
import { OfficialLink } from './official-link.tsx'
import { groupByKind } from './source-kinds.ts'

/** Legal sources of the assistant, to browse without a question. */
export default function SourceList() {
  const { q } = createSearchParser(searchCorpus)(useSearch({ strict: false }))
  const navigate = useNavigate()
  const search = (typed: string): void =>
    void navigate({ to: '.', search: typed ? { q: typed } : {}, replace: true })
  return (
    <>
      <PageHeader title="Sources" />
      <AssistantTabs />
      <div className="flex flex-col gap-6">
        <search className="flex">
          <SearchFilter
            label="Search by words or provision"
            value={q ?? ''}
            refuse={refuseSearch}
            onChange={search}
            onDone={search}
          />
        </search>
        {q ? <FoundPassages q={q} /> : <Texts />}
      </div>
    </>
  )
}

const LONGEST = 200
function refuseSearch(typed: string): string | undefined {
  if (hasPpsNumber(typed)) return 'Remove the PPS number: the search must contain no personal data'
  return typed.length > LONGEST ? `Use at most ${LONGEST} characters` : undefined
}

function Texts() {
  const { data } = useSuspenseQuery(createQuery(operation('corpus.list'), {}))
  if (data.data.length === 0)
    return (
      <EmptyState title="No legal sources yet">
        A platform administrator must import them before questions can be answered.
      </EmptyState>
    )
  return groupByKind(data.data).map(({ title, texts }) => (
    <Section key={title} title={title}>
      <Rows name={title}>
        {texts.map((text) => (
          <Text key={text.id} text={text} />
        ))}
      </Rows>
    </Section>
  ))
}

function Text({
  text: { id, title, versionOn, passageCount, licence, sourceUrl },
}: {
  text: CorpusDocument
}) {
  return (
    <Row
      title={
        <Link to={PAGES.source} params={{ sourceId: id }} className="link inline-block py-0.5 font-medium">
          {title}
        </Link>
      }
      aside={<span className="text-muted">{formatCount(passageCount, 'passage')}</span>}
    >
      <p className="flex flex-wrap items-center gap-x-4 text-muted text-sm">
        <span>Version of {formatDate(versionOn)}</span>
        {licence && <span>{licence}</span>}
        {sourceUrl && <OfficialLink url={sourceUrl} title={title} />}
      </p>
    </Row>
  )
}
