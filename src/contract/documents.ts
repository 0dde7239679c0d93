import { z } from 'zod'
import { command, defineRecordCommands, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Dated,
  Day,
  defineFormField,
  Empty,
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

export const DocumentKind = z.enum([
  'TRUST_DEED_RULES',
  'DEED_OF_AMENDMENT',
  'DEED_OF_APPOINTMENT',
  'DEED_OF_ADHERENCE',
  'REVENUE_APPROVAL',
  'PA_REGISTRATION',
  'MEMBER_BOOKLET',
  'ANNUAL_REPORT',
  'AUDITED_ACCOUNTS',
  'PENSION_BENEFIT_STATEMENT',
  'ANNUAL_COMPLIANCE_STATEMENT',
  'ASI_RETURN',
  'ACTUARIAL_FUNDING_CERTIFICATE',
  'FUNDING_STANDARD_RESERVE_CERT',
  'FUNDING_PROPOSAL',
  'ACTUARIAL_VALUATION',
  'ORA_REPORT',
  'POLICY',
  'SIPP',
  'KFH_REPORT',
  'KFH_APPOINTMENT_LETTER',
  'FIT_PROPER_PACK',
  'OUTSOURCING_AGREEMENT',
  'DEPOSITARY_AGREEMENT',
  'INVESTMENT_MANAGEMENT_AGREEMENT',
  'RA_AGREEMENT',
  'TRUSTEE_MINUTES',
  'TRAINING_CERT',
  'RISK_REGISTER',
  'CONFLICT_PROTOCOL',
  'AUTHORITY_CORRESPONDENCE',
  'BREACH_REPORT',
  'PAO',
  'OTHER',
])
export type DocumentKind = z.infer<typeof DocumentKind>

/** UPLOADED until the scan of the current version is done; QUARANTINED is final, and its content is never served. */
export const DocumentStatus = z.enum([
  'UPLOADED',
  'DRAFT',
  'FINAL',
  'SIGNED',
  'FILED',
  'SUPERSEDED',
  'QUARANTINED',
])
export type DocumentStatus = z.infer<typeof DocumentStatus>

export const Visibility = z.enum(['BROKER', 'EMPLOYER', 'MEMBER'])
export type Visibility = z.infer<typeof Visibility>

/** NOT_SCANNED: the service runs without a virus scanner. */
export const VirusScan = z.enum(['PENDING', 'CLEAN', 'INFECTED', 'NOT_SCANNED'])
export type VirusScan = z.infer<typeof VirusScan>

const versionFields = {
  number: z.int().describe('Number of the version: 1, 2, 3 …'),
  fileName: z.string(),
  mimeType: z.string().describe('Media type, detected from the content'),
  sizeBytes: z.int(),
  sha256: z.string(),
  avScan: VirusScan,
  uploadedBy: z.string().nullable(),
  uploadedAt: Instant,
}
export const DocumentVersion = z.object({
  id: Id,
  documentId: Id,
  createdAt: Instant,
  ...versionFields,
})
export type DocumentVersion = z.infer<typeof DocumentVersion>

const editable = {
  kind: DocumentKind,
  title: line(1, 200),
  visibility: Visibility.default('BROKER').describe(
    'Users who can see the document. BROKER: users of the firm. EMPLOYER: also users of the employer. MEMBER: also members of the scheme, or only the member to whom it is addressed',
  ),
  periodEndOn: optional(CivilDate),
  effectiveOn: optional(CivilDate),
  receivedOn: optional(CivilDate),
  retainUntilOn: optional(CivilDate).describe(
    'Date until which the document must be kept. Default for an upload: the date of receipt plus the retention years in the settings of the firm',
  ),
}

export const DocumentRecord = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id.nullable(),
  schemeName: z.string().nullable(),
  employerId: Id.nullable(),
  employerName: z.string().nullable(),
  memberId: Id.nullable().describe(
    'Member to whom the document is addressed; null if it is addressed to no single member',
  ),
  ...toStoredFields(editable),
  status: DocumentStatus,
  signedOn: Day.nullable(),
  signedBy: z.array(z.string()),
  filedOn: Day.nullable(),
  retainUntilOn: Day.nullable().describe(
    'Date until which the document cannot be deleted; null if it has no such date',
  ),
  hasBeenFinal: z
    .boolean()
    .describe(
      'True from the first time that the document was made final, also while a later version is a draft',
    ),
  supersededById: Id.nullable(),
  isFromEmployer: z
    .boolean()
    .describe('True if a user of the employer added it. Users of that employer can add versions'),
  ...versionFields,
})
export type DocumentRecord = z.infer<typeof DocumentRecord>

