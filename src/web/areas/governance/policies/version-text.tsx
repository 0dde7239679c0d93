/** A version as it is read: its text and, of a statement of investment policy principles, its parts. */

import type { PolicyVersion } from '../../../../contract/policies.ts'
import { PRINCIPLES } from '../../../../contract/policy-findings.ts'
import { getLabel } from '../../../labels.ts'
import { Prose } from '../../../records/prose.tsx'
import { Details } from '../../../ui/section.tsx'
import { formatInvestmentFact, INVESTMENT_FACTS } from './policy.ts'

export function VersionText({ version: { content, statement } }: { version: PolicyVersion }) {
  return (
    <div className="flex flex-col gap-5 rounded-md border border-line bg-surface p-4 sm:p-6">
      <Prose text={content} />
      {statement && (
        <>
          {PRINCIPLES.map((name) => (
            <div key={name} className="flex flex-col gap-1.5">
              <h3 className="font-semibold text-lg">{getLabel(`statement.${name}`)}</h3>
              {statement[name] ? (
                <Prose text={statement[name]} />
              ) : (
                <p className="text-muted">Not recorded yet.</p>
              )}
            </div>
          ))}
          <Details
            details={INVESTMENT_FACTS.map((name) => ({
              label: getLabel(`statement.${name}`),
              value: formatInvestmentFact(statement, name) || 'Not recorded',
            }))}
          />
        </>
      )}
    </div>
  )
}
