/** Zod schemas as JSON Schema for the document: named where a name helps, and without what says nothing. */
import { z } from 'zod'
import { Answer } from '../../contract/assistant.ts'
import { AuditEntry } from '../../contract/audit.ts'
import { SessionUser } from '../../contract/auth.ts'
import { Breach } from '../../contract/breaches.ts'
import { ContributionBatch, ContributionLine } from '../../contract/contributions.ts'
import { CorpusDocument, CorpusSource, FoundPassage, Passage } from '../../contract/corpus.ts'
import { CorpusReview, CorpusReviewWithPassages } from '../../contract/corpus-reviews.ts'
import { CorpusTextWithHistory } from '../../contract/corpus-texts.ts'
import { Role } from '../../contract/define.ts'
import { DocumentRecord } from '../../contract/documents.ts'
import { Draft, ListedDraft, TextChange } from '../../contract/drafts.ts'
import { Employer } from '../../contract/employers.ts'
import { FileNote } from '../../contract/file-notes.ts'
import { Finding } from '../../contract/findings.ts'
import { ImportIssue } from '../../contract/imports.ts'
import {
  KeyFunctionCoverage,
  KeyFunctionHolder,
  KeyFunctionReport,
} from '../../contract/key-function-holders.ts'
import { MeetingAction } from '../../contract/meeting-actions.ts'
import { Member } from '../../contract/members.ts'
import { Obligation } from '../../contract/obligations.ts'
import { OutsourcingArrangement } from '../../contract/outsourcing-arrangements.ts'
import { OwnRiskAssessment } from '../../contract/own-risk-assessments.ts'
import { Participation } from '../../contract/participations.ts'
import { Policy, PolicyVersion, PolicyWithVersions } from '../../contract/policies.ts'
import { Problem, ValidationProblem } from '../../contract/problems.ts'
import { RiskItem } from '../../contract/risk-items.ts'
import { SchemeEvent } from '../../contract/scheme-events.ts'
import { RegimeProfile, Scheme } from '../../contract/schemes.ts'
import { ServiceProvider } from '../../contract/service-providers.ts'
import { Tenant } from '../../contract/tenants.ts'
import { TrusteeMeeting } from '../../contract/trustee-meetings.ts'
import { Trustee } from '../../contract/trustees.ts'
import { Me, User } from '../../contract/users.ts'
import { CivilDate, Id, Instant } from '../../contract/values.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  [keyword: string]: unknown
}
export type Reference = { $ref: string }

/** What has a name in the document. A schema that is missing here is written out wherever it is used. */
const NAMED: Record<string, z.ZodType> = {
  Id,
  Instant,
  CivilDate,
  Role,
  Answer,
  AuditEntry,
  Breach,
  CorpusDocument,
  CorpusReview,
  CorpusReviewWithPassages,
  CorpusSource,
  CorpusTextWithHistory,
  FoundPassage,
  Passage,
  MeetingAction,
  Obligation,
  TrusteeMeeting,
  ContributionBatch,
  ContributionLine,
  Document: DocumentRecord,
  Draft,
  ListedDraft,
  TextChange,
  Employer,
  FileNote,
  Finding,
  ImportIssue,
  KeyFunctionCoverage,
  KeyFunctionHolder,
  KeyFunctionReport,
  Me,
  Member,
  OutsourcingArrangement,
  RegimeProfile,
  OwnRiskAssessment,
  Participation,
  Policy,
  PolicyVersion,
  PolicyWithVersions,
  RiskItem,
  Scheme,
  SchemeEvent,
  ServiceProvider,
  SessionUser,
  Tenant,
  Trustee,
  User,
  Problem,
  ValidationProblem,
}
const NAMES = new Map<z.core.$ZodType, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]))

export const listNamedSchemas = (): Record<string, Schema> =>
  Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, buildSchema(schema, 'output')]))

export const buildReference = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` })

export function findReference(schema: z.core.$ZodType): Reference | undefined {
  const name = NAMES.get(schema)
  return name === undefined ? undefined : buildReference(name)
}

export function buildSchema(root: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(root, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const known = (zodSchema as z.core.$ZodType) === root ? undefined : findReference(zodSchema)
      if (!known) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, known)
    },
  })
  return readable(schema as Schema, io)
}

const HOLD_SCHEMAS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const HOLD_A_SCHEMA = new Set(['items', 'additionalProperties', 'propertyNames'])

/** Leaves out what says nothing, so that people can read the document. */
function readable(schema: Schema, io: 'input' | 'output'): Schema {
  const { $ref, description } = schema
  // A described copy of a named schema carries its keywords besides the reference.
  if ($ref !== undefined) return { $ref, ...(description ? { description } : {}) }
  const tidy: Schema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (saysNothing(keyword, value, schema, io)) continue
    if (keyword === 'properties') {
      const fields = Object.entries(value as Record<string, Schema>)
      tidy.properties = Object.fromEntries(fields.map(([name, field]) => [name, readable(field, io)]))
    } else if (HOLD_SCHEMAS.has(keyword)) {
      tidy[keyword] = (value as Schema[]).map((one) => readable(one, io))
    } else if (HOLD_A_SCHEMA.has(keyword) && typeof value === 'object') {
      tidy[keyword] = readable(value as Schema, io)
    } else {
      tidy[keyword] = value
    }
  }
  return nullable(tidy)
}

function saysNothing(keyword: string, value: unknown, { format }: Schema, io: 'input' | 'output'): boolean {
  switch (keyword) {
    case 'pattern':
      return format !== undefined
    case 'minimum':
    case 'maximum':
      return Math.abs(value as number) === Number.MAX_SAFE_INTEGER
    case 'propertyNames':
      return Object.keys(value as Schema).join() === 'type'
    case 'additionalProperties':
      // Another field in an answer breaks nobody; another parameter of a query is refused.
      return value === false && io === 'output'
    default:
      return false
  }
}

/** `anyOf: [X, null]` as one schema, where X is not a reference. */
function nullable(schema: Schema): Schema {
  const { anyOf, ...outer } = schema
  const [only, nothing] = anyOf ?? []
  if (anyOf?.length !== 2 || typeof only?.type !== 'string' || nothing?.type !== 'null') return schema
  return {
    ...only,
    ...outer,
    type: [only.type, 'null'],
    ...(only.enum ? { enum: [...only.enum, null] } : {}),
  }
}
