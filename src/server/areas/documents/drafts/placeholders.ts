/**
 * Placeholders of a template for facts of a scheme, `{{trusteeNames}}`. The server fills them after a model has written its part: their
 * values are never sent to it. The list is closed, so that a template cannot ask for an unknown fact.
 */
import { replacePlaceholders, scanPlaceholders } from '../../../../contract/placeholder-scanner.ts'
import { escapeTextForBlocks } from '../../../../contract/text-blocks.ts'

/** Record that has the value. BY_HAND: no record has it, the author enters it. IN_PLACE: the author overwrites it in the text. */
export type FilledFrom =
  | 'BY_HAND'
  | 'IN_PLACE'
  | `scheme.${'name' | 'kind' | 'reference' | 'pensionsAuthorityNumber' | 'employerName' | 'schemeYearEnd' | 'registeredAdministratorName'}`
  | `counts.${'activeAndDeferred' | 'arrangements' | 'openBreaches'}`
  | `trustees.${'names' | 'chair'}`
  | 'arrangements.list'
  | `keyFunctionHolders.${'riskManagement' | 'internalAudit' | 'actuarial'}`
  | `firm.${'name' | 'today' | 'nextReview' | 'contact' | 'capacity'}`
  | 'scheme.contact'
  | `holder.${'addressed' | 'name' | 'function' | 'resolvedOn' | 'effectiveFrom' | 'termEndOn' | 'responsiblePerson'}`
  | `arrangement.${'providerName' | 'activity' | 'signedOn' | 'inForceFrom' | 'noticeDays' | 'subOutsourcing' | 'holder'}`
  | `breach.${'title' | 'category' | 'facts' | 'membersAffected' | 'notifyBy' | 'description' | 'rootCause' | 'remedialAction' | 'reportability' | 'reason' | 'owner'}`
  | `meeting.${'title' | 'heldOn' | 'location' | 'attendees' | 'apologies' | 'decisions' | 'agenda' | 'quorum' | 'previousMinutes' | 'openActions' | 'newActions' | 'riskReports' | 'auditReports' | 'actuarialReports' | 'reportDecisions' | 'lateMonths' | 'investedLate' | 'newBreaches' | 'approvals'}`
  | `year.${'complianceYear' | 'trustees' | 'fitAndProper' | 'risk' | 'audit' | 'outsourcing' | 'data' | 'investment' | 'policies'}`
  | `assessment.${'asOfOn' | 'mainRisks' | 'counts' | 'actions' | 'opinion' | 'methods' | 'meetings' | 'reports' | 'lateMonths' | 'breaches'}`
  | `batch.${'payrollMonth' | 'dueOn' | 'daysLate' | 'deductionsStanding' | 'expectedAmount' | 'deductedAmount' | 'receivedAmount' | 'missingAmount' | 'paymentAccount'}`
  | `employer.${'name' | 'address' | 'payrollContact' | 'salutation'}`

export interface Placeholder {
  label: string
  description: string
  filledFrom: FilledFrom
}

const definePlaceholder = (label: string, filledFrom: FilledFrom, description: string): Placeholder => ({
  label,
  description,
  filledFrom,
})
const definePlaceholderByHand = (label: string, description: string): Placeholder =>
  definePlaceholder(label, 'BY_HAND', description)

/** Of the compliance statement. */
const OF_THE_YEAR = 'Entries of the registers and the calendar for the year'

