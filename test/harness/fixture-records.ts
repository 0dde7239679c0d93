import type { Role } from '../../src/contract/define.ts'
import type { OwnedKind } from '../../src/server/platform/resources.ts'
import type { Service } from './open-service.ts'
import type { Caller, Firm } from './people.ts'

/** One record of each kind; all of them belong to the same employer. */
export interface Records extends Record<OwnedKind, string> {
  /** Of the firm, addressed to the member, and shown to the employer. */
  document: string
  /** October 2026 of the employer, €100.00 of the member; no money has come. */
  contribution: string
  /** Of the scheme: its own employer takes part since the scheme began. */
  participation: string
  /** Of the scheme: the deed was amended in October 2026. */
  schemeEvent: string
  /** It created the scheme, as a BrokerUser's import would leave it. */
  schemeImport: string
  /** Of members, as if a user of the employer had begun it. */
  importDraft: string
  obligationConfirmation: string
  /** Of the employer of the contribution and its month. */
  contributionReminder: string
  /** Of the scheme, for 2024: its point is answered with yes. */
  complianceStatement: string
  /** Of the scheme, planned; its risk register has the item below. */
  ownRiskAssessment: string
  /** Of the scheme: a risk management policy, its first version a draft. */
  writtenPolicy: string
  /** Of the firm. */
  serviceProvider: string
  /** Of the scheme with the provider: consulting, planned for 1 October 2026. */
  outsourcingArrangement: string
  /** Of the scheme: an individual proposed for risk management, with one report whose findings wait for a decision. */
  keyFunctionHolder: string
  /** Of the scheme and the employer: a late report, found by hand and not assessed. */
  breach: string
  /** Of the trustee, in October 2026. */
  trusteeTraining: string
  /** Of the scheme, held in October 2026, its minutes not approved; it asked for the action below. */
  trusteeMeeting: string
  /** Of the trustee, who is not in office yet. */
  grant: string
  /** Of the webhook: given up after 10 attempts. */
  webhookDelivery: string
  /** Of the meeting of the scheme: its minutes were put to the trustee. */
  trusteeReview: string
  /** Of another scheme, which is approved: the yearly review of its register of conflicts, to be confirmed. */
  obligation: string
  /** Asked by the firm's broker, and answered. */
  assistantAnswer: string
  /** Of the scheme: a risk management policy without unfilled placeholders. No user of the fixture edited it. */
  draft: string
  /** On the file of the scheme: a few words and that answer. */
  fileNote: string
  /** On the scheme, by the BrokerUser, mentioning the BrokerAdmin; both have it in their inbox. */
  comment: string
  /** The open review of that note: a provision that it quotes was removed. */
  corpusReview: string
  /** An EmployerUser who acts nowhere. */
  user: string
}
export type Kind = OwnedKind

export interface FirmFixture {
  service: Service
  firm: Firm
  records: Records
  /** Employer and member accounts are bound to the records above; all have the password below. */
  people: Record<Role, Caller>
}
