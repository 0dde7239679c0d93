/** Unfinished imports: checked files that can be imported later, with the decisions about them. Kept by a dry run with `keep`. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { Empty, Id, Instant, listOf, Month, NoParameters, Nothing, pageOf, recordFields } from './values.ts'

export const ImportDraftKind = z.enum(['SCHEMES', 'MEMBERS', 'CONTRIBUTIONS'])
export type ImportDraftKind = z.infer<typeof ImportDraftKind>

/** Counted from the last check of the file. */
export const KEPT_DAYS = 14
/** Of one user; a further file is checked and not kept. */
export const MOST_IMPORT_DRAFTS = 20

export const ImportDraft = z.object({
  ...recordFields,
  tenantId: Id,
  kind: ImportDraftKind,
  employerId: Id.nullable().describe('Employer whose user began the import; null if the firm did'),
  schemeId: Id.nullable(),
  schemeName: z.string().nullable(),
  payrollMonth: Month.nullable(),
  fileName: z.string(),
  sizeBytes: z.int(),
  rowCount: z.int().describe('Number of rows at the last check'),
  rejectedCount: z.int().describe('Number of rejected rows at the last check'),
  beganBy: Id,
  beganByName: z.string().nullable(),
  expiresAt: Instant.describe('The unfinished import is deleted then'),
})
export type ImportDraft = z.infer<typeof ImportDraft>

export const ImportDraftDetails = ImportDraft.extend({
  options: z
    .record(z.string(), z.unknown())
    .describe('Fields of the import as last checked; PPS numbers in corrected cells are masked'),
})
export type ImportDraftDetails = z.infer<typeof ImportDraftDetails>

export const listImportDrafts = query('import-draft.list', {
  route: 'GET /api/import-drafts',
  access: 'EmployerUser',
  summary: 'Lists the unfinished imports that the caller can see, last changed first.',
  input: pageOf({
    kind: ImportDraftKind.optional(),
    sort: z.enum(['-updatedAt']).default('-updatedAt'),
  }),
  output: listOf(ImportDraft),
})
export const getImportDraft = query('import-draft.get', {
  route: 'GET /api/import-drafts/{id}',
  access: 'EmployerUser',
  summary:
    'Returns one unfinished import with the decisions about its file. The file itself is not returned.',
  input: NoParameters,
  output: ImportDraftDetails,
})
export const removeImportDraft = command('import-draft.remove', {
  route: 'DELETE /api/import-drafts/{id}',
  access: 'EmployerUser',
  summary: 'Discards an unfinished import and its file.',
  input: Nothing,
  output: Empty,
  status: 204,
})