const FILE_BYTES = 25 * 1024 * 1024

export const listDocuments = query('document.list', {
  route: 'GET /api/documents',
  access: 'Member',
  summary: 'Lists the documents that the caller can see.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional(),
    memberId: Id.optional(),
    kind: DocumentKind.optional(),
    status: DocumentStatus.optional(),
    visibility: Visibility.optional(),
    q: SearchText.optional().describe('Part of the title or the file name'),
    sort: z.enum(['-createdAt', 'title', 'kind', 'status', '-receivedOn']).default('-createdAt'),
  }),
  output: listOf(DocumentRecord),
})
export const getDocument = query('document.get', {
  route: 'GET /api/documents/{id}',
  access: 'Member',
  summary: 'Returns one document and its current version.',
  input: NoParameters,
  output: DocumentRecord,
})
export const createDocument = command('document.create', {
  route: 'POST /api/documents',
  access: 'EmployerUser',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Adds a document: PDF, DOCX, XLSX, CSV, TXT, PNG or JPEG. The service detects the type from the content. A document that an employer user adds belongs to that employer and is visible to its users.',
  input: z.object({
    schemeId: optional(Id),
    employerId: optional(Id),
    memberId: optional(Id),
    ...editable,
    signedBy: defineFormField(z.array(line(1, 200)).max(20).default([])),
    signedOn: optional(CivilDate),
    supersedesId: optional(Id).describe('Document that this one replaces'),
    tenantId: optional(Id).describe(
      'SuperAdmin only: the firm. Needed if no scheme, employer or member is given',
    ),
  }),
  output: DocumentRecord,
  status: 201,
  fileBytes: FILE_BYTES,
})
export const updateDocument = command('document.update', {
  route: 'PUT /api/documents/{id}',
  access: 'BrokerUser',
  summary: 'Updates the details of a document. Its versions do not change.',
  input: z.object(editable),
  output: DocumentRecord,
})
export const removeDocument = command('document.remove', {
  route: 'DELETE /api/documents/{id}',
  access: 'BrokerUser',
  summary: 'Deletes a document and its files. 422 if its retention has not ended, unless it is a draft.',
  input: Nothing,
  output: Empty,
  status: 204,
})

export const listDocumentVersions = query('document.versions', {
  route: 'GET /api/documents/{id}/versions',
  access: 'Member',
  summary: 'Lists the versions of a document, newest first.',
  input: pageOf({ sort: z.enum(['-number']).default('-number') }),
  output: listOf(DocumentVersion),
})
export const addDocumentVersion = command('document.add-version', {
  route: 'POST /api/documents/{id}/versions',
  access: 'EmployerUser',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Adds a version to a draft or final document. The document becomes a draft again. Employer users can add versions only to documents of their employer users.',
  input: z.object({}),
  output: DocumentRecord,
  status: 201,
  fileBytes: FILE_BYTES,
})
export const downloadDocument = query('document.content', {
  route: 'GET /api/documents/{id}/content',
  access: 'Member',
  summary:
    'Downloads the file as an attachment. 409 while the virus scan is pending, 422 if the file is infected.',
  input: z.strictObject({ version: z.coerce.number().int().min(1).max(100_000).optional() }),
  output: z.string(),
})

export type DocumentVerb = 'finalise' | 'sign' | 'file' | 'supersede'

export const DOCUMENT_TRANSITIONS: Transitions<DocumentVerb, DocumentStatus> = {
  finalise: { from: ['DRAFT'], to: 'FINAL' },
  sign: { from: ['FINAL'], to: 'SIGNED' },
  file: { from: ['FINAL', 'SIGNED'], to: 'FILED' },
  supersede: { from: ['DRAFT', 'FINAL', 'SIGNED', 'FILED'], to: 'SUPERSEDED' },
}

const documentVerb = defineRecordCommands('document', '/api/documents/{id}', DocumentRecord)

export const finaliseDocument = documentVerb('finalise', 'DRAFT to FINAL: finalises a document.', Nothing)
export const signDocument = documentVerb(
  'sign',
  'FINAL to SIGNED: records who signed the document. For an annual report, these are the trustees.',
  Dated.extend({ signedBy: z.array(line(1, 200)).min(1).max(20) }),
)
export const fileDocument = documentVerb(
  'file',
  'FINAL or SIGNED to FILED: records that the document was filed.',
  Dated,
)
export const supersedeDocument = documentVerb(
  'supersede',
  'Marks a document as SUPERSEDED by another document.',
  z.object({ byId: optional(Id).describe('Document that replaces this one') }),
)
