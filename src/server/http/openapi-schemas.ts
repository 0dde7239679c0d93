/** Zod schemas as JSON Schema for the document: named where a name helps, and without what says nothing. */
import { z } from 'zod'
import { Answer } from '../../contract/assistant.ts'
import { ListedAuditEntry } from '../../contract/audit.ts'
import { SessionUser } from '../../contract/auth.ts'
import { ContributionBatch, ContributionLine } from '../../contract/contributions.ts'
import { CorpusDocument, CorpusSource, FoundPassage, Passage } from '../../contract/corpus.ts'
import { CorpusReview, CorpusReviewWithPassages } from '../../contract/corpus-reviews.ts'
import { CorpusTextWithHistory } from '../../contract/corpus-texts.ts'
import { type Contract, Role } from '../../contract/define.ts'
import { Draft, ListedDraft, TextChange } from '../../contract/drafts.ts'
import { Finding } from '../../contract/findings.ts'
import { ImportDraft, ImportDraftDetails } from '../../contract/import-drafts.ts'
import { ImportIssue } from '../../contract/imports.ts'
import { CONTRACTS } from '../../contract/index.ts'
import { KeyFunctionCoverage, KeyFunctionReport } from '../../contract/key-function-holders.ts'
import { OwnRiskAssessment } from '../../contract/own-risk-assessments.ts'
import { Policy, PolicyVersion, PolicyWithVersions } from '../../contract/policies.ts'
import { Problem, ValidationProblem } from '../../contract/problems.ts'
import { RegimeProfile } from '../../contract/schemes.ts'
import { ServiceHealth } from '../../contract/service-health.ts'
import { Me } from '../../contract/users.ts'
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

/** A schema that both the list and the get operation of a resource return has the resource's name. */
const buildResourceSchemas = (contracts: readonly Contract[]): Record<string, z.ZodType> =>
  Object.fromEntries(
    contracts.flatMap(({ name, output }) => {
      const [noun = '', verb] = name.split('.')
      const get = contracts.find((other) => other.name === `${noun}.get`)
      return verb === 'list' && get && getElement(output) === get.output
        ? [[toPascalCase(noun), get.output]]
        : []
    }),
  )
const getElement = (list: z.ZodType): z.core.$ZodType | undefined => {
  const data = list instanceof z.ZodObject ? list.shape.data : undefined
  return data instanceof z.ZodArray ? data.element : undefined
}
const toPascalCase = (noun: string): string =>
  noun.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Other schemas with a name in the document. A schema without a name is written out wherever it is used. */
const NAMED: Record<string, z.ZodType> = {
  Id,
  Instant,
  CivilDate,
  Role,
  Answer,
  AuditEntry: ListedAuditEntry,
  CorpusDocument,
  CorpusReview,
  CorpusReviewWithPassages,
  CorpusSource,
  CorpusTextWithHistory,
  FoundPassage,
  Passage,
  ContributionBatch,
  ContributionLine,
  Draft,
  ListedDraft,
  TextChange,
  Finding,
  ImportDraft,
  ImportDraftDetails,
  ImportIssue,
  KeyFunctionCoverage,
  KeyFunctionReport,
  Me,
  RegimeProfile,
  OwnRiskAssessment,
  Policy,
  PolicyVersion,
  PolicyWithVersions,
  ServiceHealth,
  SessionUser,
  Problem,
  ValidationProblem,
}
// A schema with a name of its own keeps it: it comes last and its name replaces that of the resource.
const NAMES = new Map<z.core.$ZodType, string>(
  Object.entries({ ...buildResourceSchemas(CONTRACTS), ...NAMED }).map(([name, schema]) => [schema, name]),
)

export const listNamedSchemas = (): Record<string, Schema> =>
  Object.fromEntries(
    [...NAMES]
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .map(([schema, name]) => [name, buildSchema(schema as z.ZodType, 'output')]),
  )

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
  return toReadableSchema(schema as Schema, io)
}

const HOLD_SCHEMAS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const HOLD_A_SCHEMA = new Set(['items', 'additionalProperties', 'propertyNames'])

/** Leaves out what says nothing, so that people can read the document. */
function toReadableSchema(schema: Schema, io: 'input' | 'output'): Schema {
  const { $ref, description } = schema
  // A described copy of a named schema carries its keywords besides the reference.
  if ($ref !== undefined) return { $ref, ...(description ? { description } : {}) }
  const tidy: Schema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (isKeywordWithoutMeaning(keyword, value, schema, io)) continue
    if (keyword === 'properties') {
      const fields = Object.entries(value as Record<string, Schema>)
      tidy.properties = Object.fromEntries(fields.map(([name, field]) => [name, toReadableSchema(field, io)]))
    } else if (HOLD_SCHEMAS.has(keyword)) {
      tidy[keyword] = (value as Schema[]).map((one) => toReadableSchema(one, io))
    } else if (HOLD_A_SCHEMA.has(keyword) && typeof value === 'object') {
      tidy[keyword] = toReadableSchema(value as Schema, io)
    } else {
      tidy[keyword] = value
    }
  }
  return toNullableSchema(tidy)
}

function isKeywordWithoutMeaning(
  keyword: string,
  value: unknown,
  { format }: Schema,
  io: 'input' | 'output',
): boolean {
  switch (keyword) {
    case 'pattern':
      return format !== undefined
    case 'minimum':
    case 'maximum':
      return Math.abs(value as number) === Number.MAX_SAFE_INTEGER
    case 'propertyNames':
      return Object.keys(value as Schema).join() === 'type'
    case 'additionalProperties':
      // Clients must ignore unknown fields of a response; unknown query parameters are refused.
      return value === false && io === 'output'
    default:
      return false
  }
}

/** `anyOf: [X, null]` as one schema, where X is not a reference. */
function toNullableSchema(schema: Schema): Schema {
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
