/** Why an obligation is due on its date: the sum, the facts, the rule, its source and its state, and what to do. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SCHEME_FACTS } from '../../contract/missing-facts.ts'
import { OBLIGATION_TRANSITIONS, type Obligation } from '../../contract/obligations.ts'
import { PAGES } from '../../contract/pages.ts'
import { toSentenceCase } from '../../contract/value-format.ts'
import { findPageOfEntity } from '../entity-page.ts'
import { formatCode, getLabel } from '../labels.ts'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'
import { Confidence } from './confidence.tsx'
import { findRegister, formatCalculation, formatDue, formatFact } from './obligation-date.ts'
import { Sources } from './sources.tsx'

export function DateExplanation({ obligation }: { obligation: Obligation }) {
  const { data } = useQuery(createQuery(operation('obligation.rules'), {}))
  const rule = data?.data.find(({ id }) => id === obligation.ruleId)
  const { calculation, reason, facts } = obligation
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p className="font-semibold text-lg tabular-nums">
          {calculation ? formatCalculation(calculation) : (formatDue(obligation) ?? 'No date')}
        </p>
        <p>{reason.replace(/\.?$/, '.')}</p>
      </div>
      {facts.length > 0 && (
        <dl className="flex flex-col gap-1">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{label}</dt>
              <dd>
                <FactLink obligation={obligation} label={label}>
                  {formatFact(value)}
                </FactLink>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Part title="Rule">
        <p>{rule ? `${rule.title}: ${toSentenceCase(rule.due)}.` : obligation.title}</p>
        <p className="flex flex-wrap gap-x-4 text-muted">
          <Confidence confidence={obligation.confidence} />
          <span>Severity: {toSentenceCase(formatCode(obligation.severity))}</span>
        </p>
      </Part>
      <Part title="Legal source">
        <Sources ids={obligation.citations} />
      </Part>
      {OBLIGATION_TRANSITIONS.complete.from.includes(obligation.status) && (
        <Part title="Next steps">
          <Steps obligation={obligation} evidenceKinds={rule?.evidenceKinds ?? []} />
        </Part>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-1">
    <h3 className="font-medium text-muted text-sm">{title}</h3>
    {children}
  </div>
)

/** Where the fact is recorded: a field of the scheme, or the record that the obligation is about. */
function FactLink({
  obligation: { schemeId, subject },
  label,
  children,
}: {
  obligation: Obligation
  label: string
  children: string
}) {
  const field = Object.values(SCHEME_FACTS).find(
    (fact) => fact.label === label && fact.page === 'SCHEME',
  )?.field
  if (field)
    return (
      <Link to={PAGES.editScheme} params={{ schemeId }} hash={field} className="link">
        {children}
      </Link>
    )
  const page = subject && findPageOfEntity(subject.kind, subject.id, false)
  if (!page) return children
  return (
    <Link {...page} className="link" title={`The ${toSentenceCase(getLabel(subject.kind))}`}>
      {children}
    </Link>
  )
}

function Steps({
  obligation: { ruleId, schemeId, who },
  evidenceKinds,
}: {
  obligation: Obligation
  evidenceKinds: readonly string[]
}) {
  const register = findRegister(ruleId)
  const evidence = evidenceKinds.map((kind) => toSentenceCase(formatCode(kind))).join(' or ')
  return (
    <ol className="list-decimal pl-5">
      <li>Responsible: {who}.</li>
      {register ? (
        <li>
          Record it in{' '}
          <Link to={register.to} params={{ schemeId }} className="link">
            {register.label}
          </Link>
          . The obligation is then complete.
        </li>
      ) : (
        <>
          <li>
            {evidence ? `Keep the evidence: ${evidence}.` : 'Keep a document as evidence, or write a note.'}
          </li>
          <li>Mark the obligation complete.</li>
        </>
      )}
    </ol>
  )
}
