/** The public texts that the assistant answers from. They belong to nobody: every firm reads the same. */
import { z } from 'zod'

/** DIGEST: notes of the editors, in their own words. */
export const CorpusDocumentKind = z.enum([
  'EU_DIRECTIVE',
  'EU_REGULATION',
  'IE_ACT',
  'IE_SI',
  'REGULATOR_CODE',
  'REGULATOR_GUIDANCE',
  'TAX_MANUAL',
  'DIGEST',
])
export type CorpusDocumentKind = z.infer<typeof CorpusDocumentKind>
