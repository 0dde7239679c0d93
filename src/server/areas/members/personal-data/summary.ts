/** The readable summary of a copy of personal data. */

import { formatCitedSources } from '../../../../contract/citations.ts'
import { formatDate, formatInstant, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import type { Block, Column, Pages } from '../../../platform/paper/pages.ts'
import type { Copy, ListedDocument } from './collect.ts'

const heading = (text: string): Block => ({ kind: 'heading', level: 2, text })
const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

const column = (header: string, share: number, isNumber = false): Column => ({ header, share, isNumber })

function section(title: string, columns: Column[], rows: string[][], none: string): Block[] {
  return [
    heading(title),
    rows.length === 0 ? paragraph(none) : { kind: 'table', columns, rows: rows.map((cells) => ({ cells })) },
  ]
}

const or = <T>(value: T | null, format: (value: T) => string): string =>
  value === null ? '–' : format(value)
const text = (value: string | null): string => value ?? '–'
const percent = (value: number): string => `${value} %`

const RECORD_LABELS: Record<string, string> = {
  schemeName: 'Scheme',
  employerName: 'Employer',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  sex: 'Sex',
  email: 'E-mail address',
  phone: 'Telephone',
  address: 'Address',
  worksNumber: 'Works number',
  ppsNumberMasked: 'PPS number (masked)',
  ppsnPurpose: 'Purpose of the PPS number',
  status: 'Status',
  joinedEmploymentOn: 'Employment began',
  joinedSchemeOn: 'Joined the scheme',
  leftServiceOn: 'Left service',
  retiredOn: 'Retired',
  endedOn: 'Membership ended',
  normalRetirementOn: 'Normal retirement date',
  hasPensionAdjustmentOrder: 'Pension adjustment order',
  createdAt: 'Record added',
  updatedAt: 'Record last changed',
}
/** A field of any record, as words. */
const words = (name: string): string =>
  RECORD_LABELS[name] ??
  formatCode(
    name
      .replace(/(On|At|Cents|Percent)$/, '')
      .replace(/[A-Z]/g, (letter) => `_${letter}`)
      .toUpperCase(),
  )

export function renderSummary(copy: Copy, documents: readonly ListedDocument[], asAtOn: string): Pages {
  const { firm, record } = copy
  const contact = firm.dataProtectionContact ?? firm.enquiryEmail ?? firm.enquiryPhone
  return {
    kind: 'Copy of personal data',
    title: [record.firstName, record.middleName, record.lastName].filter(Boolean).join(' '),
    facts: [
      ['As at', formatDate(asAtOn)],
      ['Held by', firm.name],
      ['Data protection contact', contact ?? 'not recorded'],
      ['Scheme', record.schemeName],
      ['Employer', record.employerName],
      ['Status', formatCode(String(record.status))],
    ],
    opening: { kind: 'TITLE' },
    mark: null,
    asAtOn,
    blocks: [
      ...aboutProcessing(copy),
      ...section('Record', [column('Field', 2), column('Value', 4)], recordRows(record), ''),
      ...section(
        'Pay and contribution rates',
        [
          column('Valid from', 2),
          column('Pensionable salary', 2, true),
          column('Employee', 1.3, true),
          column('Employer', 1.3, true),
          column('AVC', 1.3, true),
        ],
        copy.pay.map((pay) => [
          pay.validFrom ? formatDate(pay.validFrom) : 'Beginning',
          or(pay.pensionableSalaryCents, formatMoney),
          or(pay.employeeRatePercent, percent),
          or(pay.employerRatePercent, percent),
          or(pay.additionalVoluntaryPercent, percent),
        ]),
        'No pay and no rates are held.',
      ),
      ...section(
        'Emoluments',
        [column('Year', 1), column('Emoluments', 2, true), column('Reduced by', 2)],
        copy.emoluments.map(({ year, emolumentsCents, reducedBy }) => [
          String(year),
          or(emolumentsCents, formatMoney),
          or(reducedBy, formatCode),
        ]),
        'No emoluments are held.',
      ),
      ...contributionBlocks(copy),
      ...section(
        'Documents',
        [column('Document', 3), column('Kind', 2.4), column('Version', 1, true), column('File', 4)],
        documents.map(({ title, kind, number, path }) => [
          title,
          formatCode(kind),
          String(number),
          path ?? 'Not included: the file is infected or its virus scan is not complete',
        ]),
        'No documents are addressed to the member.',
      ),
      ...otherBlocks(copy),
    ],
  }
}

/** Information beside the data (Article 15(1)); the firm completes it in its answer. */
const aboutProcessing = ({ firm }: Copy): Block[] => [
  heading('How the data are used'),
  paragraph(
    `${firm.name} holds these data to administer the membership of the pension scheme: contributions, benefits, information of members and reports that the law requires.`,
  ),
  {
    kind: 'list',
    items: [
      'Sources: the employer, the member, and the firm.',
      'Recipients: the trustees of the scheme, the employer, and authorities where the law requires it.',
      'Automated decisions: none. No data of members are sent to an AI provider.',
      'Rights: rectification, erasure, restriction and objection, and a complaint to the Data Protection Commission.',
    ],
  },
  {
    kind: 'paragraph',
    isNote: true,
    text: `Article 15 of the GDPR (${formatCitedSources('GDPR 15')}). The PPS number is masked in this copy. Not included: sessions of the account, which the member sees there; file notes of the scheme, which a person reviews because they can be about others; names of users of the firm.`,
  },
]

const recordRows = (record: Copy['record']): string[][] =>
  Object.entries(record)
    .filter(([name]) => name !== 'id')
    .map(([name, value]) => [words(name), formatField(name, value)])

function formatField(name: string, value: string | number | boolean | null): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name.endsWith('On') || name === 'dateOfBirth') return formatDate(String(value))
  if (name.endsWith('At')) return formatInstant(String(value))
  return name === 'status' || name === 'sex' || name === 'ppsnPurpose'
    ? formatCode(String(value))
    : String(value)
}