export const PLACEHOLDERS = {
  schemeName: definePlaceholder('Scheme', 'scheme.name', 'The name of the scheme'),
  schemeKind: definePlaceholder('Kind of scheme', 'scheme.kind', 'Type and legal form, in words'),
  schemeReference: definePlaceholder(
    'Scheme and PB number',
    'scheme.reference',
    'Name, with the PB number if there is one',
  ),
  schemeNumber: definePlaceholder(
    'PB number',
    'scheme.pensionsAuthorityNumber',
    'As the Pensions Authority has it',
  ),
  employerName: definePlaceholder('Employer', 'scheme.employerName', 'The sponsoring employer of the scheme'),
  schemeYearEnd: definePlaceholder('Scheme year end', 'scheme.schemeYearEnd', 'Day and month'),
  administratorName: definePlaceholder(
    'Registered administrator',
    'scheme.registeredAdministratorName',
    'Provider that prepares the annual report and benefit statements',
  ),
  memberCount: definePlaceholder(
    'Members',
    'counts.activeAndDeferred',
    'Active and deferred members, the count that thresholds go by',
  ),
  arrangementCount: definePlaceholder(
    'Outsourcing arrangements',
    'counts.arrangements',
    'How many are in the register today',
  ),
  openBreachCount: definePlaceholder(
    'Open breaches',
    'counts.openBreaches',
    'Entries of the register that are not closed',
  ),
  trusteeNames: definePlaceholder('Trustees', 'trustees.names', 'All trustees appointed today'),
  chairName: definePlaceholder('Chair', 'trustees.chair', 'Person who chairs the trustees'),
  riskHolderName: definePlaceholder(
    'Holder of the risk management function',
    'keyFunctionHolders.riskManagement',
    'Holder appointed today',
  ),
  auditHolderName: definePlaceholder(
    'Holder of the internal audit function',
    'keyFunctionHolders.internalAudit',
    'Holder appointed today',
  ),
  actuarialHolderName: definePlaceholder(
    'Holder of the actuarial function',
    'keyFunctionHolders.actuarial',
    'Holder appointed today',
  ),
  firmName: definePlaceholder('Firm', 'firm.name', 'The firm that prepares the draft'),
  today: definePlaceholder('Day of the draft', 'firm.today', 'The day on which it is filled in'),
  holderName: definePlaceholder('Holder', 'holder.name', 'The person or firm that is to hold the function'),
  holderAddressed: definePlaceholder(
    'Addressee',
    'holder.addressed',
    'The holder, with the organisation where there is one',
  ),
  responsiblePerson: definePlaceholder(
    'Person responsible',
    'holder.responsiblePerson',
    'For a firm: the person responsible for the function',
  ),
  keyFunction: definePlaceholder('Key function', 'holder.function', 'In words'),
  resolutionDate: definePlaceholder(
    'Day of the resolution',
    'holder.resolvedOn',
    'When the trustees resolved on the appointment',
  ),
  appointedFrom: definePlaceholder(
    'Appointed from',
    'holder.effectiveFrom',
    'The first day, never before the resolution',
  ),
  termEnd: definePlaceholder('End of the term', 'holder.termEndOn', 'The last day'),
  providerName: definePlaceholder('Provider', 'arrangement.providerName', 'Provider of the service'),
  providerActivity: definePlaceholder(
    'Activity',
    'arrangement.activity',
    'Activity that the provider carries out',
  ),
  agreementSigned: definePlaceholder(
    'Agreement signed',
    'arrangement.signedOn',
    'The day of the last signature',
  ),
  agreementInForce: definePlaceholder(
    'Agreement in force from',
    'arrangement.inForceFrom',
    'The notification deadline is counted from this date',
  ),
  noticePeriod: definePlaceholder('Notice in days', 'arrangement.noticeDays', 'From the agreement'),
  subOutsourcing: definePlaceholder(
    'Sub-outsourcing',
    'arrangement.subOutsourcing',
    'Sub-providers and their activities',
  ),
  arrangementHolder: definePlaceholder(
    'Person responsible for the key function',
    'arrangement.holder',
    'With the day of the fit and proper assessment',
  ),
  arrangementList: definePlaceholder(
    'Arrangements in the register',
    'arrangements.list',
    'Provider, activity and day of entry into force of each',
  ),
  breachTitle: definePlaceholder(
    'Breach',
    'breach.title',
    'Summary of the breach in one line, without names of members',
  ),
  breachCategory: definePlaceholder('Category', 'breach.category', 'From the breach register'),
  breachFacts: definePlaceholder(
    'Facts of the breach',
    'breach.facts',
    'Days, members affected and amount, as recorded',
  ),
  breachNotifyBy: definePlaceholder(
    'End of the 72 hours',
    'breach.notifyBy',
    'Counted in hours from becoming aware',
  ),
  breachMembers: definePlaceholder('Members affected', 'breach.membersAffected', 'A number, never names'),
  breachDescription: definePlaceholder('Description', 'breach.description', 'The facts as recorded'),
  breachCause: definePlaceholder('Cause', 'breach.rootCause', 'As found'),
  breachRemedy: definePlaceholder('Remedy', 'breach.remedialAction', 'Measures taken'),
  breachDecision: definePlaceholder('Decision on a report', 'breach.reportability', 'As recorded'),
  breachGrounds: definePlaceholder(
    'Reasons of the decision',
    'breach.reason',
    'As recorded with the decision',
  ),
  reporterCapacity: definePlaceholder(
    'Capacity of the reporter',
    'firm.capacity',
    'The kind of relevant person',
  ),
  breachOwner: definePlaceholder(
    'Person responsible',
    'breach.owner',
    'The person who answers for the remedy',
  ),
  meetingTitle: definePlaceholder('Meeting', 'meeting.title', 'As planned'),
  meetingDate: definePlaceholder('Held on', 'meeting.heldOn', 'The day of the meeting'),
  meetingPlace: definePlaceholder('Place', 'meeting.location', 'A room or a call'),
  attendees: definePlaceholder('Present', 'meeting.attendees', 'Persons present'),
  apologies: definePlaceholder('Apologies', 'meeting.apologies', 'Persons who sent apologies'),
  decisions: definePlaceholder('Decisions', 'meeting.decisions', 'As recorded'),
  agenda: definePlaceholder('Agenda', 'meeting.agenda', 'As planned'),
  previousMinutes: definePlaceholder(
    'Minutes of the meeting before',
    'meeting.previousMinutes',
    'With their approval',
  ),
  openActions: definePlaceholder(
    'Open actions',
    'meeting.openActions',
    'Actions of earlier meetings that are open',
  ),
  newActions: definePlaceholder('Actions', 'meeting.newActions', 'Actions of this meeting'),
  riskReports: definePlaceholder(
    'Reports on risk management',
    'meeting.riskReports',
    'Received since the meeting before',
  ),
  auditReports: definePlaceholder(
    'Reports on internal audit',
    'meeting.auditReports',
    'Received since the meeting before',
  ),
  actuarialReports: definePlaceholder(
    'Reports of the actuarial function',
    'meeting.actuarialReports',
    'Received since the meeting before',
  ),
  reportDecisions: definePlaceholder(
    'Decisions on findings',
    'meeting.reportDecisions',
    'As recorded with the reports',
  ),
  lateMonths: definePlaceholder('Late payroll months', 'meeting.lateMonths', 'Due since the meeting before'),
  investedLate: definePlaceholder(
    'Invested late',
    'meeting.investedLate',
    'Payroll months since the meeting before',
  ),
  newBreaches: definePlaceholder('New breaches', 'meeting.newBreaches', 'Detected since the meeting before'),
  approvals: definePlaceholder(
    'Approvals',
    'meeting.approvals',
    'Policies and assessments since the meeting before',
  ),
  payrollMonth: definePlaceholder('Payroll month', 'batch.payrollMonth', 'The month of the deduction'),
  contributionDue: definePlaceholder('Due on', 'batch.dueOn', 'The last day for the money to arrive'),
  daysLate: definePlaceholder('Days late', 'batch.daysLate', 'From the last day for the money to today'),
  deductionsStanding: definePlaceholder(
    'Status of the deductions',
    'batch.deductionsStanding',
    'Whether the deductions were received',
  ),
  expectedAmount: definePlaceholder(
    'Contributions of the month',
    'batch.expectedAmount',
    'Total due for the month',
  ),
  deductedAmount: definePlaceholder(
    'Deducted from pay',
    'batch.deductedAmount',
    'With additional voluntary contributions',
  ),
  receivedAmount: definePlaceholder('Received', 'batch.receivedAmount', 'Amount received'),
  missingAmount: definePlaceholder('Missing', 'batch.missingAmount', 'Amount not yet received'),
  paymentAccount: definePlaceholder(
    'Account for contributions',
    'batch.paymentAccount',
    'Account to which the contributions of the scheme are paid',
  ),
  payingEmployer: definePlaceholder(
    'Employer addressed',
    'employer.name',
    'Paying employer, which need not be the sponsor',
  ),
  employerAddress: definePlaceholder('Address', 'employer.address', 'Of the paying employer'),
  payrollContact: definePlaceholder(
    'Payroll contact',
    'employer.payrollContact',
    'Person at the employer who receives the letter',
  ),
  salutation: definePlaceholder('Salutation', 'employer.salutation', 'Name after “Dear”'),
  reviewDate: definePlaceholder(
    'Next review',
    'firm.nextReview',
    'Three years from the day of the draft, at the latest',
  ),
  quorum: definePlaceholder('Quorum', 'meeting.quorum', 'Whether it was present'),
  riskAppetite: definePlaceholderByHand(
    'Appetite for risk',
    'Risks that the trustees accept and do not accept, in one sentence',
  ),
  feeTerms: definePlaceholderByHand('Fees', 'Fees, the party that pays them, and how they were agreed'),
  noticeTerms: definePlaceholderByHand('Notice', 'How long, and how it is given'),
  reportingInterval: definePlaceholderByHand('Interval of reports', 'How often, as the trustees set it'),
  contactDetails: definePlaceholder('Contact', 'firm.contact', 'Contact for enquiries of the firm'),
  memberContact: definePlaceholder(
    'Contact for members',
    'scheme.contact',
    'Contact for enquiries of the scheme; of the firm if the scheme has none',
  ),
  internalDeadlines: definePlaceholderByHand(
    'Time limits of the procedure',
    'From the regulations on disputes',
  ),
  publicationAddress: definePlaceholderByHand('Where it is published', 'Public web address'),
  assetAllocation: definePlaceholderByHand(
    'Strategic asset allocation',
    'Classes of assets with their ranges',
  ),
  investmentObjective: definePlaceholderByHand(
    'Investment objective',
    'In a sentence, as the trustees agreed it',
  ),
  defaultStrategy: definePlaceholderByHand(
    'Default strategy',
    'How money is invested if a member gives no direction',
  ),
  assessmentDate: definePlaceholder('As at', 'assessment.asOfOn', 'Reference date of the open assessment'),
  keyRisks: definePlaceholder(
    'Main risks',
    'assessment.mainRisks',
    'The highest risks of the register after controls',
  ),
  riskCounts: definePlaceholder('Number of risks', 'assessment.counts', 'By their score after controls'),
  riskActions: definePlaceholder(
    'Actions on risks',
    'assessment.actions',
    'From the risk register, with owner and date',
  ),
  riskOpinion: definePlaceholder(
    'Opinion of the risk management function',
    'assessment.opinion',
    'As recorded',
  ),
  riskMethods: definePlaceholder('Methods', 'assessment.methods', 'As recorded with the assessment'),
  assessmentMeetings: definePlaceholder(
    'Meetings',
    'assessment.meetings',
    'Held since the last approved assessment',
  ),
  assessmentReports: definePlaceholder(
    'Reports',
    'assessment.reports',
    'Received since the last approved assessment',
  ),
  assessmentLateMonths: definePlaceholder(
    'Late payroll months',
    'assessment.lateMonths',
    'Due since the last approved assessment',
  ),
  assessmentBreaches: definePlaceholder(
    'Breaches',
    'assessment.breaches',
    'Detected since the last approved assessment',
  ),
  fundingPosition: definePlaceholderByHand(
    'Funding position',
    'With the certificate or valuation that it is taken from',
  ),
  complianceYear: definePlaceholder(
    'Year of the statement',
    'year.complianceYear',
    'The calendar year before',
  ),
  yearTrustees: definePlaceholder('Trustees and governance', 'year.trustees', OF_THE_YEAR),
  yearFitAndProper: definePlaceholder('Fit and proper', 'year.fitAndProper', OF_THE_YEAR),
  yearRisk: definePlaceholder('Risk management', 'year.risk', OF_THE_YEAR),
  yearAudit: definePlaceholder('Internal audit', 'year.audit', OF_THE_YEAR),
  yearOutsourcing: definePlaceholder('Outsourcing', 'year.outsourcing', OF_THE_YEAR),
  yearData: definePlaceholder('Records and information', 'year.data', OF_THE_YEAR),
  yearInvestment: definePlaceholder('Investment and contributions', 'year.investment', OF_THE_YEAR),
  yearPolicies: definePlaceholder('Written policies', 'year.policies', OF_THE_YEAR),
  remedyDate: definePlaceholderByHand('Answer by', 'The day by which the employer is asked to act'),
  requestReference: definePlaceholderByHand('Reference of the request', 'As the Pensions Authority gave it'),
  requestDate: definePlaceholderByHand('Day of the request', 'The date of the letter that is answered'),
  enclosures: definePlaceholderByHand('Enclosures', 'Documents sent with the letter'),
  toWrite: definePlaceholder(
    'To be written',
    'IN_PLACE',
    'Text that only the writer can add; each blank is separate and is filled in the text itself',
  ),
} as const satisfies Record<string, Placeholder>
export type PlaceholderName = keyof typeof PLACEHOLDERS

