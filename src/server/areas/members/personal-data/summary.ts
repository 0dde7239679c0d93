/** The readable summary of a copy of personal data. */

import { formatCitedSources } from '../../../../contract/citations.ts'
import { formatDate, formatInstant, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import type { Block, Column, Pages } from '../../../platform/paper/pages.ts'
import type { Copy, ListedDocument } from './collect.ts'

const buildHeading = (text: string): Block => ({ kind: 'heading', level: 2, text })
const buildParagraph = (text: string): Block => ({ kind: 'paragraph', text })

const defineColumn = (header: string, share: number, isNumber = false): Column => ({
  header,
  share,
  isNumber,
})

function buildSection(title: string, columns: Column[], rows: string[][], none: string): Block[] {
  return [
    buildHeading(title),
    rows.length === 0
      ? buildParagraph(none)
      : { kind: 'table', columns, rows: rows.map((cells) => ({ cells })) },
  ]
}

const formatOr = <T>(value: T | null, format: (value: T) => string): string =>
  value === null ? '–' : format(value)
const formatText = (value: string | null): string => value ?? '–'
const formatPercent = (value: number): string => `${value} %`

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
const formatRecordLabel = (name: string): string =>
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
      ...buildProcessingBlocks(copy),
      ...buildSection('Record', [defineColumn('Field', 2), defineColumn('Value', 4)], recordRows(record), ''),
      ...buildSection(
        'Pay and contribution rates',
        [
          defineColumn('Valid from', 2),
          defineColumn('Pensionable salary', 2, true),
          defineColumn('Employee', 1.3, true),
          defineColumn('Employer', 1.3, true),
          defineColumn('AVC', 1.3, true),
        ],
        copy.pay.map((pay) => [
          pay.validFrom ? formatDate(pay.validFrom) : 'Beginning',
          formatOr(pay.pensionableSalaryCents, formatMoney),
          formatOr(pay.employeeRatePercent, formatPercent),
          formatOr(pay.employerRatePercent, formatPercent),
          formatOr(pay.additionalVoluntaryPercent, formatPercent),
        ]),
        'No pay and no rates are held.',
      ),
      ...buildSection(
        'Emoluments',
        [defineColumn('Year', 1), defineColumn('Emoluments', 2, true), defineColumn('Reduced by', 2)],
        copy.emoluments.map(({ year, emolumentsCents, reducedBy }) => [
          String(year),
          formatOr(emolumentsCents, formatMoney),
          formatOr(reducedBy, formatCode),
        ]),
        'No emoluments are held.',
      ),
      ...buildContributionBlocks(copy),
      ...buildSection(
        'Documents',
        [
          defineColumn('Document', 3),
          defineColumn('Kind', 2.4),
          defineColumn('Version', 1, true),
          defineColumn('File', 4),
        ],
        documents.map(({ title, kind, number, path }) => [
          title,
          formatCode(kind),
          String(number),
          path ?? 'Not included: the file is infected or its virus scan is not complete',
        ]),
        'No documents are addressed to the member.',
      ),
      ...buildOtherBlocks(copy),
    ],
  }
}

/** Information beside the data (Article 15(1)); the firm completes it in its answer. */
const buildProcessingBlocks = ({ firm }: Copy): Block[] => [
  buildHeading('How the data are used'),
  buildParagraph(
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
    .map(([name, value]) => [formatRecordLabel(name), formatField(name, value)])

function formatField(name: string, value: string | number | boolean | null): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name.endsWith('On') || name === 'dateOfBirth') return formatDate(String(value))
  if (name.endsWith('At')) return formatInstant(String(value))
  return name === 'status' || name === 'sex' || name === 'ppsnPurpose'
    ? formatCode(String(value))
    : String(value)
}

function buildContributionBlocks({ contributions }: Copy): Block[] {
  return buildSection(
    'Contributions',
    [
      defineColumn('Month', 1.6),
      defineColumn('Pay date', 1.8),
      defineColumn('Employee', 1.6, true),
      defineColumn('AVC', 1.5, true),
      defineColumn('Employer', 1.6, true),
      defineColumn('Pay', 1.7, true),
      defineColumn('Kind and note', 2.6),
    ],
    contributions.map((line) => [
      formatMonth(line.payrollMonth),
      formatDate(line.payOn),
      formatMoney(line.eeCents),
      formatMoney(line.avcCents),
      formatMoney(line.erCents + line.erSpecialCents + line.singlePremiumCents),
      formatOr(line.pensionablePayCents, formatMoney),
      [formatCode(line.kind), line.note].filter(Boolean).join(': '),
    ]),
    'No contributions are held.',
  )
}

const buildOtherBlocks = ({ obligations, comments, accounts, trusteeRoles, auditEntries }: Copy): Block[] => [
  ...buildSection(
    'Obligations towards the member',
    [
      defineColumn('Obligation', 4),
      defineColumn('Due', 1.6),
      defineColumn('State', 1.6),
      defineColumn('Completed', 1.6),
    ],
    obligations.map(({ title, dueOn, state, completedOn }) => [
      title,
      formatOr(dueOn, formatDate),
      formatCode(state),
      formatOr(completedOn, formatDate),
    ]),
    'None.',
  ),
  ...buildSection(
    'Comments on these obligations',
    [defineColumn('Time', 1.5), defineColumn('Text', 5)],
    comments.map(({ createdAt, text }) => [formatInstant(createdAt), text]),
    'None.',
  ),
  ...buildSection(
    'Account',
    [
      defineColumn('E-mail', 3),
      defineColumn('Status', 1.4),
      defineColumn('Created', 2),
      defineColumn('Last sign-in', 2),
    ],
    accounts.map(({ email, status, createdAt, lastSignInAt }) => [
      email,
      formatCode(status),
      formatInstant(createdAt),
      formatOr(lastSignInAt, formatInstant),
    ]),
    'The member has no account.',
  ),
  ...buildSection(
    'Trustee roles of the account',
    [
      defineColumn('Scheme', 3),
      defineColumn('Name', 3),
      defineColumn('Status', 2),
      defineColumn('Appointed', 2),
    ],
    trusteeRoles.map(({ schemeName, personName, status, appointedOn }) => [
      schemeName,
      personName,
      formatCode(status),
      formatOr(appointedOn, formatDate),
    ]),
    'None.',
  ),
  ...buildSection(
    'Changes and access recorded in the audit log',
    [
      defineColumn('Time', 2),
      defineColumn('Action', 2.4),
      defineColumn('By role', 1.8),
      defineColumn('Reason or changed fields', 4),
    ],
    auditEntries.map(({ timestamp, action, actorRole, reason, changedFields }) => [
      formatInstant(timestamp),
      action,
      actorRole,
      formatText(
        [reason, changedFields.map(formatRecordLabel).join(', ')].filter(Boolean).join('. ') || null,
      ),
    ]),
    'None.',
  ),
]
