/** Preview of the data for the provider, shown while the user types: none is sent before Enter. */

import { useQuery } from '@tanstack/react-query'
import type { NothingLeaves, ProviderUse } from '../../../../contract/disclosures.ts'
import { formatCount, formatDate, formatNumber } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { formatProblem } from '../../../problems.ts'
import { createQuery } from '../../../queries.ts'
import { Folded } from '../../../ui/details.tsx'
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts'
import { checkQuestion, type Typed } from './question.ts'

/** Delay after the last keystroke. */
const SETTLED_MS = 400

const WORDS: Record<NothingLeaves, string> = {
  NO_PROVIDER: 'No text is sent to an AI provider: the answer quotes the legal sources.',
  FIRM_SENDS_NOTHING: 'Firm setting: no text is sent to an AI provider. The answer quotes the legal sources.',
  BUDGET_SPENT:
    'Your firm has reached its monthly limit, so no text will be sent. The answer quotes the sources.',
  NOTHING_TO_WRITE: 'No text will be sent.',
  NOT_ANSWERED: 'No text will be sent: the sources do not answer this.',
  NOT_SURE: 'No text will be sent: the sources answer this only in part, and the answer quotes them.',
}

export function OutboundQuestion({ typed, use }: { typed: Typed; use: ProviderUse }) {
  const settled = useDebouncedValue(typed, SETTLED_MS)
  const checked = checkQuestion(settled)
  const sent = 'sent' in checked ? checked.sent : null
  const preview = useQuery({
    ...createQuery(operation('assistant.preview'), sent ?? { question: '' }),
    enabled: sent !== null,
    placeholderData: (before) => before,
    retry: false,
  })
  if (sent === null)
    return (
      <Quiet>
        The data for {getName(use)} appears here before you ask. {LEFT(use)}
      </Quiet>
    )
  if (preview.error) return <Quiet>{formatProblem(preview.error)}</Quiet>
  if (!preview.data) return <Quiet>Preparing the preview</Quiet>
  const { nothingLeaves, question, passages } = preview.data
  if (nothingLeaves) return <Quiet>{WORDS[nothingLeaves]}</Quiet>
  return (
    <div className="flex max-w-[80ch] flex-col gap-1 rounded-md border border-line bg-surface p-3 text-sm">
      <p className="text-muted">Will be sent to {getName(use)}:</p>
      {question ? (
        <p className="font-mono [overflow-wrap:anywhere]">{question}</p>
      ) : (
        <p>No words of the question</p>
      )}
      <Folded name={`and ${formatCount(passages.length, 'passage')} of the public texts`}>
        <ul className="list-disc pl-5">
          {passages.map(({ title, citation }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two passages may be cited alike
            <li key={index}>
              {citation}, {title}
            </li>
          ))}
        </ul>
      </Folded>
      <p className="text-muted">{LEFT(use)}</p>
    </div>
  )
}

const Quiet = ({ children }: { children: React.ReactNode }) => (
  <p className="text-muted text-sm">{children}</p>
)

const getName = ({ provider }: ProviderUse): string =>
  provider ? `${provider.host} (${provider.model})` : 'nobody'

const LEFT = ({ calls, startsAgainOn }: ProviderUse): string =>
  `${formatNumber(calls.left)} of ${formatNumber(calls.limit)} requests of your firm are left until ${formatDate(startsAgainOn)}.`
