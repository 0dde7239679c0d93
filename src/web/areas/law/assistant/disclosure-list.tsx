import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  type Disclosure,
  DisclosurePurpose,
  getProviderUse,
  listDisclosures,
} from '../../../../contract/disclosures.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatInstant, formatNumber, toSentenceCase } from '../../../../contract/value-format.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { createCodeColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { createQuery } from '../../../queries.ts'
import { AssistantTabs } from '../../../shell/assistant-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DisclosureDialog, formatCost, formatOutcome } from './disclosure-dialog.tsx'

const COLUMNS: readonly Column<Disclosure>[] = [
  {
    key: 'beganAt',
    label: 'Time',
    width: 164,
    onCard: true,
    cell: ({ beganAt }) => <time dateTime={beganAt}>{formatInstant(beganAt)}</time>,
    text: ({ beganAt }) => beganAt,
  },
  createCodeColumn('purpose', { label: 'Purpose', width: 150, onCard: true }),
  {
    key: 'userName',
    label: 'Asked by',
    width: 170,
    onCard: true,
    cell: ({ userName }) => userName ?? 'The service',
    text: ({ userName }) => userName ?? 'The service',
  },
  createTextColumn('model', { grows: true }),
  {
    key: 'url',
    label: 'Provider',
    width: 220,
    cell: ({ url }) => new URL(url).host,
    text: ({ url }) => url,
  },
  { key: 'status', label: 'Result', width: 150, cell: formatOutcome, text: formatOutcome },
  { key: 'costCents', label: 'Cost', width: 110, cell: formatCost, text: formatCost },
]

const linkTo = ({ id }: Disclosure) =>
  ({ to: PAGES.disclosures, search: true, hash: id, resetScroll: false }) as const

/** The ledger: exactly what left for the provider. */
export default function DisclosureList() {
  const { data: use } = useQuery(createQuery(getProviderUse, {}))
  const open: string = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="AI usage log"
        facts={[
          'All requests to the AI provider, recorded byte for byte before sending',
          ...(use?.provider
            ? [
                `${use.provider.host} (${use.provider.model})`,
                `sent from questions: ${toSentenceCase(formatCode(use.questionsSent))}`,
                `${formatNumber(use.calls.used)} of ${formatNumber(use.calls.limit)} requests used, until ${formatDate(use.startsAgainOn)}`,
                ...(use.cents
                  ? [
                      `${formatCost({ costCents: use.cents.used })} of ${formatCost({ costCents: use.cents.limit })}`,
                    ]
                  : []),
              ]
            : ['no provider is configured']),
        ]}
      />
      <AssistantTabs />
      <List
        contract={listDisclosures}
        name="AI usage log"
        columns={COLUMNS}
        linkTo={linkTo}
        filters={[
          { name: 'purpose', options: listCodeOptions(DisclosurePurpose.options) },
          { name: 'from', options: 'day' },
          { name: 'to', options: 'day' },
        ]}
        empty={{
          title: 'No requests yet',
          text: 'Each request to the AI provider is recorded here before it is sent.',
        }}
      />
      {open && (
        <DisclosureDialog
          id={open}
          onClose={() =>
            void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
          }
        />
      )}
    </>
  )
}