function contributionBlocks({ contributions }: Copy): Block[] {
  return section(
    'Contributions',
    [
      column('Month', 1.6),
      column('Pay date', 1.8),
      column('Employee', 1.6, true),
      column('AVC', 1.5, true),
      column('Employer', 1.6, true),
      column('Pay', 1.7, true),
      column('Kind and note', 2.6),
    ],
    contributions.map((line) => [
      formatMonth(line.payrollMonth),
      formatDate(line.payOn),
      formatMoney(line.eeCents),
      formatMoney(line.avcCents),
      formatMoney(line.erCents + line.erSpecialCents + line.singlePremiumCents),
      or(line.pensionablePayCents, formatMoney),
      [formatCode(line.kind), line.note].filter(Boolean).join(': '),
    ]),
    'No contributions are held.',
  )
}

const otherBlocks = ({ obligations, comments, accounts, trusteeRoles, auditEntries }: Copy): Block[] => [
  ...section(
    'Obligations towards the member',
    [column('Obligation', 4), column('Due', 1.6), column('State', 1.6), column('Completed', 1.6)],
    obligations.map(({ title, dueOn, state, completedOn }) => [
      title,
      or(dueOn, formatDate),
      formatCode(state),
      or(completedOn, formatDate),
    ]),
    'None.',
  ),
  ...section(
    'Comments on these obligations',
    [column('Time', 1.5), column('Text', 5)],
    comments.map(({ createdAt, text }) => [formatInstant(createdAt), text]),
    'None.',
  ),
  ...section(
    'Account',
    [column('E-mail', 3), column('Status', 1.4), column('Created', 2), column('Last sign-in', 2)],
    accounts.map(({ email, status, createdAt, lastSignInAt }) => [
      email,
      formatCode(status),
      formatInstant(createdAt),
      or(lastSignInAt, formatInstant),
    ]),
    'The member has no account.',
  ),
  ...section(
    'Trustee roles of the account',
    [column('Scheme', 3), column('Name', 3), column('Status', 2), column('Appointed', 2)],
    trusteeRoles.map(({ schemeName, personName, status, appointedOn }) => [
      schemeName,
      personName,
      formatCode(status),
      or(appointedOn, formatDate),
    ]),
    'None.',
  ),
  ...section(
    'Changes and access recorded in the audit log',
    [column('Time', 2), column('Action', 2.4), column('By role', 1.8), column('Reason or changed fields', 4)],
    auditEntries.map(({ timestamp, action, actorRole, reason, changedFields }) => [
      formatInstant(timestamp),
      action,
      actorRole,
      text([reason, changedFields.map(words).join(', ')].filter(Boolean).join('. ') || null),
    ]),
    'None.',
  ),
]
