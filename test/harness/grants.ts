/** People with a grant: a trustee or an inspector who has signed in and chosen the firm. */

import { addDays } from '../../src/contract/civil-dates.ts'
import type { Output } from '../../src/contract/define.ts'
import { createGrant } from '../../src/contract/grants.ts'
import { createTrustee } from '../../src/contract/trustees.ts'
import { getTodayInDublin } from '../../src/server/platform/clock.ts'
import type { Service } from './open-service.ts'
import { type Caller, createCaller, type Firm, nextUniqueText } from './people.ts'

type Granted = Output<typeof createGrant>
export interface Guest {
  grant: Granted
  /** With the grant. */
  caller: Caller
  /** The same account without it. */
  account: Caller
}

export const buildAddress = (): string => `guest-${nextUniqueText()}@example.com`

/** A trustee in office. */
export async function createTrusteeInOffice(service: Service, firm: Firm, schemeId: string): Promise<string> {
  const { id } = await firm.broker.call(createTrustee, {
    id: schemeId,
    personName: `Trustee ${nextUniqueText()}`,
  })
  await service.asOwner(
    "update trustees set status = 'APPOINTED', appointed_on = '2020-01-01' where id = $1",
    [id],
  )
  return id
}

export async function createTrusteeGuest(
  service: Service,
  firm: Firm,
  schemeId: string,
  email = buildAddress(),
  knownTrusteeId?: string,
): Promise<Guest> {
  const trusteeId = knownTrusteeId ?? (await createTrusteeInOffice(service, firm, schemeId))
  return openGrant(
    service,
    await firm.admin.call(createGrant, { capability: 'TRUSTEE', schemeId, trusteeId, email }),
  )
}

export async function createInspectorGuest(
  service: Service,
  firm: Firm,
  schemeId: string,
  email = buildAddress(),
): Promise<Guest> {
  const endsOn = addDays(getTodayInDublin(service.clock), 14)
  return openGrant(
    service,
    await firm.admin.call(createGrant, {
      capability: 'INSPECTOR',
      schemeId,
      personName: 'Inspector of the Authority',
      email,
      endsOn,
    }),
  )
}

/** Sets the account active, as after the mailed link, and signs it in. */
async function openGrant(service: Service, grant: Granted): Promise<Guest> {
  const [user] = await service.asOwner<{ id: string; tenant_id: string }>(
    `update users u set status = 'ACTIVE' from grants g where g.id = $1 and u.id = g.user_id returning u.id, u.tenant_id`,
    [grant.id],
  )
  if (!user) throw new Error('The grant has no account')
  const person = {
    id: user.id,
    email: grant.email,
    name: grant.personName,
    role: 'Member' as const,
    tenantId: user.tenant_id,
  }
  return {
    grant,
    account: await createCaller(service, person),
    caller: await createCaller(service, person, 1, {
      id: grant.id,
      capability: grant.capability,
      tenantId: grant.tenantId,
    }),
  }
}
