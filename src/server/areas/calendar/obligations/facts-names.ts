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

const namesOf = ({ shape }: { shape: object }, ...ofTheBrief: string[]): readonly string[] => [
  ...Object.keys(shape),
  ...ofTheBrief,
]

export const UNREAD = {
  scheme: namesOf(
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
  employer: namesOf(Employer, 'groupId', 'participationDate', 'cessationDate'),
  trusteeBody: ['name', 'croNumber', 'chairTrusteeId', 'schemeIds'],
  member: namesOf(
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
  trustee: namesOf(
    Trustee,
    'trusteeBodyId',
    'ceaseReason',
    'fitProper',
    'conflictsDeclared',
    'remunerated',
    'disqualified',
  ),
  training: namesOf(TrusteeTraining, 'hours', 'docId', 'evidenceDocIds'),
  meeting: namesOf(TrusteeMeeting, 'minutesDocId'),
  holder: namesOf(
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
  outsourcing: namesOf(OutsourcingArrangement, 'agreementDocId', 'kpis', 'serviceProviderId'),
  assessment: namesOf(OwnRiskAssessment, 'cycleNo', 'riskItems', 'riskKfhOpinion'),
  policy: namesOf(Policy, 'content', 'docId', 'draftedBy', 'aiPromptId', 'minutesDocId', 'publicDisclosure'),
  statement: [
    'riskMeasurementMethods',
    'riskManagementProcesses',
    'strategicAssetAllocation',
    'liabilityNatureDuration',
    'esgConsideration',
    'defaultStrategy',
    'publishedUrl',
  ],
  event: namesOf(SchemeEvent),
  document: namesOf(
    DocumentRecord,
    'signedBy',
    'mime',
    'storageKey',
    'avScan',
    'supersedesId',
    'retentionUntil',
  ),
  contribution: namesOf(ContributionBatch, 'lines', 'fileName', 'fileSha256'),
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
  participation: namesOf(Participation),
  breach: namesOf(Breach, 'reportRef'),
  completion: namesOf(Obligation, 'evidenceDocIds'),
  tenant: namesOf(
    Tenant,
    'intermediaryType',
    'registeredAdministratorNo',
    'dpoContact',
    'complianceOfficerUserId',
  ),
  settings: namesOf(TenantSettings),
} satisfies Record<string, readonly string[]>
