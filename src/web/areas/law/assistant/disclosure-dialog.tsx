/** One request to the provider: what was said in it, how it ended, and the very bytes. */

import { useQuery } from '@tanstack/react-query'
import { type Disclosure, listDisclosures } from '../../../../contract/disclosures.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Folded } from '../../../ui/details.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Details } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { listSentTexts } from './sent-texts.ts'

export const formatCost = ({ costCents }: Pick<Disclosure, 'costCents'>): string =>
  costCents === null ? 'Not known' : `US$${(costCents / 100).toFixed(4)}`

export function formatOutcome({ endedAt, status }: Pick<Disclosure, 'endedAt' | 'status'>): string {
  if (endedAt === null) return 'Not known yet'
  if (status === null) return 'No answer'
  return status < 300 ? 'Answered' : `Refused (${status})`
}

export function DisclosureDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(createQuery(listDisclosures, { id, limit: 1 }))
  const disclosure = query.data?.data[0]
  return (
    <Dialog isOpen isWide onClose={onClose} title="AI usage entry">
      {query.isError ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : disclosure ? (
        <Sent disclosure={disclosure} />
      ) : query.data ? (
        <p>The request does not exist or belongs to another firm.</p>
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton height={160} />
        </div>
      )}
    </Dialog>
  )
}

function Sent({ disclosure }: { disclosure: Disclosure }) {
  const { purpose, userName, url, model, beganAt, inputTokens, outputTokens, sha256, body } = disclosure
  return (
    <div className="flex flex-col gap-5">
      <Details
        details={[
          { label: 'Time', value: formatInstant(beganAt) },
          { label: 'Purpose', value: formatCode(purpose) },
          { label: 'Asked by', value: userName ?? 'The service' },
          { label: 'Provider', value: url },
          { label: 'Model', value: model },
          { label: 'Result', value: formatOutcome(disclosure) },
          { label: 'Tokens in, out', value: `${inputTokens ?? 'not known'}, ${outputTokens ?? 'not known'}` },
          { label: 'Cost', value: formatCost(disclosure) },
        ]}
      />
      {listSentTexts(body).map(({ name, text }) => (
        <section key={name} className="flex flex-col gap-2">
          <h3 className="text-base">{name}</h3>
          <Text text={text} />
        </section>
      ))}
      <Folded name="Exact request (JSON)">
        <Text text={body} />
        <p className="mt-2 text-muted text-xs">
          SHA-256 <span className="font-mono [overflow-wrap:anywhere]">{sha256}</span>
        </p>
      </Folded>
    </div>
  )
}

const Text = ({ text }: { text: string }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    tabIndex={0}
    className="max-h-96 overflow-auto whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs [overflow-wrap:anywhere]"
  >
    {text}
  </pre>
)
