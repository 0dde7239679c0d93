/** Legal rules as findings: shown before the user acts, and enforced when the user acts. */
import type { Finding } from '../../contract/findings.ts'
import { createLegalRuleRefusal } from '../pipeline/refusal.ts'

/** 422 with the first refusal, and all refusals in the details; `known` ones existed before and are accepted. */
export function refuseFindings(findings: readonly Finding[], known: readonly Finding[] = []): void {
  const codes = new Set(known.map(({ code }) => code))
  const refusals = findings.filter(({ level, code }) => level === 'REFUSE' && !codes.has(code))
  const [first] = refusals
  if (!first) return
  const { code, citation, nationalCitation, passage } = first
  throw createLegalRuleRefusal(code, citation, passage, { nationalCitation, findings: refusals })
}
