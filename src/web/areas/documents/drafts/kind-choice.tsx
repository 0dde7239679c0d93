/** Every kind of draft, by what people look for; what there is not for the scheme says why. */
import { useFormContext } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { findDoraTier, isSizeKnown } from '../../../../contract/dora-tier.ts'
import {
  findUnavailabilityReason,
  type KindFacts,
  type NotDrafted,
} from '../../../../contract/draft-availability.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import type { RegimeProfile, Scheme } from '../../../../contract/schemes.ts'
import { joinClassNames } from '../../../ui/class-names.ts'
import { useFieldError } from '../../../ui/form/labelled-field.tsx'
import { formatKind, KIND_GROUPS } from './draft.ts'

export function KindChoice({ scheme, profile }: { scheme: Scheme; profile: RegimeProfile }) {
  const error = useFieldError('kind', 'Document type')
  return (
    <div data-field="kind" className="flex flex-col gap-4">
      {error && (
        <p role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
      <div className="grid max-w-[1100px] grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {[KIND_GROUPS.slice(0, 1), KIND_GROUPS.slice(1)].map((groups) => (
          <div key={groups[0]?.group} className="flex min-w-0 flex-col gap-6">
            {groups.map(({ group, kinds }) => (
              <fieldset key={group} className="min-w-0">
                <legend className="mb-2 font-semibold">{group}</legend>
                <div className={groups.length === 1 ? 'gap-x-8 sm:columns-2' : undefined}>
                  {kinds.map((kind) => (
                    <One
                      key={kind}
                      kind={kind}
                      scheme={scheme}
                      profile={profile}
                      isRefused={error !== undefined}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function One({
  kind,
  scheme,
  profile,
  isRefused,
}: {
  kind: DraftKind
  scheme: Scheme
  profile: RegimeProfile
  isRefused: boolean
}) {
  const { register } = useFormContext()
  const not = findReasonNotDrafted(kind, scheme, profile)
  return (
    <label
      className={joinClassNames(
        'mb-2 flex break-inside-avoid items-start gap-2',
        not ? 'text-muted' : 'cursor-pointer',
      )}
    >
      <input
        type="radio"
        value={kind}
        {...register('kind')}
        disabled={not !== null}
        aria-invalid={isRefused || undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="[overflow-wrap:anywhere]">
        {formatKind(kind)}
        {not && (
          <span className="block text-sm">
            {not.reason} ({formatCitedSources(not.citation)})
          </span>
        )}
      </span>
    </label>
  )
}

/** Why there is no such draft for a scheme; null where there is one. */
const findReasonNotDrafted = (kind: DraftKind, scheme: Scheme, profile: RegimeProfile): NotDrafted | null =>
  findUnavailabilityReason(kind, getFacts(scheme, profile))

const getFacts = (scheme: Scheme, profile: RegimeProfile): KindFacts => ({
  legalForm: scheme.legalForm,
  iorpInScope: profile.iorpInScope.value,
  isRegulatoryOwnFunds: scheme.isRegulatoryOwnFunds,
  hasDepositary: scheme.hasDepositary,
  considersEsg: scheme.considersEsg,
  doraTier: findDoraTier(profile, scheme),
  activeAndDeferred: isSizeKnown(profile) ? profile.activeAndDeferred : null,
  // It chooses passages of a draft, never whether there is one.
  hasSharedKeyFunction: false,
})
