/** Known fields that no rule reads: accepted without a message. Other unknown names are reported. */
import { Breach } from '../../../../contract/breaches.ts'
import { ContributionBatch } from '../../../../contract/contributions.ts'
import { DocumentRecord } from '../../../../contract/documents.ts'
import { Employer } from '../../../../contract/employers.ts'
import { KeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import { Member } from '../../../../contract/members.ts'
import { Obligation } from '../../../../contract/obligations.ts'
import { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { Participation } from '../../../../contract/participations.ts'
import { Policy } from '../../../../contract/policies.ts'
import { SchemeEvent } from '../../../../contract/scheme-events.ts'
import { Scheme } from '../../../../contract/schemes.ts'
import { Tenant, TenantSettings } from '../../../../contract/tenants.ts'
import { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { TrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import { Trustee } from '../../../../contract/trustees.ts'

const listNames = ({ shape }: { shape: object }, ...ofTheBrief: string[]): readonly string[] => [
  ...Object.keys(shape),
  ...ofTheBrief,
]

export const UNREAD = {
  scheme: listNames(
    Scheme,
    'revenueApprovalRef',
    'revenueApprovalDate',
    'countsManual',
    'registeredAdministratorId',
    'trusteeBodyId',
    'actuaryId',
    'auditorId',
    'investmentManagerIds',
    'depositaryId',
    'crossBorder',
    'approvedBy',
    'approvedAt',
  ),
  employer: listNames(Employer, 'groupId', 'participationDate', 'cessationDate'),
  trusteeBody: ['name', 'croNumber', 'chairTrusteeId', 'schemeIds'],
  member: listNames(
    Member,
    'joinedEmployment',
    'normalRetirementDate',
    'works_number',
    'worksNumber',
    'payrollNumber',
    'middleName',
    'dateOfBirth',
    'ppsLast2',
    'ppsNumberEncrypted',
    'ppsNumberHash',
    'address',
    'pensionableSalaryCents',
    'eeRatePct',
    'erRatePct',
    'avcPct',
    'pensionAdjustmentOrder',
  ),
  trustee: listNames(
    Trustee,
    'trusteeBodyId',
    'ceaseReason',
    'fitProper',
    'conflictsDeclared',
    'remunerated',
    'disqualified',
  ),
  training: listNames(TrusteeTraining, 'hours', 'docId', 'evidenceDocIds'),
  meeting: listNames(TrusteeMeeting, 'minutesDocId'),
  holder: listNames(
    KeyFunctionHolder,
    'conflictProtocolDocId',
    'outsourcingAgreementId',
    'boardResolutionDate',
    'minutesDocId',
    'authorityRef',
  ),
  fitProper: [
    'qualificationsOk',
    'professionalQualification',
    'experienceYears',
    'reputeDeclarationDocId',
    'assessedBy',
    'outcome',
    'evidenceDocIds',
  ],
  report: [
    'periodEnd',
    'periodEndOn',
    'docId',
    'documentId',
    'materialFindings',
    'hasMaterialFindings',
    'trusteeDecision',
    'decidedOn',
  ],
  outsourcing: listNames(OutsourcingArrangement, 'agreementDocId', 'kpis', 'serviceProviderId'),
  assessment: listNames(OwnRiskAssessment, 'cycleNo', 'riskItems', 'riskKfhOpinion'),
  policy: listNames(
    Policy,
    'content',
    'docId',
    'draftedBy',
    'aiPromptId',
    'minutesDocId',
    'publicDisclosure',
  ),
  statement: [
    'riskMeasurementMethods',
    'riskManagementProcesses',
    'strategicAssetAllocation',
    'liabilityNatureDuration',
    'esgConsideration',
    'defaultStrategy',
    'publishedUrl',
  ],
  event: listNames(SchemeEvent),
  document: listNames(
    DocumentRecord,
    'signedBy',
    'mime',
    'storageKey',
    'avScan',
    'supersedesId',
    'retentionUntil',
  ),
  contribution: listNames(ContributionBatch, 'lines', 'fileName', 'fileSha256'),
  line: [
    'batchId',
    'memberId',
    'periodStart',
    'periodEnd',
    'pensionablePayCents',
    'kind',
    'corrects',
    'expectedEe',
    'expectedEr',
    'varianceCents',
    'flags',
  ],
  participation: listNames(Participation),
  breach: listNames(Breach, 'reportRef'),
  completion: listNames(Obligation, 'evidenceDocIds'),
  tenant: listNames(
    Tenant,
    'intermediaryType',
    'registeredAdministratorNo',
    'dpoContact',
    'complianceOfficerUserId',
  ),
  settings: listNames(TenantSettings),
} satisfies Record<string, readonly string[]>
