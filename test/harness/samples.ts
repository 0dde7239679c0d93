/**
 * For every operation of the contract: a valid input, the record that it names, and the steps that bring the record into a state
 * in which the operation succeeds. The generated tests (guards, census, bad input) fail for an operation without a sample here, and
 * for a field that holds an id and is not listed in the references.
 */
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { getCsrfToken } from '../../src/contract/auth.ts'
import * as breaches from '../../src/contract/breaches.ts'
import { createFeed } from '../../src/contract/calendar-feeds.ts'
import { addDays } from '../../src/contract/civil-dates.ts'
import { completeComplianceStatement } from '../../src/contract/compliance-statements.ts'
import * as contributions from '../../src/contract/contributions.ts'
import { ingestCorpus } from '../../src/contract/corpus.ts'
import { type Contract, parseRoute, type Role } from '../../src/contract/define.ts'
import * as documents from '../../src/contract/documents.ts'
import { CONTRACTS } from '../../src/contract/index.ts'
import type { HolderStatus } from '../../src/contract/key-function-holders.ts'
import { recordMemberPay } from '../../src/contract/member-pay.ts'
import * as members from '../../src/contract/members.ts'
import * as obligations from '../../src/contract/obligations.ts'
import type { OutsourcingStatus } from '../../src/contract/outsourcing-arrangements.ts'
import * as assessments from '../../src/contract/own-risk-assessments.ts'
import type * as policies from '../../src/contract/policies.ts'
import { createSavedView } from '../../src/contract/saved-views.ts'
import * as schemes from '../../src/contract/schemes.ts'
import { startApp, startPasskey } from '../../src/contract/second-factor.ts'
import { SectionKey } from '../../src/contract/section-key.ts'
import { suspendTenant } from '../../src/contract/tenants.ts'
import * as trustees from '../../src/contract/trustees.ts'
import * as users from '../../src/contract/users.ts'
import { RESOURCES } from '../../src/server/platform/resources.ts'
import { encryptText } from '../../src/server/platform/sealed-text.ts'
import { A_LOGO } from '../fixtures/logos.ts'
import { buildWorkbook } from '../fixtures/uploads/workbook.ts'
import { addApp, addPasskey, SoftPasskey, showCode } from './authenticators.ts'
import { assertNotInLogs } from './canaries.ts'
import type { FirmFixture, Kind, Records } from './fixture-records.ts'
import { createTrusteeGuest } from './grants.ts'
import {
  CLIENT,
  followToService,
  type MisbehavingProvider,
  startMisbehavingProvider,
} from './open-id-providers.ts'
import type { Service } from './open-service.ts'
import {
  type Caller,
  createAnonymousCaller,
  generatePpsNumber,
  nextUniqueText,
  type Reply,
  type SendOptions,
} from './people.ts'
import { startSignIn } from './single-sign-on.ts'
import { TEST_SECRETS } from './test-secrets.ts'
import { Visitor } from './visitor.ts'

/** A scheme within the regime, with 50 members, that went live after April 2021. */
export const IORP = {
  type: 'DC',
  wentLiveOn: '2022-01-01',
  schemeYearEnd: { month: 12, day: 31 },
  memberCounts: { active: 40, deferred: 10, pensioner: 0, asOfOn: '2026-01-01' },
} as const

export const A_TEXT = { name: 'text of a sample.txt', bytes: 'Text of a sample\n' }
export const PASSWORD = 'several quiet words of a fixture'

/** Corpus snapshot of the draft of a scheme: different for each scheme, because drafts are withdrawn by their snapshot. */
export const buildCorpusSnapshot = (schemeId: string): string =>
  createHash('sha256').update(schemeId).digest('hex')

type Sent = Record<string, unknown>

/** A field outside the path that holds the id of a record. */
interface Reference {
  kind: Kind
  /** Response to the id of a foreign record: 403 ('refused'), an empty list ('nothing'), or as without the field ('ignored'). */
  foreign: 'refused' | 'nothing' | 'ignored'
  /** Further fields without which the service does not check the reference. */
  with?: Sent
}

export interface Sample {
  /** The kind of record whose owner decides on access; null for the caller's own account or firm. */
  names: Kind | null
  sent(records: Records): Sent
  references?: Record<string, Reference>
  /** Roles that are refused although they meet the minimum. */
  refused?: readonly Role[]
  /** Brings the fixture into a state in which the operation succeeds; returns the differences from the sample. */
  ready?(fixture: FirmFixture): Promise<{ actor?: Caller; sent?: Sent; options?: SendOptions } | undefined>
  /** False if the service refuses a repetition because of the record's state. */
  repeats?: boolean
  /** Whether the audit entry has no previous state; by default true for operations that return 201. */
  creates?: boolean
  /** How the audit log describes the actor, where it is not the role. */
  actorType?: string
  /** Whether the record is gone afterwards; by default true for DELETE. */
  removes?: boolean
  /** All users of the firm may read the record, including those of its employers and members. */
  isForWholeFirm?: boolean
  /** Actions of further audit entries besides the operation's own. */
  alsoRecords?: readonly string[]
  /** Actions of further audit entries of a create that changed an existing record. */
  alsoChanges?: readonly string[]
}

const path = (kind: Kind, body: Sent = {}): Sample => ({
  names: kind,
  sent: (records) => ({ ...body, id: records[kind] }),
})
const filtered = (references: Record<string, Kind>): Sample => ({
  names: null,
  sent: () => ({}),
  references: Object.fromEntries(
    Object.entries(references).map(([field, kind]) => [field, { kind, foreign: 'nothing' }]),
  ),
})
/** No program listens on this port. */
const WEBHOOK = {
  name: 'Receiver of a sample',
  url: 'http://127.0.0.1:9/',
  eventTypes: ['breach.created'],
}
const own = (body: Sent = {}): Sample => ({ names: null, sent: () => body })
const anything: Sample = own()
/** Employer, scheme, participation, two trustees, a training, seven members and four payroll months. */
const RECORDS_OF_THE_EXAMPLE = 17
/** The samples of imports have a file, which is used instead. */
const IGNORED_DRAFT: Reference = { kind: 'importDraft', foreign: 'ignored' }

/** Sample of what only a trustee of the scheme can do, with a grant. */
const decisionOfTrustee = (body: Sent = {}): Sample => ({
  ...path('trusteeReview', body),
  repeats: false,
  refused: ['BrokerUser', 'BrokerAdmin', 'SuperAdmin'],
  actorType: 'Trustee',
  async ready({ service, firm, records }) {
    await service.asOwner('update grants set revoked_at = now() where id = $1', [records.grant])
    await service.asOwner("update trustees set status = 'APPOINTED' where id = $1", [records.trustee])
    const { caller } = await createTrusteeGuest(service, firm, records.scheme, undefined, records.trustee)
    return { actor: caller }
  },
})

/** Sample of a transition from the state that the earlier steps lead to. */
const after = (kind: Kind, steps: readonly Contract[], body: Sent = {}, stepBody: Sent = {}): Sample => ({
  ...path(kind, body),
  repeats: false,
  async ready({ people, records }) {
    for (const step of steps) {
      // Sent by the minimum role, so that another person can approve a submitted record.
      const reply = await people[step.access as Role].send(step, { ...stepBody, id: records[kind] })
      if (reply.status >= 300) throw new Error(`${step.name} was refused: ${reply.text}`)
    }
    return undefined
  },
})

/** Sample that assigns the record to the administrator of the fixture. */
const assigned = (kind: Kind): Sample => ({
  ...path(kind, { assigneeId: null }),
  references: { assigneeId: { kind: 'user', foreign: 'refused' } },
  ready: async ({ people }) => ({ sent: { assigneeId: people.BrokerAdmin.id } }),
})

const { submitScheme, approveScheme, closeScheme, freezeScheme, startWindUpScheme } = schemes
/** Sample of a scheme transition; a BrokerUser submits, so that a BrokerAdmin may approve. */
const schemeAfter = (steps: readonly Contract[], body: Sent = {}): Sample => ({
  ...path('scheme', body),
  repeats: false,
  async ready({ people, records }) {
    for (const step of steps) {
      const actor = step === submitScheme ? people.BrokerUser : people.BrokerAdmin
      const reply = await actor.send(step, { id: records.scheme })
      if (reply.status >= 300) throw new Error(`${step.name} was refused: ${reply.text}`)
    }
    return undefined
  },
})
const ACTIVE = [submitScheme, approveScheme]

/** An EmployerAdmin manages EmployerUsers; a BrokerUser ranks above and manages no users. */
const userVerb = (ready?: Sample['ready']): Sample => ({
  ...path('user'),
  repeats: false,
  ...(ready ? { ready } : {}),
})

const personal = (service: Service, fields: Sent): Sent => {
  assertNotInLogs(service.runFolder, ...Object.values(fields).filter((value) => typeof value === 'string'))
  return fields
}

