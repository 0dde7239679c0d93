/** Rules, kinds of policies and guidance notes that cite changed passages. */
import { Link } from '@tanstack/react-router'
import type { IngestedDocument } from '../../../../contract/corpus.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { type Detail, Details } from '../../../ui/section.tsx'

export function CitingRecords({ citedBy: { rules, policyKinds, notes } }: Pick<IngestedDocument, 'citedBy'>) {
  const details: Detail[] = [
    ...(rules.length > 0 ? [{ label: 'Calendar rules', value: rules.join(', ') }] : []),
    ...(policyKinds.length > 0
      ? [
          {
            label: 'Kinds of policy',
            value: policyKinds.map((kind) => POLICY_KINDS[kind].title).join(', '),
          },
        ]
      : []),
    ...(notes.length > 0
      ? [
          {
            label: 'Guidance notes',
            value: (
              <>
                {notes.join(', ')}{' '}
                <Link to={PAGES.sources} className="link">
                  Legal sources
                </Link>
              </>
            ),
          },
        ]
      : []),
  ]
  if (details.length === 0)
    return (
      <p className="text-muted">No calendar rule, kind of policy or guidance note cites these passages.</p>
    )
  return <Details details={details} />
}
