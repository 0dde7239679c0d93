/** The registers as sheets of one workbook: names of fields and codes in words, dates as they are read. */

import { z } from 'zod'
import { Breach } from '../../../../contract/breaches.ts'
import { ComplianceStatement } from '../../../../contract/compliance-statements.ts'
import { ContributionBatch } from '../../../../contract/contributions.ts'
import { DocumentRecord } from '../../../../contract/documents.ts'
import { KeyFunctionHolder, KeyFunctionReport } from '../../../../contract/key-function-holders.ts'
import { MeetingAction } from '../../../../contract/meeting-actions.ts'
import { Obligation } from '../../../../contract/obligations.ts'
import { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import { ListedOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { Participation } from '../../../../contract/participations.ts'
import { Policy } from '../../../../contract/policies.ts'
import { RiskItem } from '../../../../contract/risk-items.ts'
import { SchemeEvent } from '../../../../contract/scheme-events.ts'
import { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { TrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import { Trustee } from '../../../../contract/trustees.ts'
import { formatDate, formatInstant, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import type { WrittenSheet } from '../../../platform/sheet/write-workbook.ts'
import { formatFieldName } from './papers.ts'
import type { RegisterFile } from './registers.ts'

/** The record of each register, by the name of its file: the contract says which fields have codes. */
const RECORDS: Record<string, z.ZodObject> = {
  obligations: Obligation,
  'participating-employers': Participation,
  trustees: Trustee,
  'trustee-trainings': TrusteeTraining,
  'key-function-holders': KeyFunctionHolder,
  'key-function-reports': KeyFunctionReport,
  'outsourcing-arrangements': OutsourcingArrangement,
  'own-risk-assessments': ListedOwnRiskAssessment,
  'risk-items': RiskItem,
  policies: Policy,
  breaches: Breach,
  'trustee-meetings': TrusteeMeeting,
  'meeting-actions': MeetingAction,
  'scheme-events': SchemeEvent,
  'compliance-statements': ComplianceStatement,
  documents: DocumentRecord,
  contributions: ContributionBatch,
}
/** Of files that have no record in the contract. */
const CODES: Record<string, readonly string[]> = {
  gaps: ['kind'],
  rules: ['applies', 'status'],
}
const CONFIDENCE: Record<string, string> = { H: 'read in the text', M: 'read in part', L: 'not confirmed' }

const LONGEST_CELL = 32_000
const [NARROWEST, WIDEST] = [12, 60]

export const buildRegisterSheets = (tables: readonly RegisterFile[]): WrittenSheet[] =>
  tables.map(({ name, fields, records }) => {
    const ordered = [...fields.filter((field) => !isId(field)), ...fields.filter(isId)]
    const header = ordered.map((field) => formatFieldName(field.replace(/Cents$/, '')))
    const rows = records.map((record) =>
      ordered.map((field) => formatCell(name, field, record[field]).slice(0, LONGEST_CELL)),
    )
    return {
      name: formatFieldName(name.replaceAll('-', ' ')).slice(0, 31),
      header,
      rows,
      widths: header.map((title, column) =>
        Math.min(
          WIDEST,
          Math.max(NARROWEST, title.length + 2, ...rows.map((row) => (row[column] ?? '').length + 1)),
        ),
      ),
    }
  })

const isId = (field: string): boolean => field === 'id' || field.endsWith('Id') || field.endsWith('Ids')

export function formatCell(name: string, field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => formatCell(name, field, one)).join('; ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${formatFieldName(key)}: ${formatCell(name, key, one)}`)
      .join(', ')
  if (typeof value === 'number') return field.endsWith('Cents') ? formatMoney(value) : String(value)
  const text = String(value)
  if (field === 'confidence') return CONFIDENCE[text] ?? text
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
  if (field.endsWith('At') && /^\d{4}-\d\d-\d\dT/.test(text)) return formatInstant(text)
  if (/^\d{4}-\d\d$/.test(text)) return formatMonth(text)
  return hasCodes(name, field) ? formatCode(text) : text
}

const hasCodes = (name: string, field: string): boolean =>
  CODES[name]?.includes(field) ?? isEnumeration(RECORDS[name]?.shape[field])

function isEnumeration(schema: unknown): boolean {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isEnumeration(schema.unwrap())
  return schema instanceof z.ZodArray ? isEnumeration(schema.element) : schema instanceof z.ZodEnum
}
