/** The contracts of all operations, in one list. */
import * as assistant from './assistant.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as breaches from './breaches.ts'
import * as calendarFeeds from './calendar-feeds.ts'
import * as contributions from './contributions.ts'
import * as corpus from './corpus.ts'
import * as corpusReviews from './corpus-reviews.ts'
import * as corpusTexts from './corpus-texts.ts'
import * as dashboard from './dashboard.ts'
import type { Contract } from './define.ts'
import * as disclosures from './disclosures.ts'
import * as documents from './documents.ts'
import * as drafts from './drafts.ts'
import * as employers from './employers.ts'
import * as fileNotes from './file-notes.ts'
import * as health from './health.ts'
import * as jobs from './jobs.ts'
import * as keyFunctionHolders from './key-function-holders.ts'
import * as meetingActions from './meeting-actions.ts'
import * as memberImports from './member-imports.ts'
import * as members from './members.ts'
import * as obligations from './obligations.ts'
import type { OperationName, Route } from './operations.ts'
import * as outsourcingArrangements from './outsourcing-arrangements.ts'
import * as ownRiskAssessments from './own-risk-assessments.ts'
import * as participations from './participations.ts'
import * as policies from './policies.ts'
import * as reports from './reports.ts'
import * as riskItems from './risk-items.ts'
import * as schemeEvents from './scheme-events.ts'
import * as schemes from './schemes.ts'
import * as serviceProviders from './service-providers.ts'
import * as tenants from './tenants.ts'
import * as trusteeMeetings from './trustee-meetings.ts'
import * as trusteeTrainings from './trustee-trainings.ts'
import * as trustees from './trustees.ts'
import * as users from './users.ts'

const MODULES = [
  auth,
  users,
  tenants,
  employers,
  schemes,
  trustees,
  trusteeTrainings,
  trusteeMeetings,
  meetingActions,
  members,
  memberImports,
  contributions,
  documents,
  policies,
  serviceProviders,
  outsourcingArrangements,
  keyFunctionHolders,
  participations,
  schemeEvents,
  ownRiskAssessments,
  riskItems,
  breaches,
  obligations,
  calendarFeeds,
  reports,
  dashboard,
  corpus,
  corpusTexts,
  assistant,
  disclosures,
  drafts,
  fileNotes,
  corpusReviews,
  audit,
  jobs,
  health,
]

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

export const CONTRACTS: readonly Contract[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module),
).filter(isContract)

type ExportOf<M> = M extends unknown ? M[keyof M] : never
/** The contract of one operation. Only a type, so that a caller can know the schemas without loading them. */
export type ContractNamed<N extends OperationName> = Extract<
  ExportOf<(typeof MODULES)[number]>,
  { name: N; route: Route }
>
