/** Findings of the rules of law about a record before an action: those that refuse it first, then points to check. */
import type { ReactNode } from 'react'
import type { Finding } from '../../contract/findings.ts'
import { Row, Rows } from '../ui/rows.tsx'
import { Status } from '../ui/status.tsx'
import { Cited } from './citation.tsx'

const TONES = { REFUSE: 'late', WARN: 'soon' } as const

export function Findings({
  name,
  findings,
  refusal,
  linkOf,
}: {
  name: string
  findings: readonly Finding[]
  /** Text of a refusal, such as "Blocks appointment". */
  refusal: string
  /** Link to the field that settles a finding, if one does. */
  linkOf?: (finding: Finding) => ReactNode
}) {
  return (
    <Rows name={name}>
      {[...listRefusals(findings), ...findings.filter(({ level }) => level !== 'REFUSE')].map((finding) => {
        const { level, code, citation, nationalCitation, passage } = finding
        return (
          <Row
            key={code}
            title={
              <p className="max-w-[70ch]">
                {passage} {linkOf?.(finding)}
              </p>
            }
            aside={<Status tone={TONES[level]}>{level === 'REFUSE' ? refusal : 'To check'}</Status>}
          >
            <Cited ids={nationalCitation ? [citation, nationalCitation] : [citation]} />
          </Row>
        )
      })}
    </Rows>
  )
}

export const listRefusals = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ level }) => level === 'REFUSE')
