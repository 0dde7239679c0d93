/** The operations of all resources, each with the services that it needs. */
import { createFeedOperations, listRulesCiting } from '../areas/calendar/obligations/index.ts'
import {
  createDocumentFiling,
  createDocumentOperations,
  createStatementMailer,
} from '../areas/documents/documents/index.ts'
import { createDraftOperations } from '../areas/documents/drafts/index.ts'
import { createReportOperations } from '../areas/documents/reports/index.ts'
import { createAuditOperations } from '../areas/firm/audit/index.ts'
import { createAuthOperations } from '../areas/firm/auth/index.ts'
import { createCommentOperations } from '../areas/firm/comments/index.ts'
import { createExampleOperations } from '../areas/firm/examples/index.ts'
import { createGrantOperations } from '../areas/firm/grants/index.ts'
import { createHealthOperations } from '../areas/firm/health/index.ts'
import { createServiceHealthOperations } from '../areas/firm/jobs/index.ts'
import { createFactors, createSecondFactorOperations } from '../areas/firm/second-factor/index.ts'
import { createSessionOpener } from '../areas/firm/sessions/index.ts'
import { createSingleSignOnOperations } from '../areas/firm/single-sign-on/index.ts'
import { createLogoOperations, createTenantOperations } from '../areas/firm/tenants/index.ts'
import { createUserOperations } from '../areas/firm/users/index.ts'
import { createWebhookOperations } from '../areas/firm/webhooks/index.ts'
import { createTrusteeReviewOperations } from '../areas/governance/trustee-reviews/index.ts'
import { createAssistantOperations } from '../areas/law/assistant/index.ts'
import { createCorpusOperations, createCorpusTextOperations } from '../areas/law/corpus/index.ts'
import { createContributionOperations } from '../areas/members/contributions/index.ts'
import { createImportDraftOperations } from '../areas/members/import-drafts/index.ts'
import {
  calculatePpsNumberHash,
  createMemberImportOperations,
  createMemberOperations,
  createMemberSheetImport,
  selectNamesOfPeople,
} from '../areas/members/members/index.ts'
import { createPersonalDataOperations } from '../areas/members/personal-data/index.ts'
import { createSchemeImportOperations } from '../areas/members/scheme-imports/index.ts'
import { createSchemeOperations } from '../areas/schemes/schemes/index.ts'
import { createExampleRecords } from '../demo/example.ts'
import { createRunWithin } from '../operation/run-as.ts'
import type { Origin } from '../pipeline/audit-log.ts'
import type { Operation } from '../pipeline/define-operation.ts'
import { systemClock } from '../platform/clock.ts'
import { createIssuerFetch } from '../platform/issuer-fetch.ts'
import { createOpenId } from '../platform/open-id.ts'
import { createWebAuthn } from '../platform/web-authn.ts'
import { createSimpleOperations } from '../simple-operations.ts'
import type { JobRuns } from './jobs.ts'
import type { Parts } from './parts.ts'
import type { Services } from './services.ts'

/** PPS numbers without a match, per employer user and day: the letters are shown, which leaves 435,000 guesses. */
const UNKNOWN_PPS_NUMBERS = { limit: 5_000, windowSeconds: 86_400 }

