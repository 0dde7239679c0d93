/** How the schemes stand, what is overdue and what comes next. Every number leads to the list that it counts. */
import { Link, type LinkProps } from '@tanstack/react-router'
import { addDays } from '../../../../contract/civil-dates.ts'
import type { Dashboard } from '../../../../contract/dashboard.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { ComplianceRating } from '../../../../contract/schemes.ts'
import { countWords, formatCount, formatDate } from '../../../format.ts'
import { formatObligationName } from '../../../records/duty-period.ts'
import { DutyStatus } from '../../../records/duty-status.tsx'
import { RATING_TONES } from '../../../tones.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'

const WORDS: Record<ComplianceRating, string> = {
  RED: 'Red: action needed',
  AMBER: 'Amber: needs attention',
  GREEN: 'Green: nothing open',
  WOUND_UP: 'Wound up: nothing open',
}
const FIELDS = { RED: 'red', AMBER: 'amber', GREEN: 'green', WOUND_UP: 'woundUp' } as const

export function Portfolio({ dashboard }: { dashboard: Dashboard }) {
  const { portfolio, duties, breachesToReport, asOfOn } = dashboard
  if (!portfolio || !duties) return null
  const isShown = (rating: ComplianceRating): boolean => rating !== 'WOUND_UP' || portfolio.woundUp > 0
  return (
    <>
      <Section title="Portfolio">
        <Counts
          counts={ComplianceRating.options.filter(isShown).map((rating) => {
            const count = portfolio[FIELDS[rating]]
            return {
              key: rating,
              label: (
                <Status tone={count > 0 ? RATING_TONES[rating] : 'settled'} wraps>
                  {WORDS[rating]}
                </Status>
              ),
              words: WORDS[rating],
              count,
              link: { to: PAGES.schemes, search: { rating } },
            }
          })}
        />
        {breachesToReport !== null && breachesToReport > 0 && (
          <Notice
            look="late"
            title={`${formatCount(breachesToReport, 'breach', 'breaches')} still to be reported`}
          >
            <Link to={PAGES.breaches} search={{ toReport: 'true' }} className="link">
              View breaches
            </Link>
          </Notice>
        )}
      </Section>
      <Section
        title="Obligations"
        actions={
          <Link to={PAGES.calendar} className="link">
            Calendar
          </Link>
        }
      >
        <Counts
          counts={[
            {
              key: 'overdue',
              label: <Status tone={duties.overdue > 0 ? 'late' : 'settled'}>Overdue</Status>,
              words: 'obligations overdue',
              count: duties.overdue,
              link: { to: PAGES.calendar, search: { status: 'OVERDUE' } },
            },
            ...(duties.toConfirm > 0
              ? [
                  {
                    key: 'to-confirm',
                    label: <Status tone="idle">Not recorded yet</Status>,
                    words: 'obligations not recorded yet',
                    count: duties.toConfirm,
                    link: { to: PAGES.obligationsToConfirm },
                  },
                ]
              : []),
            ...([30, 60, 90] as const).map((days) => ({
              key: String(days),
              label: `Due in ${days} days`,
              words: `obligations due in ${days} days`,
              count: duties[`dueIn${days}Days`],
              link: {
                to: PAGES.calendar,
                search: { isOpen: 'true', dueFrom: asOfOn, dueTo: addDays(asOfOn, days) },
              },
            })),
          ]}
        />
        {duties.next.length === 0 ? (
          <p className="text-muted">No open obligations with a date.</p>
        ) : (
          <Rows name="Most urgent duties">
            {duties.next.map((duty) => (
              <Row
                key={duty.id}
                title={
                  <Link
                    to={PAGES.obligation}
                    params={{ obligationId: duty.id }}
                    className="link inline-block rounded-sm py-0.5 font-medium"
                  >
                    {formatObligationName(duty)}
                  </Link>
                }
                aside={<DutyStatus duty={duty} today={asOfOn} />}
              >
                <p className="text-muted">
                  {duty.schemeName} · due {formatDate(duty.dueOn)}
                </p>
              </Row>
            ))}
          </Rows>
        )}
      </Section>
    </>
  )
}

function Counts({
  counts,
}: {
  counts: readonly {
    key: string
    label: React.ReactNode
    words: string
    count: number
    link: LinkProps
  }[]
}) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-md border border-line bg-line">
      {counts.map(({ key, label, words, count, link }) => (
        <div key={key} className="flex flex-1 basis-32 flex-col bg-surface px-4 py-3">
          <dt className="text-sm">{label}</dt>
          <dd className="font-semibold text-xl">
            <Link
              {...link}
              aria-label={`${countWords(count)}: ${words}`}
              className="rounded-sm hover:underline"
            >
              {countWords(count)}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}