const emailOfSample = (): string => `sample-${nextUniqueText()}@example.com`

const AS_FEEDER = { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` }
const buildText = () => ({
  documents: [
    {
      docId: `SAMPLE-${nextUniqueText()}`,
      title: 'A text of a sample',
      kind: 'IE_SI',
      text: '## Regulation 1 — Of samples\n\n(1) A sample shall be small.',
      versionDate: '2026-01-01',
    },
  ],
})

/** Ingests a public text for this sample only. */
async function heldText({ service }: FirmFixture): Promise<{ sent: Sent }> {
  const { body } = await createAnonymousCaller(service).send(ingestCorpus, buildText(), {
    headers: AS_FEEDER,
  })
  return { sent: { id: body.documents[0]?.id } }
}

/** Appoints the trustee of the fixture, and another one, whose id is returned. */
async function appointTwoTrustees({ service, firm, records }: FirmFixture): Promise<string> {
  const { id } = await firm.broker.call(trustees.createTrustee, {
    id: records.scheme,
    personName: `Trustee ${nextUniqueText()}`,
  })
  await service.asOwner(
    "update trustees set status = 'APPOINTED', appointed_on = '2026-01-05' where id in ($1, $2)",
    [records.trustee, id],
  )
  return id
}

async function completedStatement(fixture: FirmFixture): Promise<undefined> {
  const { firm, records } = fixture
  await firm.broker.call(completeComplianceStatement, {
    id: records.complianceStatement,
    firstSignatoryId: records.trustee,
    secondSignatoryId: await appointTwoTrustees(fixture),
  })
}

const A_PAYROLL = {
  name: 'payroll of a sample.csv',
  bytes: 'works_number,pay_date,ee_contribution\r\nW001,20/11/2026,10.00\r\n',
}
export const buildMembers = () => ({
  name: 'members of a sample.csv',
  bytes: `ppsn,works_number,first_name,last_name,date_of_birth,date_joined_scheme\r\n${generatePpsNumber()},${nextUniqueText()},Vorname,Nachname,04/05/1970,01/02/2010\r\n`,
})
/** A scheme of a new employer, with a trustee and a member. */
const buildSchemes = () => {
  const [employer, scheme] = [`Employer ${nextUniqueText()}`, `Scheme ${nextUniqueText()}`]
  const rows = {
    Employers: [['employer'], [employer]],
    Schemes: [
      ['scheme', 'employer', 'type'],
      [scheme, employer, 'DC'],
    ],
    Trustees: [
      ['scheme', 'trustee', 'appointed_on'],
      [scheme, 'Treuhand of a sample', '01/02/2010'],
    ],
    Members: [
      ['scheme', 'ppsn', 'works_number', 'first_name', 'last_name', 'date_of_birth', 'date_joined_scheme'],
      [scheme, generatePpsNumber(), nextUniqueText(), 'Vorname', 'Nachname', '04/05/1970', '01/02/2010'],
    ],
  }
  const sheets = Object.entries(rows).map(([name, ofSheet]) => ({ name, rows: ofSheet }))
  return { name: 'schemes of a sample.xlsx', bytes: buildWorkbook({ sheets }) }
}
const ofTrustRac = async ({ service, records }: FirmFixture): Promise<undefined> => {
  await service.asOwner("update contribution_batches set legal_form = 'TRUST_RAC' where id = $1", [
    records.contribution,
  ])
}
const ALL_OF_IT = { amountCents: 100_00 }

/** Sample of an own-risk assessment in that status with all sections written. */
const assessmentAt = (status: assessments.AssessmentStatus, body: Sent = {}): Sample => ({
  ...path('ownRiskAssessment', body),
  repeats: false,
  async ready({ service, records }) {
    const sections = Object.fromEntries(
      SectionKey.options.map((key) => [key, { text: 'Sample', notApplicableReason: null }]),
    )
    await service.asOwner('update own_risk_assessments set status = $2, sections = $3 where id = $1', [
      records.ownRiskAssessment,
      status,
      JSON.stringify(sections),
    ])
    return undefined
  },
})
const A_RISK = {
  area: 'OPERATIONAL',
  description: 'Risk of a sample',
  inherentLikelihood: 4,
  inherentImpact: 4,
  residualLikelihood: 2,
  residualImpact: 3,
}
const riskItemWhileDrafting = (body: Sent = {}): Sample => ({
  ...path('riskItem', body),
  async ready({ service, records }) {
    await service.asOwner("update own_risk_assessments set status = 'DRAFTING' where id = $1", [
      records.ownRiskAssessment,
    ])
    return undefined
  },
})

/** Brings the first policy version into that status. No user of the fixture submitted it. */
const policyReady =
  (status: policies.PolicyVersionStatus) =>
  async ({ service, records }: FirmFixture): Promise<undefined> => {
    const policy = [records.writtenPolicy]
    await service.asOwner(
      "update policy_versions set status = $2, approved_on = '2026-11-02' where policy_id = $1",
      [...policy, status],
    )
    if (status === 'IN_FORCE')
      await service.asOwner(
        `update written_policies set status = 'IN_FORCE', in_force_version = 1, approved_on = '2026-11-02',
           effective_from = '2026-11-02', next_review_on = '2029-11-02' where id = $1`,
        policy,
      )
    return undefined
  }
const policyAt = (status: policies.PolicyVersionStatus, body: Sent = {}): Sample => ({
  ...path('writtenPolicy', body),
  repeats: false,
  ready: policyReady(status),
})
/** Sample of the fixture's key function holder in that status, assessed today, in a scheme within the regime. */
const holderAt = (status: HolderStatus, body: Sent = {}, isOutsourced = false): Sample => ({
  ...path('keyFunctionHolder', body),
  repeats: false,
  async ready({ service, records }) {
    await service.asOwner("update schemes set type = 'DC', legal_form = 'OCCUPATIONAL_TRUST' where id = $1", [
      records.scheme,
    ])
    await service.asOwner(
      `update key_function_holders set status = $2, is_outsourced = $3, outsourcing_arrangement_id = $4,
         assessment_outcome = case when $2 = 'PROPOSED' then null else 'PASS' end,
         assessed_on = case when $2 = 'PROPOSED' then null else date '2026-11-01' end where id = $1`,
      [records.keyFunctionHolder, status, isOutsourced, isOutsourced ? records.outsourcingArrangement : null],
    )
    return undefined
  },
})
const A_HOLDER = {
  holderKind: 'INDIVIDUAL',
  holderName: 'Holder of a sample',
  relationship: 'EMPLOYER_STAFF',
}
const OF_HOLDER = {
  conflictProtocolDocumentId: { kind: 'document', foreign: 'refused' },
  outsourcingArrangementId: { kind: 'outsourcingArrangement', foreign: 'refused' },
  reputeDeclarationDocumentId: { kind: 'document', foreign: 'refused' },
} as const

/** Sample of the fixture's outsourcing arrangement in that status, with one development not yet notified to the Authority. */
const arrangementAt = (status: OutsourcingStatus, body: Sent = {}): Sample => ({
  ...path('outsourcingArrangement', body),
  async ready({ service, records }) {
    await service.asOwner(
      'update outsourcing_arrangements set status = $2, developments = $3 where id = $1',
      [
        records.outsourcingArrangement,
        status,
        JSON.stringify([
          {
            number: 1,
            occurredOn: '2026-10-10',
            description: 'Development of a sample',
            notifiedOn: null,
            reference: null,
          },
        ]),
      ],
    )
    return undefined
  },
})

const assessed = (reportability: breaches.ReportabilityDecision): Sent => ({
  severity: 'HIGH',
  reportability,
  reason: 'Sample',
})

/** The minimum role of these operations is Member. */
async function withApp({ service, people }: FirmFixture): Promise<undefined> {
  await addApp(service, people.Member)
}
async function withPasskey({ service, people }: FirmFixture): Promise<undefined> {
  await addPasskey(service, people.Member)
}
async function markUser(service: Service, id: string, change: string): Promise<undefined> {
  await service.asOwner(`update users set ${change} where id = $1`, [id])
}
/** Another administrator of the firm requested it. */
const withFactorReset = ({ service, records }: FirmFixture) =>
  markUser(
    service,
    records.user,
    "has_second_factor = true, factor_reset_requested_by = 'cthesecondadmin', factor_reset_requested_at = now()",
  )

/** One provider for all samples of a worker; it ends with the process. */
let providerOfSamples: Promise<MisbehavingProvider> | undefined

/** The users of the fixture with the domain of their BrokerUser sign in through a provider. */
async function configureSingleSignOn({
  service,
  people,
  records,
}: FirmFixture): Promise<MisbehavingProvider> {
  providerOfSamples ??= startMisbehavingProvider()
  const provider = await providerOfSamples
  await service.asOwner(
    `insert into single_sign_ons (tenant_id, id, issuer, client_id, sealed_client_secret, is_on, is_required, trusts_addresses, trusts_factor)
       values ($1, 'csettingsofthesample', $2, $3, $4, true, false, false, false)`,
    [
      records.tenant,
      provider.issuer,
      CLIENT.clientId,
      encryptText(service.config.secrets.providers, CLIENT.clientSecret, 'csettingsofthesample'),
    ],
  )
  await service.asOwner(
    "insert into single_sign_on_domains (tenant_id, id, domain) values ($1, 'cdomainofthesample', $2)",
    [records.tenant, people.BrokerUser.email.split('@')[1]],
  )
  return provider
}

/** Comes back from the provider as the BrokerUser of the fixture. */
async function returnFromProvider(fixture: FirmFixture) {
  const { service, people, records } = fixture
  const provider = await configureSingleSignOn(fixture)
  const { id, email } = people.BrokerUser
  provider.signsIn({ subject: id, email, isEmailVerified: true })
  const visitor = new Visitor(service.app)
  const { search } = await followToService(await startSignIn(visitor, email), service.config.appUrl)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    actor: asVisitor(createAnonymousCaller(service), people.BrokerUser),
    sent: { firm: records.tenant, response: search },
    options: { headers: { cookie, 'x-csrf-token': await visitor.csrfToken() } },
  }
}

/** Enters the password of a user with a second factor. */
async function signInToSecondStep(service: Service, person: Caller) {
  const visitor = new Visitor(service.app)
  await visitor.signIn({ email: person.email, password: PASSWORD })
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    actor: asVisitor(createAnonymousCaller(service), person),
    options: { headers: { cookie, 'x-csrf-token': await visitor.csrfToken() } },
  }
}

const SAMPLES: Record<string, Sample> = {
  'auth.signin': {
    ...anything,
    async ready({ service, people }) {
      const visitor = createAnonymousCaller(service)
      const { headers, body } = await visitor.send(getCsrfToken)
      const cookie = String(headers['set-cookie']).split(';', 1)[0] as string
      return {
        actor: asVisitor(visitor, people.BrokerUser),
        sent: { csrfToken: body.csrfToken, email: people.BrokerUser.email, password: PASSWORD },
        options: { headers: { cookie } },
      }
    },
  },
  'auth.signout': { ...anything, repeats: false },
  'auth.signout-everywhere': { ...anything, repeats: false },
  'auth.forgot-password': {
    ...own({ email: 'nobody-of-this-address@example.com' }),
    async ready({ service, people }) {
      return {
        actor: asVisitor(createAnonymousCaller(service), people.BrokerUser),
        sent: { email: people.BrokerUser.email },
      }
    },
  },
  'auth.reset-password': {
    ...own({ token: 'not-a-token', password: 'another few quiet words' }),
    repeats: false,
    async ready({ service, people }) {
      const visitor = createAnonymousCaller(service)
      await visitor.send(contractOf('auth.forgot-password'), { email: people.BrokerUser.email })
      const mail = await service.mailer.mailTo(people.BrokerUser.email, 'Reset')
      const token = /token=([\w-]+)/.exec(mail.text)?.[1]
      return {
        actor: asVisitor(visitor, people.BrokerUser),
        sent: personal(service, { token, password: `another few quiet words ${nextUniqueText()}` }),
      }
    },
  },
  'auth.start-second-step': {
    ...anything,
    async ready({ service, people }) {
      await addPasskey(service, people.BrokerUser)
      return signInToSecondStep(service, people.BrokerUser)
    },
  },
  'auth.second-step': {
    // A repetition is refused, and the refusal is recorded.
    ...own({ code: '000000' }),
    async ready({ service, people }) {
      const secret = await addApp(service, people.BrokerUser)
      return { ...(await signInToSecondStep(service, people.BrokerUser)), sent: { code: showCode(secret) } }
    },
  },
  'auth.find-single-sign-on': own({ domain: 'firm.example' }),
  'auth.start-single-sign-on': {
    ...own({ email: 'nobody@firm.example' }),
    async ready(fixture) {
      await configureSingleSignOn(fixture)
      return { sent: { email: fixture.people.BrokerUser.email } }
    },
  },
  'auth.single-sign-on': {
    ...own({ firm: 'not-a-firm', response: '?code=none&state=none' }),
    repeats: false,
    ready: (fixture) => returnFromProvider(fixture),
  },
  'single-sign-on.set': {
    ...path('tenant', {
      issuer: 'https://login.firm.example',
      clientId: 'client of a sample',
      domains: ['firm.example'],
      isOn: true,
    }),
    refused: ['SuperAdmin'],
    async ready({ service, people, records }) {
      const domain = `${nextUniqueText()}.example`
      await service.asOwner("update users set email = 'user@' || $2 where id = $1", [records.user, domain])
      return {
        actor: people.BrokerAdmin,
        sent: personal(service, { domains: [domain], clientSecret: `secret of a sample ${domain}` }),
      }
    },
  },
  'single-sign-on.remove': {
    ...path('tenant'),
    repeats: false,
    removes: false,
    async ready(fixture) {
      await configureSingleSignOn(fixture)
      return undefined
    },
  },
  'single-sign-on.test': {
    ...path('tenant', { issuer: 'https://127.0.0.1:9/' }),
    refused: ['SuperAdmin'],
  },
  'user.unlink-single-sign-on': {
    ...path('user'),
    repeats: false,
    async ready({ service, records }) {
      await service.asOwner(
        `insert into single_sign_on_links (tenant_id, id, user_id, issuer, subject)
           values ($1, 'clinkofthesample', $2, 'https://login.firm.example', 'subject')`,
        [records.tenant, records.user],
      )
      return undefined
    },
  },
  'auth.start-confirmation': anything,
  'auth.confirm-identity': own({ password: PASSWORD }),
  'second-factor.start-app': anything,
  'second-factor.confirm-app': {
    ...own({ code: '000000' }),
    repeats: false,
    async ready({ people }) {
      const { secret } = await people.Member.call(startApp, {})
      return { sent: { code: showCode(secret) } }
    },
  },
  'second-factor.remove-app': { ...anything, repeats: false, ready: withApp },
  'second-factor.start-passkey': anything,
  'second-factor.add-passkey': {
    ...own({ name: 'Key', response: new SoftPasskey().create({ challenge: 'none' }) }),
    repeats: false,
    async ready({ people }) {
      const { challenge } = await people.Member.call(startPasskey, {})
      return { sent: { response: new SoftPasskey().create({ challenge }) } }
    },
  },
  'second-factor.rename-passkey': {
    ...own({ name: 'Key', newName: 'Other key' }),
    repeats: false,
    ready: withPasskey,
  },
  'second-factor.remove-passkey': { ...own({ name: 'Key' }), repeats: false, ready: withPasskey },
  'second-factor.renew-recovery-codes': { ...anything, ready: withApp },
  'session.end': {
    ...own({ session: randomUUID() }),
    async ready({ service, people }) {
      const session = randomUUID()
      await service.asOwner(
        `insert into sessions (tenant_id, id, user_id, session_version, method) values ($1, $2, $3, 1, 'PASSWORD')`,
        [people.Member.tenantId, session, people.Member.id],
      )
      return { sent: { session } }
    },
  },
  'session.end-others': { ...anything, repeats: false },
  'user.end-sessions': path('user'),
  'user.request-factor-reset': {
    ...path('user', { reason: 'Sample' }),
    repeats: false,
    ready: ({ service, records }) => markUser(service, records.user, 'has_second_factor = true'),
  },
  'user.withdraw-factor-reset': { ...path('user'), repeats: false, ready: withFactorReset },
  'user.reset-factor': { ...path('user'), repeats: false, ready: withFactorReset },
  'auth.change-password': {
    ...own({ currentPassword: PASSWORD, newPassword: 'some other quiet words' }),
    repeats: false,
  },
  'auth.change-email': {
    names: null,
    sent: () => ({ currentPassword: PASSWORD, newEmail: emailOfSample() }),
  },
  'auth.confirm-email': {
    ...own({ token: 'not-a-token' }),
    repeats: false,
    async ready({ service, people }) {
      const newEmail = emailOfSample()
      await people.BrokerUser.call(contractOf('auth.change-email'), {
        ...personal(service, { newEmail }),
        currentPassword: PASSWORD,
      } as never)
      const { text } = await service.mailer.mailTo(newEmail, 'Confirm')
      return {
        actor: asVisitor(createAnonymousCaller(service), people.BrokerUser),
        sent: personal(service, { token: /token=([\w-]+)/.exec(text)?.[1] }),
      }
    },
  },

  'user.create': {
    names: null,
    sent: ({ employer, tenant }) => ({
      email: emailOfSample(),
      name: 'Person of a sample',
      role: 'EmployerUser',
      employerId: employer,
      // The service reads this field only from a SuperAdmin.
      tenantId: tenant,
    }),
    references: {
      employerId: { kind: 'employer', foreign: 'refused' },
      memberId: { kind: 'member', foreign: 'refused', with: { role: 'Member' } },
      tenantId: { kind: 'tenant', foreign: 'ignored' },
    },
  },
  'user.update': {
    names: 'user',
    sent: ({ user, employer }) => ({
      id: user,
      name: `Renamed ${nextUniqueText()}`,
      role: 'EmployerUser',
      employerId: employer,
    }),
    references: {
      employerId: { kind: 'employer', foreign: 'refused' },
      memberId: { kind: 'member', foreign: 'refused', with: { role: 'Member' } },
    },
  },
  'user.deactivate': userVerb(),
  'user.reactivate': userVerb(async ({ people, records }) => {
    await people.BrokerAdmin.call(users.deactivateUser, { id: records.user })
    return undefined
  }),
  'user.invite': {
    ...userVerb(async ({ service, people, records }) => {
      const fields = personal(service, { email: emailOfSample(), name: `Invited ${nextUniqueText()}` })
      const { id } = await people.BrokerAdmin.call(users.createUser, {
        ...(fields as { email: string; name: string }),
        role: 'EmployerUser',
        employerId: records.employer,
      })
      return { sent: { id } }
    }),
    repeats: true,
  },
  'me.update': own({ name: 'Own name of a sample', wantsDigest: false }),

  'tenant.create': {
    names: null,
    sent: () => ({
      name: `Firm of a sample ${nextUniqueText()}`,
      adminEmail: emailOfSample(),
      adminName: 'Admin of a sample',
    }),
    references: { complianceOfficerUserId: { kind: 'user', foreign: 'ignored' } },
    alsoRecords: ['user.create'],
  },
  'tenant.update': {
    names: 'tenant',
    sent: ({ tenant }) => ({ id: tenant, name: `Firm renamed ${nextUniqueText()}` }),
    references: { complianceOfficerUserId: { kind: 'user', foreign: 'refused' } },
  },
  'tenant.logo': { ...path('tenant'), isForWholeFirm: true },
  'tenant.set-logo': path('tenant', { file: A_LOGO }),
  'tenant.remove-logo': { ...path('tenant'), repeats: false, removes: false },
  'tenant.suspend': { ...path('tenant', { reason: 'Sample' }), repeats: false },
  'tenant.close': { ...path('tenant', { reason: 'Sample' }), repeats: false },
  'tenant.reactivate': {
    ...path('tenant', { reason: 'Sample' }),
    repeats: false,
    async ready({ people, records }) {
      await people.SuperAdmin.call(suspendTenant, { id: records.tenant, reason: 'Sample' })
      return undefined
    },
  },

  // A SuperAdmin belongs to no firm that could have an example.
  'example.load': {
    ...anything,
    refused: ['SuperAdmin'],
    repeats: false,
    alsoRecords: Array<string>(RECORDS_OF_THE_EXAMPLE).fill('example.load'),
  },
  'example.remove': {
    ...anything,
    refused: ['SuperAdmin'],
    repeats: false,
    alsoRecords: Array<string>(RECORDS_OF_THE_EXAMPLE).fill('example.remove'),
    async ready({ people }) {
      await people.BrokerAdmin.call(contractOf('example.load'), {})
      return undefined
    },
  },

  'employer.create': {
    names: null,
    // The service reads the firm only from a SuperAdmin.
    sent: ({ tenant }) => ({ legalName: `Employer of a sample ${nextUniqueText()}`, tenantId: tenant }),
    references: { tenantId: { kind: 'tenant', foreign: 'ignored' } },
  },
  'employer.update': {
    names: 'employer',
    sent: ({ employer }) => ({ id: employer, legalName: `Employer renamed ${nextUniqueText()}` }),
  },

  'scheme.create': {
    names: 'employer',
    sent: ({ employer }) => ({
      employerId: employer,
      name: `Scheme of a sample ${nextUniqueText()}`,
      type: 'DC',
    }),
    references: {
      employerId: { kind: 'employer', foreign: 'refused' },
      registeredAdministratorId: { kind: 'serviceProvider', foreign: 'refused' },
      auditorId: { kind: 'serviceProvider', foreign: 'refused' },
      actuaryId: { kind: 'serviceProvider', foreign: 'refused' },
      depositaryId: { kind: 'serviceProvider', foreign: 'refused' },
    },
    alsoRecords: ['participation.create'],
  },
  'scheme.update': {
    names: 'scheme',
    sent: ({ scheme }) => ({ id: scheme, name: `Scheme renamed ${nextUniqueText()}`, type: 'PRSA' }),
    references: {
      registeredAdministratorId: { kind: 'serviceProvider', foreign: 'refused' },
      auditorId: { kind: 'serviceProvider', foreign: 'refused' },
      actuaryId: { kind: 'serviceProvider', foreign: 'refused' },
      depositaryId: { kind: 'serviceProvider', foreign: 'refused' },
    },
  },
  'scheme.submit': schemeAfter([]),
  'scheme.withdraw-submission': schemeAfter([submitScheme]),
  'scheme.approve': schemeAfter([submitScheme]),
  'scheme.reject': schemeAfter([submitScheme], { reason: 'Sample' }),
  'scheme.close': schemeAfter(ACTIVE),
  'scheme.reopen': schemeAfter([...ACTIVE, closeScheme]),
  'scheme.freeze': schemeAfter(ACTIVE),
  'scheme.unfreeze': schemeAfter([...ACTIVE, freezeScheme]),
  'scheme.start-wind-up': schemeAfter(ACTIVE),
  'scheme.complete-wind-up': schemeAfter([...ACTIVE, startWindUpScheme]),

  'scheme-import.create': {
    ...own(),
    sent: () => ({ file: buildSchemes(), confirmedWarnings: ['S51'] }),
    references: { importDraftId: IGNORED_DRAFT },
    refused: ['SuperAdmin'],
    creates: true,
    repeats: false,
    alsoRecords: [
      'employer.create',
      'scheme.create',
      'participation.create',
      'trustee.appoint',
      'member.import',
    ],
  },
  'scheme-import.approve': {
    ...path('schemeImport'),
    repeats: false,
    alsoRecords: ['scheme.approve'],
    ready: schemeAfter([submitScheme]).ready,
  },
  'scheme-import.undo': {
    ...path('schemeImport'),
    repeats: false,
    async ready({ service, records }) {
      // Empties the import, because the fixture's records were changed after it, which prevents an undo.
      await service.asOwner("update scheme_imports set scheme_ids = '{}' where id = $1", [
        records.schemeImport,
      ])
      return undefined
    },
  },

  'trustee.create': path('scheme', { personName: 'Trustee of a sample' }),
  'trustee.update': path('trustee', { personName: 'Trustee of a sample' }),
  'trustee.assess': after('trustee', []),
  // A second review on the same day is valid.
  'trustee.review': { ...after('trustee', [trustees.assessTrustee]), repeats: true },
  'trustee.appoint': after('trustee', [trustees.assessTrustee]),
  'trustee.retire': after('trustee', [trustees.assessTrustee, trustees.appointTrustee]),
  'trustee.remove': after('trustee', []),
  'trustee.record-death': after('trustee', []),
  'trustee.disqualify': after('trustee', []),

  'member.list': filtered({
    schemeId: 'scheme',
    employerId: 'employer',
    samePersonAs: 'member',
  }),
  'member.create': {
    names: 'scheme',
    sent: ({ scheme }) => ({
      schemeId: scheme,
      firstName: 'Vorname of a sample',
      lastName: 'Nachname of a sample',
      ppsNumber: generatePpsNumber(),
      email: emailOfSample(),
    }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
    },
  },
  'member.update': {
    names: 'member',
    sent: ({ member }) => ({
      id: member,
      firstName: 'Vorname of a sample',
      lastName: `Nachname of a sample ${nextUniqueText()}`,
      ppsNumber: generatePpsNumber(),
    }),
  },
  'member.record-pay': {
    ...path('member', { validFrom: '2026-10-01', pensionableSalaryCents: 4_000_000 }),
    repeats: false,
  },
  'member.record-emoluments': {
    ...path('member', { year: 2025, emolumentsCents: 4_000_000, reducedBy: 'NOT_REDUCED' }),
  },
  'member.correct-pay': {
    ...path('member', { validFrom: '2026-08-01', pensionableSalaryCents: 4_100_000 }),
    async ready({ people, records }) {
      const { member: id } = records
      const sent = { id, validFrom: '2026-08-01', pensionableSalaryCents: 4_000_000 }
      await people.BrokerUser.call(recordMemberPay, sent)
      return { sent: { recordedFrom: sent.validFrom } }
    },
  },
  'member.join': after('member', []),
  'member.leave': after('member', [members.joinMember]),
  'member.retire': after('member', [members.joinMember]),
  'member.transfer': after('member', [members.joinMember, members.leaveMember]),
  'member.refund': after('member', [members.joinMember]),
  'member.opt-out': after('member', []),
  'member.record-death': after('member', []),
  'member.reveal-pps': path('member', { reason: 'Asked for by the sample' }),
  'personal-data.export': path('member'),
  'personal-data.erase': {
    ...path('member', { reason: 'Erased by the sample' }),
    repeats: false,
    // The member of the fixture has a document and an account, whose entries are of other actions.
    async ready({ firm, records }) {
      const { id } = await firm.hasMember({ schemeId: records.scheme })
      return { sent: { id } }
    },
  },
  'member.import': {
    names: 'scheme',
    sent: ({ scheme }) => ({ schemeId: scheme, file: buildMembers() }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
      importDraftId: IGNORED_DRAFT,
    },
    creates: true,
    repeats: false,
  },
  'member.export': {
    names: 'scheme',
    sent: ({ scheme }) => ({ schemeId: scheme }),
    references: { schemeId: { kind: 'scheme', foreign: 'refused' } },
  },

  'contribution.upload': {
    names: 'scheme',
    sent: ({ scheme }) => ({ schemeId: scheme, payrollMonth: '2026-11', file: A_PAYROLL }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
      importDraftId: IGNORED_DRAFT,
    },
    repeats: false,
    async ready({ service, firm, records }) {
      await service.asOwner("update schemes set status = 'ACTIVE' where id = $1", [records.scheme])
      await firm.hasMember({ schemeId: records.scheme, status: 'ACTIVE', worksNumber: 'W001' })
      return undefined
    },
  },
  'contribution.enter': {
    names: 'scheme',
    sent: ({ scheme, member }) => ({
      schemeId: scheme,
      payrollMonth: '2026-11',
      lines: [{ memberId: member, eeCents: 10_00 }],
      confirmedWarnings: ['W02', 'W05'],
    }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
    },
    repeats: false,
    async ready({ service, records }) {
      await service.asOwner("update schemes set status = 'ACTIVE' where id = $1", [records.scheme])
      return undefined
    },
  },
  'contribution.expected-lines': {
    names: 'scheme',
    sent: ({ scheme }) => ({ schemeId: scheme, payrollMonth: '2026-11' }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
    },
  },
  'contribution.record-funds': path('contribution', { amountCents: 1 }),
  'contribution.record-investment': after('contribution', [contributions.recordFunds], {}, ALL_OF_IT),
  // A second record of the date is valid and corrects the first.
  'contribution.record-deductions-investment': {
    ...after('contribution', [contributions.recordFunds], {}, ALL_OF_IT),
    repeats: true,
  },
  'contribution.record-direct-payment': { ...path('contribution', { amountCents: 1 }), ready: ofTrustRac },
  'contribution.record-receipts-investment': {
    ...path('contribution', { receiptMonth: '2026-11' }),
    async ready(fixture) {
      await ofTrustRac(fixture)
      const { people, records } = fixture
      const paid = await people.BrokerUser.send(contributions.recordDirectPayment, {
        id: records.contribution,
        amountCents: 1,
      })
      if (paid.status >= 300) throw new Error(`The direct payment was refused: ${paid.text}`)
      return undefined
    },
  },
  'contribution.record-statement': path('contribution'),
  'contribution.correct': {
    ...path('contribution'),
    sent: ({ contribution }) => ({
      id: contribution,
      corrections: [{ lineId: `${contribution}000001`, eeCents: 1 }],
      reason: 'Sample',
    }),
  },
  'contribution.close': after(
    'contribution',
    [contributions.recordFunds, contributions.recordInvestment],
    {},
    ALL_OF_IT,
  ),
  'contribution.undo': after('contribution', [], { reason: 'Sample' }),

  'document.create': {
    names: 'scheme',
    sent: ({ scheme }) => ({ schemeId: scheme, kind: 'OTHER', title: 'Sample', file: A_TEXT }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
      memberId: { kind: 'member', foreign: 'refused' },
      supersedesId: { kind: 'document', foreign: 'refused' },
      // The service reads this field only from a SuperAdmin.
      tenantId: { kind: 'tenant', foreign: 'ignored' },
    },
  },
  'document.update': path('document', { kind: 'OTHER', title: 'Sample renamed', visibility: 'MEMBER' }),
  'document.add-version': {
    ...path('document', { file: A_TEXT }),
    refused: ['EmployerAdmin', 'EmployerUser'],
    creates: false,
    ready: async ({ people }) => ({ actor: people.BrokerUser }),
  },
  'document.record-statement-checklist': path('document', {
    usesScenarios: false,
    answers: [{ item: 'GUARANTEES', answer: 'NOT_APPLICABLE', reason: 'The scheme has no guarantees' }],
  }),
  'document.finalise': after('document', []),
  'document.sign': after('document', [documents.finaliseDocument], { signedBy: ['Sample'] }),
  'document.file': after('document', [documents.finaliseDocument]),
  'document.supersede': {
    ...after('document', []),
    references: { byId: { kind: 'document', foreign: 'refused' } },
  },

  'participation.create': {
    names: 'scheme',
    sent: ({ scheme, employer }) => ({ id: scheme, employerId: employer, fromOn: '2026-10-01' }),
    references: { employerId: { kind: 'employer', foreign: 'refused' } },
    repeats: false,
    async ready({ firm }) {
      return { sent: { employerId: (await firm.hasEmployer()).id } }
    },
  },
  'participation.update': path('participation', { fromOn: '2020-01-01' }),
  'participation.end': after('participation', [], { on: '2026-10-31' }),

  'scheme-event.create': {
    ...path('scheme', { kind: 'RULE_AMENDMENT', occurredOn: '2026-10-05', title: 'Sample' }),
    references: { documentId: { kind: 'document', foreign: 'refused' } },
  },
  'scheme-event.withdraw': after('schemeEvent', [], { reason: 'Sample' }),

  'own-risk-assessment.create': {
    names: 'scheme',
    sent: ({ scheme }) => ({ schemeId: scheme, trigger: 'TRIENNIAL', asOfOn: '2026-10-31' }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      triggerEventId: { kind: 'schemeEvent', foreign: 'refused', with: { trigger: 'SIGNIFICANT_CHANGE' } },
      reportDocumentId: { kind: 'document', foreign: 'refused' },
    },
    // The scheme of the fixture is outside the regime.
    async ready({ firm, records }) {
      const { id } = await firm.hasScheme({ employerId: records.employer, type: 'DC' })
      return { sent: { schemeId: id } }
    },
  },
  'own-risk-assessment.update': {
    ...path('ownRiskAssessment', { trigger: 'TRIENNIAL', asOfOn: '2026-10-31' }),
    references: {
      triggerEventId: { kind: 'schemeEvent', foreign: 'refused', with: { trigger: 'SIGNIFICANT_CHANGE' } },
      reportDocumentId: { kind: 'document', foreign: 'refused' },
    },
  },
  'own-risk-assessment.write-section': {
    ...after('ownRiskAssessment', [assessments.startOwnRiskAssessment], { key: 'a', text: 'Sample' }),
    repeats: true,
  },
  'own-risk-assessment.start': after('ownRiskAssessment', []),
  'own-risk-assessment.send-to-trustees': assessmentAt('DRAFTING'),
  'own-risk-assessment.return': assessmentAt('TRUSTEE_REVIEW', { reason: 'Sample' }),
  'own-risk-assessment.approve': {
    ...assessmentAt('TRUSTEE_REVIEW', { approvedOn: '2026-11-20' }),
    references: {
      minutesDocumentId: { kind: 'document', foreign: 'refused' },
      reportDocumentId: { kind: 'document', foreign: 'refused' },
    },
  },
  'own-risk-assessment.record-request': path('ownRiskAssessment'),
  'own-risk-assessment.submit': assessmentAt('APPROVED'),
  'risk-item.create': {
    ...riskItemWhileDrafting(A_RISK),
    names: 'ownRiskAssessment',
    sent: (records) => ({ ...A_RISK, id: records.ownRiskAssessment }),
  },
  'risk-item.update': riskItemWhileDrafting({ ...A_RISK, residualImpact: 1 }),
  'risk-item.remove': { ...riskItemWhileDrafting(), repeats: false },

  'policy.assign': assigned('writtenPolicy'),
  'policy.create': {
    names: 'scheme',
    sent: ({ scheme }) => ({ schemeId: scheme, kind: 'CONTINGENCY', content: 'Sample' }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      documentId: { kind: 'document', foreign: 'refused' },
    },
    // The scheme of the fixture is outside the regime.
    async ready({ firm, records }) {
      const { id } = await firm.hasScheme({ employerId: records.employer, type: 'DC' })
      return { sent: { schemeId: id } }
    },
    repeats: false,
  },
  'policy.update': path('writtenPolicy', { title: 'Sample', reviewIntervalMonths: 12 }),
  'policy.version': path('writtenPolicy', { number: '1' }),
  'policy.add-version': {
    ...policyAt('IN_FORCE', { content: 'Sample' }),
    references: { documentId: { kind: 'document', foreign: 'refused' } },
    creates: false,
  },
  'policy.update-version': {
    ...path('writtenPolicy', { number: '1', content: 'Sample' }),
    references: { documentId: { kind: 'document', foreign: 'refused' } },
  },
  'policy.submit': policyAt('DRAFT'),
  'policy.return': policyAt('IN_REVIEW', { reason: 'Sample' }),
  'policy.approve': {
    ...policyAt('IN_REVIEW', { approvedOn: '2026-11-20' }),
    references: { minutesDocumentId: { kind: 'document', foreign: 'refused' } },
  },
  'policy.bring-into-force': policyAt('APPROVED'),
  'policy.withdraw': policyAt('DRAFT', { reason: 'Sample' }),
  // A second review on the same day is valid.
  'policy.review': { ...policyAt('IN_FORCE'), repeats: true },
  'policy.acknowledge': policyAt('IN_FORCE'),

  'service-provider.create': {
    names: null,
    // The service reads the firm only from a SuperAdmin.
    sent: ({ tenant }) => ({
      name: `Provider of a sample ${nextUniqueText()}`,
      kinds: ['IT'],
      tenantId: tenant,
    }),
    references: { tenantId: { kind: 'tenant', foreign: 'ignored' } },
  },
  'service-provider.update': path('serviceProvider', { name: 'Provider renamed', kinds: ['IT'] }),
  'service-provider.end': {
    ...path('serviceProvider'),
    repeats: false,
    async ready({ service, records }) {
      await service.asOwner("update outsourcing_arrangements set status = 'ENDED' where id = $1", [
        records.outsourcingArrangement,
      ])
      return undefined
    },
  },

  'outsourcing-arrangement.create': {
    names: 'scheme',
    sent: ({ scheme, serviceProvider }) => ({
      schemeId: scheme,
      providerId: serviceProvider,
      activity: 'PAYROLL',
    }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      providerId: { kind: 'serviceProvider', foreign: 'refused' },
      agreementDocumentId: { kind: 'document', foreign: 'refused' },
    },
  },
  'outsourcing-arrangement.update': {
    names: 'outsourcingArrangement',
    sent: ({ outsourcingArrangement, serviceProvider }) => ({
      id: outsourcingArrangement,
      providerId: serviceProvider,
      activity: 'PAYROLL',
    }),
    references: {
      providerId: { kind: 'serviceProvider', foreign: 'refused' },
      agreementDocumentId: { kind: 'document', foreign: 'refused' },
    },
  },
  'outsourcing-arrangement.notify': path('outsourcingArrangement'),
  'outsourcing-arrangement.bring-into-force': after('outsourcingArrangement', []),
  'outsourcing-arrangement.review': arrangementAt('IN_FORCE'),
  'outsourcing-arrangement.add-development': arrangementAt('IN_FORCE', {
    occurredOn: '2026-11-02',
    description: 'Development of a sample',
  }),
  'outsourcing-arrangement.notify-development': {
    ...arrangementAt('IN_FORCE', { number: 1 }),
    repeats: false,
  },
  'outsourcing-arrangement.end': after('outsourcingArrangement', []),

  'key-function-holder.create': {
    names: 'scheme',
    sent: ({ scheme }) => ({ ...A_HOLDER, schemeId: scheme, function: 'INTERNAL_AUDIT' }),
    references: { schemeId: { kind: 'scheme', foreign: 'refused' }, ...OF_HOLDER },
    // The scheme of the fixture is outside the regime.
    async ready({ firm, records }) {
      const { id } = await firm.hasScheme({ employerId: records.employer, type: 'DC' })
      return { sent: { schemeId: id } }
    },
  },
  'key-function-holder.update': { ...path('keyFunctionHolder', A_HOLDER), references: OF_HOLDER },
  'key-function-holder.assess': after('keyFunctionHolder', [], { outcome: 'PASS' }),
  // A second review on the same day is valid.
  'key-function-holder.review': { ...holderAt('APPOINTED', { outcome: 'PASS' }), repeats: true },
  'key-function-holder.notify': holderAt('FIT_PROPER_OK', { notifiedOn: '2026-09-02' }, true),
  'key-function-holder.appoint': {
    ...holderAt('FIT_PROPER_OK', { boardResolutionOn: '2026-11-20' }),
    references: { minutesDocumentId: { kind: 'document', foreign: 'refused' } },
  },
  'key-function-holder.end': after('keyFunctionHolder', [], { reason: 'OTHER' }),
  'key-function-holder.add-report': {
    ...holderAt('APPOINTED', { periodEndsOn: '2026-10-31' }),
    references: { documentId: { kind: 'document', foreign: 'refused' } },
    creates: false,
    repeats: true,
  },
  'key-function-holder.decide-report': holderAt('APPOINTED', { number: '1', decision: 'Sample' }),

  'obligation.assign': assigned('obligation'),
  'obligation.complete': {
    names: 'obligation',
    sent: ({ obligation }) => ({ id: obligation, note: 'Met, says the sample' }),
    repeats: false,
  },
  'obligation.waive': { ...path('obligation', { reason: 'Not pursued by the sample' }), repeats: false },
  'obligation.reopen': after(
    'obligation',
    [obligations.completeObligation],
    { reason: 'Taken back' },
    { note: 'Met' },
  ),
  'obligation.confirm': {
    names: 'obligation',
    sent: ({ obligation }) => ({ ids: [obligation], answer: 'NOT_DONE' }),
    repeats: false,
  },
  'obligation.withdraw-confirmation': {
    names: 'obligation',
    sent: ({ obligation }) => ({ ids: [obligation] }),
    repeats: false,
    async ready({ people, records: { obligation } }) {
      await people.BrokerUser.call(obligations.confirmObligations, { ids: [obligation], answer: 'NOT_DONE' })
      return undefined
    },
  },
  'obligation-confirmation.create': {
    names: null,
    sent: ({ obligation }) => ({ obligationIds: [obligation], answer: 'NOT_DONE' }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
    },
    refused: ['SuperAdmin'],
    repeats: false,
    creates: true,
    alsoChanges: ['obligation.confirm'],
  },
  // Only the user who gave the answer may continue it.
  'obligation-confirmation.continue': {
    ...path('obligationConfirmation'),
    repeats: false,
    refused: ['BrokerAdmin', 'SuperAdmin'],
  },
  'obligation-confirmation.undo': {
    ...path('obligationConfirmation'),
    repeats: false,
    refused: ['SuperAdmin'],
  },
  'obligation.calendar-feed': {
    ...anything,
    sent: () => ({ token: 'a token that nobody has ever had' }),
    async ready({ people }) {
      const { url } = await people.BrokerAdmin.call(createFeed, {})
      return { sent: { token: new URL(url).searchParams.get('token') } }
    },
  },
  'calendar-feed.create': own(),
  'calendar-feed.revoke': {
    ...own(),
    async ready({ people }) {
      await people.BrokerAdmin.call(createFeed, {})
      return { actor: people.BrokerAdmin }
    },
  },

  'breach.assign': assigned('breach'),
  'breach.create': {
    names: 'scheme',
    sent: ({ scheme, tenant }) => ({
      schemeId: scheme,
      category: 'OTHER',
      title: 'Sample',
      occurredOn: '2026-11-20',
      // The service reads this field only from a SuperAdmin.
      tenantId: tenant,
    }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      employerId: { kind: 'employer', foreign: 'refused' },
      contributionId: { kind: 'contribution', foreign: 'refused' },
      correctsId: { kind: 'breach', foreign: 'refused' },
      tenantId: { kind: 'tenant', foreign: 'ignored' },
    },
  },
  'breach.update': path('breach', { rootCause: 'Sample' }),
  // A second assessment is valid.
  'breach.assess': { ...after('breach', [], assessed('NONE')), repeats: true },
  'breach.report': after('breach', [breaches.assessBreach], {}, assessed('VOLUNTARY_S84')),
  'breach.remediate': after('breach', [breaches.assessBreach], {}, assessed('NONE')),
  'breach.close': after('breach', [breaches.assessBreach], { closingReason: 'Sample' }, assessed('NONE')),
  'breach.reopen': after(
    'breach',
    [breaches.assessBreach, breaches.closeBreach],
    { reason: 'Sample' },
    { ...assessed('NONE'), closingReason: 'Sample' },
  ),

  'trustee-training.create': {
    ...path('trustee', { completedOn: '2026-11-20', topic: 'Sample' }),
    references: { documentId: { kind: 'document', foreign: 'refused' } },
    async ready({ service, records }) {
      await service.asOwner("update trustees set created_at = '2026-01-05' where id = $1", [records.trustee])
      return undefined
    },
  },
  'trustee-training.withdraw': after('trusteeTraining', [], { reason: 'Sample' }),

  'trustee-meeting.update': path('trusteeMeeting', { title: 'Sample', plannedForOn: '2026-10-07' }),
  'trustee-meeting.hold': path('trusteeMeeting', { attendees: ['Sample'], quorumMet: true }),
  'trustee-meeting.cancel': {
    ...after('trusteeMeeting', [], { reason: 'Sample' }),
    async ready({ service, records }) {
      await service.asOwner("update trustee_meetings set status = 'PLANNED', held_on = null where id = $1", [
        records.trusteeMeeting,
      ])
      return undefined
    },
  },
  'trustee-meeting.approve-minutes': {
    ...after('trusteeMeeting', []),
    references: { minutesDocumentId: { kind: 'document', foreign: 'refused' } },
  },
  'meeting-action.done': after('meetingAction', []),
  'meeting-action.drop': after('meetingAction', [], { reason: 'Sample' }),

  'data-quality.list': filtered({ schemeId: 'scheme', employerId: 'employer' }),
  'contribution-reminder.create': path('contribution', {
    contactedOn: '2026-11-20',
    channel: 'PHONE',
    recipient: 'PAYROLL_CONTACT',
  }),
  'contribution-reminder.list': filtered({ employerId: 'employer' }),
  'compliance-statement.create': path('scheme', {
    acsYear: 2025,
    answers: [{ ref: 'Sample', compliant: 'Y' }],
  }),
  'compliance-statement.list': filtered({ schemeId: 'scheme' }),
  'compliance-statement.update': path('complianceStatement', {
    answers: [{ ref: 'Sample', compliant: 'N', explanation: 'Sample' }],
  }),
  'compliance-statement.complete': {
    names: 'complianceStatement',
    sent: ({ complianceStatement, trustee }) => ({
      id: complianceStatement,
      firstSignatoryId: trustee,
      secondSignatoryId: trustee,
    }),
    references: {
      firstSignatoryId: { kind: 'trustee', foreign: 'refused' },
      secondSignatoryId: { kind: 'trustee', foreign: 'refused' },
      documentId: { kind: 'document', foreign: 'refused' },
    },
    repeats: false,
    ready: async (fixture) => ({ sent: { secondSignatoryId: await appointTwoTrustees(fixture) } }),
  },
  'compliance-statement.record-provided': { ...path('complianceStatement'), ready: completedStatement },
  'compliance-statement.reopen': {
    ...path('complianceStatement', { reason: 'Sample' }),
    ready: completedStatement,
    repeats: false,
  },

  'corpus.get': { ...anything, ready: heldText },
  'corpus-text.get': { ...anything, ready: heldText },
  'corpus-text.bring-in': {
    names: null,
    sent: () => ({
      docId: `TEXT-${nextUniqueText()}`,
      title: 'Text of a sample',
      kind: 'IE_ACT',
      versionDate: '2026-11-20',
      file: A_TEXT,
    }),
    creates: true,
  },
  'corpus-text.withdraw': { ...own({ reason: 'Sample' }), ready: heldText, repeats: false },
  'corpus.ingest': { names: null, sent: buildText, creates: true },
  // In many names of records, of all firms.
  'search.find': own({ q: 'a' }),
  'assistant.search': own({ q: 'own-risk assessment' }),
  'assistant.ask': {
    ...own({ question: 'When is an own-risk assessment due?' }),
    creates: true,
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      followsId: { kind: 'assistantAnswer', foreign: 'refused' },
    },
  },
  'assistant.answers': filtered({ askedById: 'user' }),
  'assistant.rate': path('assistantAnswer', { rating: 'HELPFUL' }),
  'assistant.preview': own({ question: 'When is an own-risk assessment due?' }),

  'draft.assign': assigned('draft'),
  'draft.preview': {
    names: 'scheme',
    sent: ({ scheme }) => ({ schemeId: scheme, kind: 'OUTSOURCING_POLICY' }),
    references: { schemeId: { kind: 'scheme', foreign: 'refused' } },
  },
  'draft.create': {
    names: 'scheme',
    sent: ({ scheme, employer }) => ({
      schemeId: scheme,
      kind: 'AUTO_ENROLMENT_NOTE',
      subjectId: employer,
    }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      subjectId: { kind: 'employer', foreign: 'refused' },
    },
  },
  'draft.version': path('draft', { number: '1' }),
  // The draft becomes the next version of the fixture scheme's policy.
  'draft.approve': {
    ...path('draft'),
    repeats: false,
    alsoRecords: ['policy.add-version'],
    ready: policyReady('IN_FORCE'),
  },
  'draft.discard': after('draft', []),
  'draft.withdraw': {
    names: null,
    sent: ({ scheme }) => ({ corpusSnapshot: buildCorpusSnapshot(scheme), reason: 'Sample' }),
  },

  'comment.list': {
    names: 'scheme',
    sent: ({ scheme }) => ({ entityType: 'scheme', entityId: scheme }),
    references: { entityId: { kind: 'scheme', foreign: 'refused' } },
  },
  'comment.create': {
    names: 'scheme',
    sent: ({ scheme }) => ({ entityType: 'scheme', entityId: scheme, text: 'Sample' }),
    references: { entityId: { kind: 'scheme', foreign: 'refused' } },
  },
  'payment-account.create': path('scheme', {
    accountName: 'Account of a sample',
    iban: 'IE29AIBK93115212345678',
  }),
  'payment-account.withdraw': { ...path('paymentAccount'), repeats: false },
  'inbox.mark-read': own(),
  'api-key.create': {
    names: null,
    sent: () => ({
      name: 'Program of a sample',
      operations: ['scheme.list'],
      expiresOn: addDays(new Date().toISOString().slice(0, 10), 30),
    }),
    refused: ['SuperAdmin'],
  },
  'api-key.revoke': path('apiKey'),
  'webhook.create': { names: null, sent: () => WEBHOOK, refused: ['SuperAdmin'] },
  'webhook.update': path('webhook', { ...WEBHOOK, name: 'Receiver renamed' }),
  'webhook.pause': path('webhook'),
  'webhook.resume': {
    ...path('webhook'),
    async ready({ service, records }) {
      await service.asOwner("update webhooks set status = 'PAUSED', pause_reason = 'USER' where id = $1", [
        records.webhook,
      ])
      return undefined
    },
  },
  'webhook.rotate-secret': path('webhook'),
  'webhook.send-test': { ...path('webhook'), creates: true },
  'webhook-delivery.resend': path('webhookDelivery'),
  'grant.list': filtered({ schemeId: 'scheme', trusteeId: 'trustee' }),
  'grant.create': {
    names: 'scheme',
    sent: ({ scheme }) => ({
      capability: 'INSPECTOR',
      schemeId: scheme,
      personName: 'Inspector of a sample',
      email: `inspector-${nextUniqueText()}@example.com`,
      endsOn: addDays(new Date().toISOString().slice(0, 10), 30),
    }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'refused' },
      trusteeId: {
        kind: 'trustee',
        foreign: 'refused',
        with: { capability: 'TRUSTEE', personName: null },
      },
    },
    refused: ['SuperAdmin'],
    alsoRecords: ['grant.create'],
  },
  'grant.revoke': path('grant'),
  'grant.choose': {
    ...own({ grantId: null }),
    references: { grantId: { kind: 'grant', foreign: 'refused' } },
  },
  'trustee-review.list': {
    ...filtered({ schemeId: 'scheme' }),
    references: {
      schemeId: { kind: 'scheme', foreign: 'nothing' },
      subjectId: { kind: 'trusteeMeeting', foreign: 'nothing' },
    },
  },
  'trustee-review.create': {
    names: 'trusteeMeeting',
    sent: ({ trusteeMeeting }) => ({ subjectKind: 'MINUTES', subjectId: trusteeMeeting }),
    references: { subjectId: { kind: 'trusteeMeeting', foreign: 'refused' } },
    repeats: false,
    async ready({ service, records }) {
      await service.asOwner(
        "update trustee_reviews set status = 'WITHDRAWN', closed_at = now() where subject_id = $1",
        [records.trusteeMeeting],
      )
      await service.asOwner("update trustees set status = 'APPOINTED' where id = $1", [records.trustee])
      return undefined
    },
  },
  // A paper can be opened again.
  'trustee-review.read': { ...decisionOfTrustee(), repeats: true },
  'trustee-review.decide': decisionOfTrustee({ decision: 'APPROVED' }),
  'trustee-review.record-decision': {
    names: 'trusteeReview',
    sent: ({ trusteeReview, trustee, document }) => ({
      id: trusteeReview,
      trusteeId: trustee,
      decision: 'APPROVED',
      decidedOn: '2020-01-01',
      documentId: document,
    }),
    references: {
      documentId: { kind: 'document', foreign: 'refused' },
      trusteeId: { kind: 'trustee', foreign: 'refused' },
    },
    repeats: false,
  },
  'trustee-review.withdraw': { ...path('trusteeReview'), repeats: false },
  'saved-view.create': {
    names: null,
    sent: () => ({ page: '/schemes', name: nextUniqueText(), search: { status: 'ACTIVE' } }),
  },
  'saved-view.list': own({ page: '/schemes' }),
  'saved-view.remove': {
    names: null,
    sent: () => ({ page: '/schemes', name: 'Not saved yet' }),
    async ready({ people }) {
      const view = { page: '/schemes', name: nextUniqueText() }
      await people.BrokerAdmin.call(createSavedView, { ...view, search: { status: 'ACTIVE' } })
      return { actor: people.BrokerAdmin, sent: view }
    },
  },

  'corpus-review.close': { ...path('corpusReview', { outcome: 'NOT_AFFECTED' }), repeats: false },

  'file-note.create': {
    ...path('scheme', { text: 'Sample' }),
    references: { answerId: { kind: 'assistantAnswer', foreign: 'refused' } },
  },

  'audit-log.list': {
    ...filtered({ entityId: 'scheme', actorId: 'user' }),
    references: {
      entityId: { kind: 'scheme', foreign: 'nothing' },
      actorId: { kind: 'user', foreign: 'nothing' },
      tenantId: { kind: 'tenant', foreign: 'refused' },
    },
  },
  'audit-log.export': {
    ...anything,
    references: { tenantId: { kind: 'tenant', foreign: 'refused' } },
  },
  'audit-log.verification': {
    ...anything,
    references: { tenantId: { kind: 'tenant', foreign: 'refused' } },
  },

  'job.housekeeping': anything,
  'job.obligations': anything,
  'job.contributions': anything,
  'job.reminders': anything,
  'job.reencrypt': anything,
  'job.audit-seal': anything,
  'job.scan-free-text': anything,
}

const contractOf = (name: string): Contract => {
  const contract = CONTRACTS.find((one) => one.name === name)
  if (!contract) throw new Error(`No contract is called ${name}`)
  return contract
}

/** Requests without a session about the account of a known person. */
const asVisitor = (visitor: Caller, { id, role, tenantId, email }: Caller): Caller => ({
  ...visitor,
  id,
  role,
  tenantId,
  email,
})

/** Throws where an operation has no sample, so that a new one cannot be forgotten. */
export function findSample(contract: Contract): Sample {
  const sample = SAMPLES[contract.name] ?? buildSample(contract)
  if (!sample) throw new Error(`${contract.name} has no sample in test/harness/samples.ts`)
  return sample
}

/**
 * Builds the sample of a query without required parameters, of a command that creates or updates a record from texts, dates, numbers
 * and codes, or of a DELETE. The path names the record, and each optional id is tested with foreign records. Null if the contract has too little detail.
 */
export function buildSample(contract: Contract): Sample | null {
  const fields = listFields(contract)
  const { parameters } = parseRoute(contract.route)
  const [, segment] = /\/([\w-]+)\/\{id\}/.exec(contract.route) ?? []
  const kind = segment ? findKind((one) => isPathOf(one, segment)) : undefined
  const ids = fields.filter(({ isId }) => isId).map(({ name }) => [name, kindOfField(name)] as const)
  if (parameters.length !== (kind ? 1 : 0) || !ids.every(([, one]) => one)) return null
  const isQuery = contract.kind === 'query'
  const isRemoval = contract.route.startsWith('DELETE ')
  if (!isQuery && !(kind && (isRemoval || /\.(create|update)$/.test(contract.name)))) return null
  const required = fields.filter(({ isRequired }) => isRequired)
  const text = contract.name.endsWith('.update') ? 'Sample renamed' : 'Sample'
  const body = Object.fromEntries(
    required.map(({ name, schema, isId }) => [name, isId ? undefined : buildValue(schema, text)]),
  )
  if (isQuery ? required.length > 0 : Object.values(body).includes(undefined)) return null
  return {
    ...(kind ? path(kind, body) : anything),
    ...(isRemoval && { repeats: false }),
    references: Object.fromEntries(
      ids.map(([name, one]) => [name, { kind: one as Kind, foreign: isQuery ? 'nothing' : 'refused' }]),
    ),
  }
}

/** Date used in the samples, before the date of the tests. */
const DAY_OF_SAMPLES = '2026-10-05'

/** Builds a value that the schema accepts; undefined if the schema is not specific enough. */
function buildValue(schema: FieldSchema, text: string): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'date') return DAY_OF_SAMPLES
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  const isFree = !schema.pattern && !schema.format && (schema.minLength ?? 0) <= text.length
  if (schema.type === 'string' && isFree) return text.slice(0, schema.maxLength)
  const item = schema.type === 'array' && schema.items ? buildValue(schema.items, text) : undefined
  return item === undefined ? undefined : [item]
}

const findKind = (matches: (kind: Kind) => boolean): Kind | undefined =>
  (Object.keys(RESOURCES) as Kind[]).find(matches)
export const toDashes = (name: string): string =>
  name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** For example, `/policies/{id}` names a record of `written_policies`, and `/contributions/{id}` a contribution. */
const isPathOf = (kind: Kind, segment: string): boolean =>
  `-${toDashes(RESOURCES[kind].table)}`.endsWith(`-${segment}`) || `${toDashes(kind)}s` === segment
/** For example, `providerId` is the id of a service provider. */
const kindOfField = (field: string): Kind | undefined =>
  (field === 'assigneeId' ? 'user' : undefined) ??
  findKind((kind) => `${kind}Id` === field) ??
  findKind((kind) => toDashes(kind).endsWith(toDashes(`-${field.slice(0, -2)}`)))

export const listSampleNames = (): string[] => Object.keys(SAMPLES)

/** The fields of an input, as its JSON Schema names them. */
export interface Field {
  name: string
  type: string | undefined
  isRequired: boolean
  isId: boolean
  /** True for a number that may be negative. */
  isSigned: boolean
  /** True for a list of texts. */
  holdsText: boolean
  /** Longest text that the schema allows; 0 if it sets no limit. */
  maxLength: number
  schema: FieldSchema
}

interface FieldSchema {
  items?: FieldSchema
  type?: string | string[]
  minimum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  anyOf?: FieldSchema[]
  enum?: unknown[]
}

export function listFields({ input }: Contract): Field[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, FieldSchema>
    required?: string[]
  }
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const variants = [property, ...(property.anyOf ?? [])]
    return {
      name,
      schema: property,
      type: variants.flatMap(({ type }) => type ?? []).find((type) => type !== 'null'),
      isRequired: schema.required?.includes(name) ?? false,
      // Ids of calendar rules (such as REP-01), of public texts (the id at their source) and of providers are not ids of records.
      isId:
        (/Id$/.test(name) && !['ruleId', 'docId', 'clientId'].includes(name)) ||
        variants.some(({ pattern }) => pattern?.startsWith('^[a-z][a-z0-9]{')),
      isSigned: variants.some(({ minimum }) => minimum !== undefined && minimum < 0),
      holdsText: variants.some(({ items }) => items?.type === 'string'),
      maxLength: Math.max(0, ...variants.map(({ maxLength = 0 }) => maxLength)),
    }
  })
}

/** True if the operation requires a session, and hence a role. */
export const isForPeople = ({ access }: Contract): boolean =>
  access !== 'public' && access !== 'cron' && access !== 'ingest'

export interface Act {
  actor: Caller
  /** Default input. */
  sent: Sent
  run(): Promise<Reply>
  send(instead: SendOptions & { sent?: Sent; as?: Caller }): Promise<Reply>
}

/** Prepares an operation so that it succeeds when the minimum role runs it. */
export async function buildRequestOfSample(
  contract: Contract,
  fixture: FirmFixture,
  sample: Sample = findSample(contract),
): Promise<Act> {
  const ready = await sample.ready?.(fixture)
  const { access } = contract
  const isMachine = access === 'public' || access === 'cron' || access === 'ingest'
  const actor = ready?.actor ?? (isMachine ? createAnonymousCaller(fixture.service) : fixture.people[access])
  const bearer: Record<string, string> =
    access === 'cron' || access === 'ingest'
      ? {
          authorization: `Bearer ${access === 'cron' ? TEST_SECRETS.CRON_TOKEN : TEST_SECRETS.RAG_INGEST_TOKEN}`,
        }
      : {}
  const sent = { ...sample.sent(fixture.records), ...ready?.sent }
  const send: Act['send'] = ({ sent: instead, as, headers, ...options }) =>
    (as ?? actor).send(
      contract,
      { ...sent, ...instead },
      { ...options, headers: { ...bearer, ...ready?.options?.headers, ...headers } },
    )
  return { actor, sent, send, run: () => send({}) }
}
