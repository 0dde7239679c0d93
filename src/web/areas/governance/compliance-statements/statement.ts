import type {
  ComplianceStatement,
  ComplianceStatementStatus,
} from '../../../../contract/compliance-statements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { buildSchemeCrumbs } from '../../../records/scheme-crumbs.ts'
import type { Crumb } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'

export const STATEMENT_TONES: Record<ComplianceStatementStatus, Tone> = {
  DRAFT: 'progress',
  COMPLETED: 'done',
}

export const formatStatementTitle = ({ acsYear }: Pick<ComplianceStatement, 'acsYear'>): string =>
  `Annual compliance statement ${acsYear}`

export const buildStatementCrumbs = (scheme: { id: string; name: string }): Crumb[] =>
  buildSchemeCrumbs(scheme, { label: 'Compliance statements', page: PAGES.schemeComplianceStatements })
