/** Reports as files that people take to a meeting or give to the Authority. */
import { z } from 'zod'
import { query } from './define.ts'
import { CivilDate, NoParameters } from './values.ts'

export const getBoardPack = query('report.board-pack', {
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
  rateClass: 'heavy',
  summary:
    'The records of a scheme as a ZIP: index, standing, list of gaps, duties, registers, policies in force, own-risk assessments, documents that are final, signed or filed, and a SHA-256 manifest. The same records on the same day give the same bytes. Restricted breaches are in it for administrators only.',
  input: SupervisoryPackInput,
  output: z.string(),
})
