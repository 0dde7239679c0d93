/** Reads the demo firms from `content/demo`, whose format is in content/README.md. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Role } from '../../contract/define.ts'
import { KeyFunction } from '../../contract/key-function-holders.ts'

const FOLDER = new URL('../../../content/demo/', import.meta.url)
const getText = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8').replaceAll('\r\n', '\n')
const readPart = <T>(schema: z.ZodType<T>, name: string): T => {
  const parsed = schema.safeParse(JSON.parse(getText(name)))
  if (!parsed.success) throw new Error(`content/demo/${name}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

const Reference = z.templateLiteral(['#', z.string()])
const Day = z.iso.date()
/** Account that runs a command. */
const Part = z.enum(['broker', 'approver', 'employer'])
export type Part = z.infer<typeof Part>

const Account = z.strictObject({ email: z.string(), name: z.string(), role: Role })
const DemoAccountData = Account.extend({
  actsAs: z.array(Part).default([]),
  employer: Reference.optional(),
  member: Reference.optional(),
})
const Confirmation = z.strictObject({
  schemes: z.array(Reference).optional(),
  rules: z.array(z.string()).optional(),
  /** Rules without an answer. */
  rulesLeft: z.array(z.string()).default([]),
  answer: z.enum(['DONE', 'NOT_DONE']),
  /** Without it, an obligation that was done was done on its due date. */
  completedOn: z.string().optional(),
})
export type Confirmation = z.infer<typeof Confirmation>

const EarlyCompletion = z.strictObject({
  schemes: z.array(Reference),
  /** Rules that stay open. */
  rulesLeft: z.array(z.string()).default([]),
  /** Last due date. */
  dueUntil: z.string(),
  daysBeforeDue: z.int().positive(),
  note: z.string(),
})
export type EarlyCompletion = z.infer<typeof EarlyCompletion>

const DemoFirm = z.strictObject({
  id: z.string(),
  name: z.string(),
  cbiReference: z.string(),
  enquiryEmail: z.email(),
  /** First number for the members' generated PPS and works numbers. */
  firstMemberNumber: z.int(),
  accounts: z.array(DemoAccountData),
  steps: z.array(z.string()),
  /** Answers of the firm to obligations that fell due before their scheme was added, in this order. */
  confirmations: z.array(Confirmation).default([]),
  /** Open obligations that the firm completed before their due date. */
  earlyCompletions: z.array(EarlyCompletion).default([]),
})
export type DemoFirm = z.infer<typeof DemoFirm>

export const DEMO = readPart(
  z.strictObject({ platformAccount: Account, firms: z.array(DemoFirm) }),
  'demo.json',
)

const File = z.union([
  z.strictObject({ pdf: z.string() }),
  z.strictObject({ csv: z.string(), rows: z.array(z.array(z.string())) }),
  z.strictObject({ text: z.string(), lines: z.array(z.string()) }),
])
export type DemoFile = z.infer<typeof File>

const Command = z.strictObject({
  /** The name of a contract. */
  run: z.string(),
  as: Part.optional(),
  /** Name by which later steps refer to the created record. */
  name: z.string().optional(),
  with: z.record(z.string(), z.unknown()),
  file: File.optional(),
})
export type Command = z.infer<typeof Command>

const Members = z.strictObject({
  scheme: Reference,
  active: z.int(),
  deferred: z.int().default(0),
  /** Position of an active member who has not joined yet. */
  prospective: z.int().optional(),
  joinedEmploymentOn: Day,
  joinedSchemeOn: Day,
})
export type Members = z.infer<typeof Members>

const PayrollState = z.enum(['LATE', 'SHORT', 'UNPAID', 'REJECTED', 'MISSING'])
const Payrolls = z.strictObject({
  scheme: Reference,
  /** Payroll months before the current month. */
  months: z.int(),
  /** Keys: how many months ago. All other months are paid on time. */
  exceptions: z.record(z.string(), PayrollState),
})
export type Payrolls = z.infer<typeof Payrolls>

const KeyFunctions = z.strictObject({
  scheme: Reference,
  /** Date from which the holders are in office: written like other dates that are relative to today. */
  effectiveFrom: z.string(),
  holders: z.partialRecord(KeyFunction, z.strictObject({ name: z.string(), qualification: z.string() })),
})
export type KeyFunctions = z.infer<typeof KeyFunctions>

const Step = z.union([
  Command,
  z.strictObject({ members: Members }),
  z.strictObject({ payrolls: Payrolls }),
  z.strictObject({ keyFunctions: KeyFunctions }),
])
export type Step = z.infer<typeof Step>

const Defaults = z.record(
  z.string(),
  z.strictObject({ as: Part.optional(), with: z.record(z.string(), z.unknown()).optional() }),
)

const Names = z.strictObject({ firstNames: z.array(z.string()), lastNames: z.array(z.string()) })
export type Names = z.infer<typeof Names>

export const readSteps = (name: string): Step[] => readPart(z.array(Step), `${name}.json`)
/** By contract name: the account that runs it and the default input. */
export const readDefaults = (): z.infer<typeof Defaults> => readPart(Defaults, 'defaults.json')
export const readNames = (): Names => readPart(Names, 'names.json')
export const readText = (name: string): string => getText(name).trimEnd()
