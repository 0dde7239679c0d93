/** Schemes by compliance status today. */

import { Link } from '@tanstack/react-router'
import type { Dashboard } from '../../../../contract/dashboard.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { ComplianceRating } from '../../../../contract/schemes.ts'
import { formatNumber } from '../../../../contract/value-format.ts'
import { RATING_TONES } from '../../../tones.ts'
import type { Part } from '../../../ui/charts/fill.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'

export const RATINGS: Record<
  ComplianceRating,
  Part & { field: 'red' | 'amber' | 'green' | 'woundUp'; meaning: string }
> = {
  RED: { field: 'red', name: 'Red', colour: 'var(--danger)', pattern: 'crossed', meaning: 'action needed' },
  AMBER: {
    field: 'amber',
    name: 'Amber',
    colour: 'var(--warn)',
    pattern: 'hatched',
    meaning: 'needs attention',
  },
  GREEN: { field: 'green', name: 'Green', colour: 'var(--done)', meaning: 'no open items known' },
  WOUND_UP: {
    field: 'woundUp',
    name: 'Wound up',
    colour: 'var(--control)',
    pattern: 'dotted',
    meaning: 'no open items known',
  },
}

export function Portfolio({ portfolio }: { portfolio: NonNullable<Dashboard['portfolio']> }) {
  const shown = ComplianceRating.options
    .map((rating) => ({ rating, ...RATINGS[rating], count: portfolio[RATINGS[rating].field] }))
    .filter(({ rating, count }) => rating !== 'WOUND_UP' || count > 0)
  const total = shown.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section
      title="Portfolio"
      actions={
        <Link to={PAGES.schemes} className="link">
          Schemes
        </Link>
      }
    >
      {total === 0 ? (
        <p className="text-muted">
          No scheme is approved yet. Complete and submit each{' '}
          <Link to={PAGES.schemes} search={{ status: 'DRAFT' }} className="link">
            draft scheme
          </Link>{' '}
          and approve those{' '}
          <Link to={PAGES.schemes} search={{ status: 'PENDING_APPROVAL' }} className="link">
            waiting for approval
          </Link>
          : their obligations start then.
        </p>
      ) : (
        <div className="flex flex-col gap-2">
          <div aria-hidden="true" className="flex h-4 gap-px overflow-hidden rounded-sm">
            {shown
              .filter(({ count }) => count > 0)
              .map(({ rating, colour, count }) => (
                <Link
                  key={rating}
                  to={PAGES.schemes}
                  search={{ rating }}
                  tabIndex={-1}
                  className="min-w-2 [forced-color-adjust:none] [print-color-adjust:exact]"
                  style={{ flexGrow: count, background: colour }}
                />
              ))}
          </div>
          <ul aria-label="Portfolio">
            {shown.map(({ rating, name, meaning, count }) => (
              <li key={rating}>
                <Link
                  to={PAGES.schemes}
                  search={{ rating }}
                  className="flex min-h-7 items-center justify-between gap-3 rounded-sm hover:bg-hover"
                >
                  <span className="flex items-center">
                    <Status tone={count > 0 ? RATING_TONES[rating] : 'settled'}>{name}</Status>
                    <span className="text-muted">: {meaning}</span>
                  </span>
                  <span className="font-semibold">{formatNumber(count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}
