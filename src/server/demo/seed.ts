/**
 * A firm to try the service with, made through the same operations as everything else, so that its audit log is whole.
 * Never in production: the accounts of `DEMO_ACCOUNTS` exist only outside it (Spec 5.12).
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Role } from '../../contract/define.ts'
import { createEmployer } from '../../contract/employers.ts'
import { createMember, leaveMember, retireMember } from '../../contract/members.ts'
import { calculatePpsCheckLetter } from '../../contract/pps-number.ts'
import {
  approveScheme,
  closeScheme,
  createScheme,
  freezeScheme,
  startWindUpScheme,
  submitScheme,
} from '../../contract/schemes.ts'
import { TenantSettings } from '../../contract/tenants.ts'
import { appointTrustee, assessTrustee, createTrustee } from '../../contract/trustees.ts'
import { type Pipeline, SYSTEM } from '../operation/pipeline.ts'
import type { Actor } from '../operation/reach.ts'
import { defineAudited } from '../operation/record.ts'
import type { RunAs, RunInBulk } from '../operation/run-as.ts'
import type { Tx } from '../platform/database.ts'
import type { Passwords } from '../platform/passwords.ts'
import { searchKey } from '../platform/text-keys.ts'
import { assessmentsOf } from './assessments.ts'
import { confirmationsOf } from './confirmations.ts'
import { contributionsOf, type DemoEarner } from './contributions.ts'
import { documentOfEmployer, documentsOfBroker } from './documents.ts'
import { type DemoEmployer, type DemoFirm, type DemoScheme, FIRMS, FIRST_NAMES, LAST_NAMES } from './firms.ts'
import { keyFunctionsOf } from './key-functions.ts'
import { policiesOf } from './policies.ts'
import { trusteesWorkOf } from './trustees-work.ts'

export interface DemoAccount {
  id: string
  email: string
  name: string
  role: Role
  firm: string
  tenantId: string
}

const [first, second] = FIRMS
const account = (
  email: string,
  name: string,
  role: Role,
  { id, name: firm }: { id: string; name: string },
): DemoAccount => ({
  id: `demo${email.replace(/@.*/, '')}`,
  email,
  name,
  role,
  firm,
  tenantId: id,
})

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('superadmin@dev.local', 'Sam Platform', 'SuperAdmin', { id: 'platform', name: 'the platform' }),
  account('brokeradmin@dev.local', 'Deirdre Halpin', 'BrokerAdmin', first),
  account('approver@dev.local', 'Conor Ashe', 'BrokerAdmin', first),
  account('brokeruser@dev.local', 'Maeve Tuohy', 'BrokerUser', first),
  account('employeradmin@dev.local', 'Gerard Stack', 'EmployerAdmin', first),
  account('employeruser@dev.local', 'Lisa Payroll', 'EmployerUser', first),
  account('member@dev.local', "Cian O'Sullivan", 'Member', first),
  account('brokeradmin2@dev.local', 'Ultan Furlong', 'BrokerAdmin', second),
  account('employeruser2@dev.local', 'Noreen Joinery', 'EmployerUser', second),
]

export interface DemoParts {
  runInBulk: RunInBulk
  pipeline: Pick<Pipeline, 'actAs' | 'askAs'>
  passwords: Passwords
  password: string
  /** The civil day in Dublin: contributions are counted back from it. */
  today: string
}

/** Creates the demo whole or not at all; where it is there, only sees to it that the accounts have the password that is announced. */
export async function seedDemo(parts: DemoParts): Promise<void> {
  const { pipeline, passwords, password, runInBulk, today } = parts
  const admin = DEMO_ACCOUNTS[1] as DemoAccount
  const [rows] = await pipeline.askAs(null)({
    text: 'select password_hash from app.credentials($1, false)',
    values: [admin.email],
  })
  const kept = rows?.[0]?.[0]
  if (kept) {
    if (!(await passwords.matches(password, kept))) await setPasswords(parts, await passwords.hash(password))
    return
  }
  // One hash for all: they share the password that is printed at start. It takes a core of its own for a while.
  const hashing = passwords.hash(password)
  hashing.catch(() => {})
  await runInBulk(async ({ runAs, actAsSystem }) => {
    const [bound, unbound] = [DEMO_ACCOUNTS.filter(isBound), DEMO_ACCOUNTS.filter((one) => !isBound(one))]
    await actAsSystem('demo.create', async (tx) => {
      for (const firm of FIRMS) await insertFirm(tx, firm)
      for (const person of unbound) await insertAccount(tx, person)
      return { answer: null, changes: [demoChange(FIRMS.map(({ id }) => id))] }
    })
    const places = new Map<string, Place>()
    for (const [index, firm] of FIRMS.entries())
      places.set(firm.id, await recordsOf(runAs, firm, index, today))
    await documentOfEmployer(runAs, {
      ...actorOf('employeruser@dev.local'),
      employerId: places.get(first.id)?.employerId ?? null,
    })
    const passwordHash = await hashing
    await actAsSystem('demo.create-accounts', async (tx) => {
      for (const person of bound) await insertAccount(tx, person, places.get(person.tenantId))
      await tx
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', 'in', ACCOUNT_IDS)
        .execute()
      return { answer: null, changes: [demoChange(bound.map(({ id }) => id))] }
    })
  })
  await runInBulk((run) => confirmationsOf(run, actorOf('brokeruser@dev.local')))
}

/** What the people of an employer, and a member, are bound to. */
interface Place {
  employerId: string
  memberId: string
}

/** To an employer or a member, which are there later than the firm. */
const isBound = ({ role }: DemoAccount): boolean =>
  role !== 'SuperAdmin' && role !== 'BrokerAdmin' && role !== 'BrokerUser'
const ACCOUNT_IDS = DEMO_ACCOUNTS.map(({ id }) => id)

const auditedDemo = defineAudited('demo', z.object({ ids: z.array(z.string()) }))
const demoChange = (ids: string[]) => ({ audited: auditedDemo, before: null, after: { id: 'demo', ids } })

async function setPasswords({ pipeline }: DemoParts, passwordHash: string): Promise<void> {
  await pipeline.actAs(SYSTEM, 'demo.set-passwords', async (tx) => {
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, session_version: sql`session_version + 1` })
      .where('id', 'in', ACCOUNT_IDS)
      .execute()
    return { answer: null, changes: [demoChange(ACCOUNT_IDS)] }
  })
}

async function insertFirm(tx: Tx, { id, name, cbiReference }: DemoFirm): Promise<void> {
  await tx
    .insertInto('tenants')
    .values({
      id,
      name,
      search_key: searchKey(name),
      cbi_reference: cbiReference,
      settings: JSON.stringify(TenantSettings.parse({})),
    })
    .execute()
}

/** Nobody can sign in until the password is set. */
async function insertAccount(
  tx: Tx,
  { id, email, name, role, tenantId }: DemoAccount,
  place: Place | null = null,
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id,
      tenant_id: tenantId,
      email,
      name,
      search_key: searchKey(name),
      role,
      status: 'ACTIVE',
      is_development: true,
      employer_id: role === 'Member' ? null : place?.employerId,
      member_id: role === 'Member' ? place?.memberId : null,
    })
    .execute()
}

const actorOf = (email: string): Actor => {
  const { id, role, tenantId } = DEMO_ACCOUNTS.find((candidate) => candidate.email === email) as DemoAccount
  return { id, role, tenantId, employerId: null, memberId: null }
}

/** Employers, schemes, trustees, members and papers of a firm; answers the first employer and the first of its members. */
async function recordsOf(runAs: RunAs, firm: DemoFirm, index: number, today: string): Promise<Place> {
  const people: People = {
    broker: actorOf(index === 0 ? 'brokeruser@dev.local' : 'brokeradmin2@dev.local'),
    approver: actorOf(index === 0 ? 'approver@dev.local' : 'brokeradmin2@dev.local'),
    nextNumber: 9_900_001 + index * 10_000,
  }
  let place: Place | undefined
  for (const employer of firm.employers) {
    const { schemes, ...fields } = employer
    const { id: employerId } = await runAs(people.broker, createEmployer, {
      ...fields,
      participationOn: '2015-01-01',
    })
    for (const scheme of schemes) {
      const { schemeId, trustees, members } = await schemeWithMembers(
        runAs,
        people,
        employerId,
        employer,
        scheme,
      )
      const earners = members.filter(({ isPaid }) => isPaid)
      if (scheme.payrolls)
        await contributionsOf(runAs, people.broker, { schemeId, earners, payrolls: scheme.payrolls }, today)
      if (place) continue
      place = { employerId, memberId: members[0]?.id as string }
      if (index > 0) continue
      await documentsOfBroker(runAs, people.broker, { schemeId, memberId: place.memberId })
      await assessmentsOf(runAs, people, schemeId, today)
      await policiesOf(runAs, people, schemeId, today)
      await keyFunctionsOf(runAs, people, schemeId, today)
      await trusteesWorkOf(runAs, people, { schemeId, trustees }, today)
    }
  }
  return place as Place
}

interface SeededMember extends DemoEarner {
  id: string
  isPaid: boolean
}

interface People {
  broker: Actor
  approver: Actor
  nextNumber: number
}

async function schemeWithMembers(
  runAs: RunAs,
  people: People,
  employerId: string,
  employer: DemoEmployer,
  demo: DemoScheme,
): Promise<{ schemeId: string; trustees: { id: string; personName: string }[]; members: SeededMember[] }> {
  const { broker, approver } = people
  const { id } = await runAs(broker, createScheme, {
    employerId,
    name: demo.name,
    type: demo.type,
    legalForm: demo.legalForm,
    pensionsAuthorityNumber: demo.pensionsAuthorityNumber,
    schemeYearEnd: demo.yearEnd,
    establishedOn: demo.establishedOn,
    wentLiveOn: demo.establishedOn,
    normalRetirementAge: 65,
    benefitBasis: demo.type === 'DB' ? 'FINAL_SALARY' : 'MONEY_PURCHASE',
    trusteeBody: {
      kind: demo.isCorporate ? 'CORPORATE' : 'INDIVIDUALS',
      name: demo.isCorporate ? `${employer.legalName} Trustees` : null,
    },
    registeredAdministratorName: demo.administrator,
    isRegulatoryOwnFunds: false,
    hasAuthorisedTradeUnion: false,
    considersEsg: false,
    hasDepositary: false,
    contributionBasis: {
      employeeRatePercent: 5,
      employerRatePercent: 7,
      basis: 'PENSIONABLE',
      additionalVoluntaryAllowed: true,
    },
  })
  const trustees: { id: string; personName: string }[] = []
  for (const personName of demo.trustees) {
    const role = demo.isCorporate ? 'DIRECTOR_OF_CORPORATE_TRUSTEE' : 'TRUSTEE'
    const trustee = await runAs(broker, createTrustee, {
      id,
      personName,
      role,
      yearsExperience: 6,
      hasTrusteeQualification: true,
    })
    await runAs(broker, assessTrustee, {
      id: trustee.id,
      assessedOn: '2025-02-03',
      nextReviewOn: '2027-02-03',
    })
    await runAs(approver, appointTrustee, { id: trustee.id, on: '2025-03-01' })
    trustees.push({ id: trustee.id, personName })
  }
  const members: SeededMember[] = []
  const total = demo.members + (demo.deferred ?? 0)
  for (let i = 0; i < total; i++) members.push(await member(runAs, people, id, i, demo, i >= demo.members))
  const done = { schemeId: id, trustees, members }
  if (demo.until === 'DRAFT') return done
  await runAs(broker, submitScheme, { id })
  if (demo.until === 'PENDING_APPROVAL') return done
  await runAs(approver, approveScheme, { id })
  if (demo.until === 'CLOSED_TO_NEW') await runAs(broker, closeScheme, { id, on: '2019-06-30' })
  if (demo.until === 'PAID_UP') await runAs(broker, freezeScheme, { id })
  if (demo.until === 'WINDING_UP')
    await runAs(broker, startWindUpScheme, { id, on: '2026-05-01', reason: 'EMPLOYER_DECISION' })
  return done
}

async function member(
  runAs: RunAs,
  people: People,
  schemeId: string,
  index: number,
  scheme: DemoScheme,
  hasLeft: boolean,
): Promise<SeededMember> {
  const number = people.nextNumber++
  const digits = String(number)
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length] as string
  const lastName = LAST_NAMES[Math.floor(number / 3) % LAST_NAMES.length] as string
  const status = index === 10 && !hasLeft ? 'PROSPECTIVE' : 'ACTIVE'
  const earner: DemoEarner = {
    worksNumber: `W${String(number % 10_000).padStart(4, '0')}`,
    firstName,
    lastName,
    salaryCents: (32_000 + ((number * 1_370) % 48_000)) * 100,
  }
  const { id } = await runAs(people.broker, createMember, {
    schemeId,
    firstName,
    lastName,
    status,
    ppsNumber: `${digits}${calculatePpsCheckLetter(digits, 'A')}A`,
    dateOfBirth: `${1962 + ((number * 7) % 38)}-${String(1 + (number % 12)).padStart(2, '0')}-${String(1 + ((number * 5) % 28)).padStart(2, '0')}`,
    email: `${searchKey(firstName, lastName).replace(/[^a-z]+/g, '.')}.${index}@example.com`,
    sex: number % 2 === 0 ? 'F' : 'M',
    joinedEmploymentOn: scheme.establishedOn > '2016-01-11' ? scheme.establishedOn : '2016-01-11',
    joinedSchemeOn: scheme.establishedOn > '2016-02-01' ? scheme.establishedOn : '2016-02-01',
    worksNumber: earner.worksNumber,
    pensionableSalaryCents: earner.salaryCents,
    employeeRatePercent: 5,
    employerRatePercent: 7,
  })
  if (hasLeft) await runAs(people.broker, leaveMember, { id, on: '2024-08-31' })
  // Some who left draw their pension by now.
  if (hasLeft && number % 3 === 0) await runAs(people.broker, retireMember, { id, on: '2026-02-28' })
  return { ...earner, id, isPaid: !hasLeft && status === 'ACTIVE' }
}
