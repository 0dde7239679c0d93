import { formatCitedSources } from '../../../../contract/citations.ts'
import type { RuleDecision } from '../../../../contract/obligations.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatObligationName } from '../../../records/obligation-period.ts'
import { formatObligationStatus } from '../../../records/obligation-status.tsx'
import { OBLIGATION_TONES } from '../../../tones.ts'
import { Scroller } from '../../../ui/scroller.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'

const APPLIES: Record<RuleDecision['applies'], { words: string; tone: Tone }> = {
  YES: { words: 'Applies', tone: 'settled' },
  NO: { words: 'Does not apply', tone: 'ended' },
  CONFIRM: { words: 'To confirm', tone: 'soon' },
  CANNOT_TELL: { words: 'Not known', tone: 'idle' },
}

/** Decisions of the rules, each with its reason and source. */
export function DecisionsTable({
  name,
  decisions,
  asAtOn,
}: {
  name: string
  decisions: readonly RuleDecision[]
  /** With it, the day and the status as at that day. */
  asAtOn?: string
}) {
  return (
    <Scroller name={name}>
      <table aria-label={name} className="w-full min-w-160 border-separate border-spacing-0 print:min-w-0!">
        <thead>
          <tr>
            {['Rule', ...(asAtOn ? ['Due', 'Status'] : ['Result']), 'Reason', 'Source'].map((label) => (
              <th
                key={label}
                scope="col"
                className="border-line border-b px-3 py-2 text-left font-medium text-muted text-sm"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {decisions.map((decision) => (
            <tr key={`${decision.ruleId} ${decision.periodKey}`} className="group">
              <th scope="row" className={`${CELL} w-72 text-left font-medium`}>
                {asAtOn ? formatObligationName(decision) : decision.title}{' '}
                <span className="font-normal text-muted">{decision.ruleId}</span>
              </th>
              {asAtOn ? (
                <>
                  <td className={`${CELL} whitespace-nowrap`}>
                    {decision.dueOn ? formatDate(decision.dueOn) : '—'}
                  </td>
                  <td className={CELL}>
                    <Status tone={OBLIGATION_TONES[decision.status]}>
                      {formatObligationStatus(decision, asAtOn)}
                    </Status>
                  </td>
                </>
              ) : (
                <td className={CELL}>
                  <Status tone={APPLIES[decision.applies].tone}>{APPLIES[decision.applies].words}</Status>
                </td>
              )}
              <td className={CELL}>{decision.reason}</td>
              <td className={`${CELL} text-muted text-sm`}>{formatCitedSources(...decision.citations)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

const CELL = 'border-line border-b px-3 py-2 align-top group-last:border-b-0'
