import { addMonths } from '../../../../contract/civil-dates.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { TrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import type { Trustee, TrusteeStatus } from '../../../../contract/trustees.ts'
import { toDublinDate } from '../../../format.ts'
import { buildSchemeCrumbs } from '../../../records/scheme-crumbs.ts'
import type { Crumb } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'

export const TRUSTEE_TONES: Record<TrusteeStatus, Tone> = {
  PROPOSED: 'idle',
  FIT_PROPER_OK: 'progress',
  APPOINTED: 'done',
  RETIRED: 'ended',
  REMOVED: 'ended',
  DECEASED: 'ended',
  DISQUALIFIED: 'late',
}

/** Of a corporate trustee the directors are counted, not the company (Pensions Act 1990 s.64AC). */
export const isCorporate = ({ trusteeBody }: Pick<Scheme, 'trusteeBody'>): boolean =>
  trusteeBody !== null && trusteeBody.kind !== 'INDIVIDUALS'

/** "Sole corporate: Ballycotton Trustees DAC"; says so where it is not recorded. */
const KINDS = {
  INDIVIDUALS: 'Individual trustees',
  CORPORATE: 'Corporate trustee',
  SOLE_CORPORATE: 'Sole corporate trustee',
}
export function formatTrusteeBody({ trusteeBody }: Pick<Scheme, 'trusteeBody'>): string {
  if (!trusteeBody) return 'Not known: treated as individual trustees'
  const { kind, name } = trusteeBody
  return name ? `${KINDS[kind]}: ${name}` : KINDS[kind]
}

export const buildTrusteeCrumbs = (scheme: Pick<Scheme, 'id' | 'name'>): Crumb[] =>
  buildSchemeCrumbs(scheme, { label: 'Trustees', page: PAGES.schemeTrustees })

/** The days that the law ties to an office, and who is in one. */

/** PA s.59AA, as `appointTrustee` says it. */
const FIRST_TRAINING_MONTHS = 6

export const calculateFirstTrainingDue = (appointedOn: string): string =>
  addMonths(appointedOn, FIRST_TRAINING_MONTHS)

/** Due before the scheme was added, so its record may be missing here only: not late. */
export const isBeforeRecords = (dueOn: string, { createdAt }: Pick<Scheme, 'createdAt'>): boolean =>
  dueOn < toDublinDate(createdAt)

/** Of those in office: the day of the next review and whose it is, and whose day is not known. */
export function listReviews(appointed: readonly Trustee[]): {
  nextOn: string | null
  next: Trustee[]
  unknown: Trustee[]
} {
  const days = appointed.flatMap(({ fitProperNextReviewOn: on }) => on ?? []).toSorted()
  const nextOn = days[0] ?? null
  return {
    nextOn,
    next: nextOn === null ? [] : appointed.filter((one) => one.fitProperNextReviewOn === nextOn),
    unknown: appointed.filter((one) => one.fitProperNextReviewOn === null),
  }
}

export interface FirstTraining {
  trustee: Trustee
  dueOn: string
  /** The day of the first training in office; null: none is recorded. */
  doneOn: string | null
}

/** Of those in office: the first training of each, the earliest due first. A training before the appointment does not count. */
export const listFirstTrainings = (
  appointed: readonly Trustee[],
  trainings: readonly Pick<TrusteeTraining, 'trusteeId' | 'completedOn' | 'status'>[],
): FirstTraining[] =>
  appointed
    .flatMap((trustee) => {
      const { appointedOn } = trustee
      if (!appointedOn) return []
      const days = trainings
        .filter(({ trusteeId, status }) => trusteeId === trustee.id && status === 'RECORDED')
        .flatMap(({ completedOn }) => (completedOn >= appointedOn ? [completedOn] : []))
        .toSorted()
      return [{ trustee, dueOn: calculateFirstTrainingDue(appointedOn), doneOn: days[0] ?? null }]
    })
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