function createFirmOperations(parts: Parts, services: Services, jobs: JobRuns): Operation[] {
  const { database, buckets, passwords, log } = parts
  const { secrets, isProduction, appUrl } = parts.config
  const {
    address,
    csrf,
    limits,
    pipeline,
    mails,
    checkpointKeys,
    anchors,
    freeSpace,
    openApi,
    openApiText,
    logos,
    release,
    webhooks,
  } = services
  const factors = {
    keys: secrets.factors,
    webAuthn: createWebAuthn(appUrl),
    codeClock: parts.codeClock ?? systemClock,
  }
  const singleSignOn = {
    openId: createOpenId({
      fetchFromIssuer: createIssuerFetch({ allowsLoopback: !isProduction, ...parts.issuerFetch }),
      allowsLoopback: !isProduction,
    }),
    providerKeys: secrets.providers,
  }
  const describeNetwork = ({ ipAddress }: Origin) => ipAddress && address.describe(ipAddress)
  return [
    ...createAuthOperations({
      factors: createFactors(factors),
      openSession: createSessionOpener({ describeNetwork }),
      pipeline,
      passwords,
      mails,
      failures: limits,
      networkOf: (origin) => address.bucketOf(origin.ipAddress ?? 'unknown'),
      logKey: secrets.idempotency,
      csrf,
      appUrl,
      refuseDevelopmentAccounts: isProduction,
      log,
      ...singleSignOn,
      stateKeys: secrets.signIns,
    }),
    ...createSingleSignOnOperations({ ...singleSignOn, allowsLoopback: !isProduction, mails, appUrl }),
    ...createSecondFactorOperations({ ...factors, mails, appUrl }),
    ...createUserOperations({ mails, failures: limits, appUrl }),
    ...createTenantOperations({ mails, failures: limits, appUrl }),
    ...createGrantOperations({ clock: parts.clock, mails, failures: limits, appUrl }),
    ...createWebhookOperations({ ...webhooks, clock: parts.clock, failures: limits }),
    ...createTrusteeReviewOperations({ clock: parts.clock, mails, appUrl }),
    ...createLogoOperations({ logos, release }),
    ...createAuditOperations({ anchors, keys: checkpointKeys }),
    ...jobs.operations,
    ...createServiceHealthOperations(services.health),
    ...createHealthOperations({
      missing: 0,
      isDraining: parts.isDraining ?? (() => false),
      countsAlone: () => buckets.isDegraded(),
      isDiskLow: freeSpace.isLow,
      database,
      openApi,
      openApiText,
    }),
  ]
}

export function createOperations(parts: Parts, services: Services, jobs: JobRuns): Operation[] {
  const { clock } = parts
  const { isProduction, appUrl } = parts.config
  const {
    limits,
    cipher,
    pipeline,
    storage,
    scans,
    noteAsService,
    release,
    synonyms,
    sections,
    denseLeg,
    workers,
    written,
    mails,
    today,
    importFiles,
    logos,
  } = services
  const operations: Operation[] = [
    ...createFirmOperations(parts, services, jobs),
    ...createSimpleOperations({ clock }),
    ...createSchemeOperations({ clock }),
    ...createMemberOperations({ clock, cipher }),
    ...createMemberImportOperations({ clock, cipher, workers, importFiles }),
    ...createSchemeImportOperations({
      clock,
      workers,
      workbookMembers: createMemberSheetImport(cipher),
      importFiles,
    }),
    ...createImportDraftOperations({ importFiles }),
    ...createContributionOperations({
      clock,
      workers,
      importFiles,
      hashPpsNumber: (tenantId, ppsNumber) => calculatePpsNumberHash(cipher, tenantId, ppsNumber),
      mayTry: async (userId, numbers) =>
        (await limits.takeFailure('unknown-pps', userId, UNKNOWN_PPS_NUMBERS, numbers)).isAllowed,
    }),
    ...createDocumentOperations({
      clock,
      storage,
      release,
      scans,
      mailStatement: createStatementMailer({ mails, appUrl }),
    }),
    ...createFeedOperations({ pipeline, appUrl, refuseDevelopmentAccounts: isProduction }),
    ...createReportOperations({ clock, storage, workers, loadLogo: logos.load }),
    ...createPersonalDataOperations({ clock, storage, workers, release, loadLogo: logos.load }),
    ...createCorpusOperations({
      clock,
      pipeline,
      workers,
      synonyms,
      rulesCiting: listRulesCiting,
      onIngested: async () => void (await denseLeg?.embedMissing()),
    }),
    ...createCorpusTextOperations({ clock, workers, rulesCiting: listRulesCiting }),
    ...createAssistantOperations({ ...written, denseLeg }),
    ...createDraftOperations({
      clock,
      synonyms,
      filing: createDocumentFiling({ clock, storage, scans, inBookkeepingTransaction: noteAsService }),
      workers,
      writeSections: sections.write,
      previewSections: sections.preview,
      loadLogo: logos.load,
    }),
    ...createCommentOperations({ namesAmong: selectNamesOfPeople }),
    ...createExampleOperations({
      runWithin: createRunWithin(today, () => operations),
      createRecords: (runAs, actors) => createExampleRecords(runAs, actors, today()),
    }),
  ]
  return operations
}
