/** A firm with one record of every kind and one person in every role: what the generated tests aim at and act as. */
import { ROLES, type Role } from '../../src/contract/define.ts'
import { createTrustee } from '../../src/contract/trustees.ts'
import { newId } from '../../src/server/platform/ids.ts'
import { createPasswords } from '../../src/server/platform/passwords.ts'
import { searchKey } from '../../src/server/platform/text-keys.ts'
import { forbidInLogs } from './canaries.ts'
import { aFirm, type Caller, type Firm, type Person, signedIn, unique } from './people.ts'
import type { Service } from './service.ts'

/** One record of each kind; all of them belong to the same employer. */
export interface Records {
  tenant: string
  employer: string
  scheme: string
  member: string
  trustee: string
  /** An EmployerUser who acts nowhere. */
  user: string
}
export type Kind = keyof Records

export interface Stand {
  service: Service
  firm: Firm
  records: Records
  /** Employer and member accounts are bound to the records above; all have the password below. */
  people: Record<Role, Caller>
}

export const PASSWORD = 'several quiet words of a stand'
const passwordHash = createPasswords(4).hash(PASSWORD)

export async function aStand(service: Service): Promise<Stand> {
  return settle(service, await aFirm(service))
}

/** Another employer of the same firm, with people and records of its own. */
export const neighbourOf = ({ service, firm }: Stand): Promise<Stand> => settle(service, firm)

async function settle(service: Service, firm: Firm): Promise<Stand> {
  const employer = await firm.hasEmployer()
  // A PRSA contract is outside the regime, so that its approval waits for nothing.
  const scheme = await firm.hasScheme({ employerId: employer.id, type: 'PRSA' })
  const member = await firm.hasMember({ schemeId: scheme.id })
  const personName = `Trustee ${unique()}`
  forbidInLogs(service.runFolder, PASSWORD, personName)
  const trustee = await firm.broker.call(createTrustee, { id: scheme.id, personName })
  const bindings = { employerId: employer.id, memberId: member.id }
  const [user, ...people] = await insertPeople(service, firm.id, ['EmployerUser', ...ROLES], bindings)
  const callers = await Promise.all(people.map((person) => signedIn(service, person)))
  return {
    service,
    firm,
    records: {
      tenant: firm.id,
      employer: employer.id,
      scheme: scheme.id,
      member: member.id,
      trustee: trustee.id,
      user: user?.id ?? '',
    },
    people: Object.fromEntries(callers.map((caller) => [caller.role, caller])) as Record<Role, Caller>,
  }
}

/** Active accounts, in one statement. */
async function insertPeople(
  service: Service,
  firmId: string,
  roles: readonly Role[],
  { employerId, memberId }: { employerId: string; memberId: string },
): Promise<Person[]> {
  const people = roles.map((role): Person => {
    const isOfEmployer = role === 'EmployerAdmin' || role === 'EmployerUser'
    return {
      id: newId(),
      tenantId: role === 'SuperAdmin' ? 'platform' : firmId,
      role,
      email: `${role.toLowerCase()}-${unique()}@example.com`,
      name: `Person ${unique()}`,
      employerId: isOfEmployer ? employerId : null,
      memberId: role === 'Member' ? memberId : null,
    }
  })
  forbidInLogs(service.runFolder, ...people.flatMap(({ email, name }) => [email, name]))
  const hash = await passwordHash
  await service.asOwner(
    `insert into users (id, tenant_id, role, email, name, search_key, employer_id, member_id, password_hash, status)
     select id, tenant_id, role, email, name, search_key, employer_id, member_id, $2, 'ACTIVE' from jsonb_to_recordset($1::jsonb)
         as p (id text, tenant_id text, role text, email text, name text, search_key text, employer_id text, member_id text)`,
    [
      JSON.stringify(
        people.map(({ id, tenantId, role, email, name, employerId, memberId }) => ({
          id,
          tenant_id: tenantId,
          role,
          email,
          name,
          search_key: searchKey(name),
          employer_id: employerId,
          member_id: memberId,
        })),
      ),
      hash,
    ],
  )
  return people
}
