/** Rules of law as findings: shown before anybody acts, and the refusal of who acts all the same. */
import type { Finding } from '../../contract/findings.ts'
import { legalRule } from '../pipeline/refusal.ts'

/** 422 with the first that refuses, and all of them beside it; those that are `known` were there before and stand. */
export function refuseFindings(findings: readonly Finding[], known: readonly Finding[] = []): void {
  const codes = new Set(known.map(({ code }) => code))
  const refusals = findings.filter(({ level, code }) => level === 'REFUSE' && !codes.has(code))
  const [first] = refusals
  if (!first) return
  const { code, citation, nationalCitation, passage } = first
  throw legalRule(code, citation, passage, { nationalCitation, findings: refusals })
}
