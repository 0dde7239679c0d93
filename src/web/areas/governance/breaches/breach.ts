import type { Breach, BreachSeverity, BreachStatus } from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount } from '../../../format.ts'
import { buildSchemeCrumbs } from '../../../records/scheme-crumbs.ts'
import type { Crumb } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'

export const BREACH_TONES: Record<BreachStatus, Tone> = {
  OPEN: 'soon',
  ASSESSED: 'settled',
  REPORTABLE: 'late',
  REPORTED: 'progress',
  REMEDIATION: 'progress',
  CLOSED: 'ended',
}

export const SEVERITY_TONES: Record<BreachSeverity, Tone> = {
  LOW: 'idle',
  MEDIUM: 'soon',
  HIGH: 'late',
  CRITICAL: 'late',
}

export const buildBreachCrumbs = ({
  schemeId,
  schemeName,
}: Pick<Breach, 'schemeId' | 'schemeName'>): Crumb[] =>
  schemeId && schemeName
    ? buildSchemeCrumbs({ id: schemeId, name: schemeName }, { label: 'Breaches', page: PAGES.schemeBreaches })
    : [{ label: 'Breaches', to: PAGES.breaches }]

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `2 days 3 hours`, `59 minutes 5 seconds`: the two greatest units, so that it runs where it matters. */
export function formatTimeLeft(seconds: number): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  let rest = seconds
  return UNITS.slice(first, first + 2)
    .flatMap(([unit, length]) => {
      const count = Math.floor(rest / length)
      rest -= count * length
      return count > 0 ? [formatCount(count, unit)] : []
    })
    .join(' ')
}