const isKnown = (name: string): name is PlaceholderName => Object.hasOwn(PLACEHOLDERS, name)
const isFilled = (name: string): name is keyof Values =>
  isKnown(name) && PLACEHOLDERS[name].filledFrom !== 'IN_PLACE'

const listPlaceholderNames = (text: string): string[] => scanPlaceholders(text).map(({ name }) => name)

/** Names of all placeholders of a text, known or not, each once, in their order. */
export const listPlaceholders = (text: string): string[] => [...new Set(listPlaceholderNames(text))]

/** A blank value leaves its placeholder unfilled: the author has to check it. */
export type Values = Partial<Record<Exclude<PlaceholderName, 'toWrite'>, string | readonly string[]>>

/**
 * Fills once, from left to right: a value is plain text, and placeholders in it are never filled. A list becomes list items where its
 * placeholder is a line of its own, and is joined in a sentence.
 */
export function fillPlaceholders(text: string, values: Values): string {
  const findValue = (name: string) =>
    isFilled(name) && Object.hasOwn(values, name) ? values[name] : undefined
  const withLists = text.replace(/^\{\{(\w+)\}\}$/gm, (whole, name: string) => {
    const value = findValue(name)
    return value !== undefined && typeof value !== 'string' && value.length > 0
      ? value.map((item) => `- ${escapeTextForBlocks(item)}`).join('\n')
      : whole
  })
  return replacePlaceholders(withLists, (name) => {
    const value = findValue(name) ?? ''
    return escapeTextForBlocks(typeof value === 'string' ? value : value.join('; ')) || null
  })
}

export interface Remaining {
  name: string
  count: number
  /** Null: not a known placeholder; a user typed it. */
  placeholder: Placeholder | null
}

/** Unfilled placeholders, which prevent approval. */
export const listUnfilledPlaceholders = (text: string): Remaining[] =>
  [...Map.groupBy(listPlaceholderNames(text), (name) => name)].map(([name, all]) => ({
    name,
    count: all.length,
    placeholder: isKnown(name) ? PLACEHOLDERS[name] : null,
  }))
