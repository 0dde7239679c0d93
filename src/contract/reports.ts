/** Reports as files that people take to a meeting or give to the Authority. */
import { z } from 'zod'
import { query } from './define.ts'
import { CivilDate, NoParameters } from './values.ts'

export const getBoardPack = query('report.board-pack', {
  route: 'GET /api/schemes/{id}/reports/board-pack.pdf',
  access: 'BrokerUser',
  rateClass: 'heavy',
  summary:
    'Creates the board pack of a scheme for its trustees as a PDF, as at today: compliance status with reasons, open obligations, obligations that do not apply with reasons, registers and twelve months of contributions. It contains no members and no restricted breaches.',
  input: NoParameters,
  output: z.string(),
})

/** Users cannot open a larger pack. */
export const PACK_LIMITS = { documents: 5_000, bytes: 2 * 1024 * 1024 * 1024 }

export const SupervisoryPackInput = z
  .strictObject({
    from: CivilDate.optional().describe(
      'First date of the range. Documents without a date in the range are left out',
    ),
    to: CivilDate.optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The last day cannot be before the first day',
    path: ['to'],
  })

export const getSupervisoryPack = query('report.supervisory-pack', {
  route: 'GET /api/schemes/{id}/reports/supervisory-pack.zip',
  access: 'BrokerUser',
  rateClass: 'heavy',
  summary:
    'Creates the supervisory pack of a scheme as a ZIP: an index with missing records (PDF), a workbook with the registers, policies in force and own-risk assessments with document control (PDF), documents that are final, signed or filed, the registers as CSV and JSON in the folder `data`, and a SHA-256 manifest. The same records on the same day give the same bytes. Only the pack of an administrator contains restricted breaches.',
  input: SupervisoryPackInput,
  output: z.string(),
})

const PaperInput = z.strictObject({ format: z.enum(['pdf', 'docx']).default('pdf') })

export const getPolicyFile = query('report.policy', {
  route: 'GET /api/policies/{id}/file',
  access: 'BrokerUser',
  summary:
    'Downloads the version of a policy in force, or its latest version if none is in force, as PDF or Word with document control: owner, version, approval, effective date and next review.',
  input: PaperInput,
  output: z.string(),
})
export const getAssessmentFile = query('report.own-risk-assessment', {
  route: 'GET /api/own-risk-assessments/{id}/file',
  access: 'BrokerUser',
  summary:
    'Downloads an own-risk assessment as PDF or Word with document control. One that is not approved is marked as a draft.',
  input: PaperInput,
  output: z.string(),
})
