/** What cites words that have changed, or would. */
import { Link } from '@tanstack/react-router'
import type { IngestedDocument } from '../../../../contract/corpus.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kinds.ts'
import { type Detail, Details } from '../../../ui/section.tsx'

export function CitedBy({ citedBy: { rules, policyKinds, notes } }: Pick<IngestedDocument, 'citedBy'>) {
  const details: Detail[] = [
    ...(rules.length > 0 ? [{ label: 'Rules of the calendar', value: rules.join(', ') }] : []),
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
            label: "Editors' notes",
            value: (
              <>
                {notes.join(', ')}{' '}
                <Link to={PAGES.sources} className="link">
                  Texts
                </Link>
              </>
            ),
          },
        ]
      : []),
  ]
  if (details.length === 0)
    return <p className="text-muted">No rule, kind of policy or note cites these words.</p>
  return <Details details={details} />
}
