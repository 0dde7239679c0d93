import type { Breach, BreachSeverity, BreachStatus } from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
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
