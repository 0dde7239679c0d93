/** Reports as files that people take to a meeting or give to the Authority. */
import { z } from 'zod'
import { query } from './define.ts'
import { CivilDate, NoParameters } from './values.ts'

export const getBoardPack = query('report.board-pack', {
  route: 'GET /api/schemes/{id}/reports/board-pack.pdf',
  access: 'BrokerUser',
  rateClass: 'heavy',
  summary:
    'Compliance report of a scheme today, as a PDF for its trustees: status with reasons, open obligations, obligations that do not apply with reasons, the registers and twelve months of contributions. It contains no members and no restricted breaches.',
  input: NoParameters,
  output: z.string(),
})

/** More than this is no pack that anybody could open. */
export const PACK_LIMITS = { documents: 5_000, bytes: 2 * 1024 * 1024 * 1024 }

export const SupervisoryPackInput = z
  .strictObject({
    from: CivilDate.optional().describe('Documents none of whose dates lies in the range are left out'),
    to: CivilDate.optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'Must not be before the first day',
    path: ['to'],
  })

export const getSupervisoryPack = query('report.supervisory-pack', {
  route: 'GET /api/schemes/{id}/reports/supervisory-pack.zip',
  access: 'BrokerUser',
  rateClass: 'heavy',
  summary:
    'The records of a scheme as a ZIP: an index with the missing records (PDF), one workbook of registers with codes in words, policies in force and own-risk assessments with document control (PDF), documents that are final, signed or filed, the same registers as CSV and JSON in the folder `data`, and a SHA-256 manifest. The same records on the same day give the same bytes. Restricted breaches are in it for administrators only.',
  input: SupervisoryPackInput,
  output: z.string(),
})

const PaperInput = z.strictObject({ format: z.enum(['pdf', 'docx']).default('pdf') })

export const getPolicyFile = query('report.policy', {
  route: 'GET /api/policies/{id}/file',
  access: 'BrokerUser',
  summary:
    'The version in force of a policy, or the latest where none is in force, as PDF or Word with document control: owner, version, approval, effective date, next review.',
  input: PaperInput,
  output: z.string(),
})
export const getAssessmentFile = query('report.own-risk-assessment', {
  route: 'GET /api/own-risk-assessments/{id}/file',
  access: 'BrokerUser',
  summary:
    'An own-risk assessment as PDF or Word with document control. One that is not approved is marked as a draft.',
  input: PaperInput,
  output: z.string(),
})
