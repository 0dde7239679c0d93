/** A firm that signs in through a provider, and a browser that does so. */

import type { z } from 'zod'
import type { Role } from '../../src/contract/define.ts'
import { type EditableSingleSignOn, setSingleSignOn } from '../../src/contract/single-sign-on.ts'
import { CLIENT, followToService, type Person as PersonAtProvider } from './open-id-providers.ts'
import type { Service } from './open-service.ts'
import { createFirm, createPerson, type Firm, nextUniqueText, type Person } from './people.ts'
import { Visitor } from './visitor.ts'

const START = '/api/auth/single-sign-on/start'
const COMPLETE = '/api/auth/single-sign-on'

export interface FirmWithDomain {
  firm: Firm
  domain: string
  /** Creates a user with an address of the domain. */
  hires(role?: Role, more?: { password?: string; status?: string }): Promise<Person>
  /** As the administrator: the settings, with those that differ. */
  configures(issuer: string, more?: Partial<z.input<typeof EditableSingleSignOn>>): Promise<void>
}

/** A firm whose administrator has an address of a domain of its own. */
export async function createFirmWithDomain(service: Service): Promise<FirmWithDomain> {
  const firm = await createFirm(service)
  const domain = `${nextUniqueText()}.example`
  const hires: FirmWithDomain['hires'] = async (
    role = 'BrokerUser',
    { password, status = 'ACTIVE' } = {},
  ) => {
    const person = await createPerson(service, {
      tenantId: firm.id,
      role,
      email: `${role.toLowerCase()}-${nextUniqueText()}@${domain}`,
      ...(password ? { password } : {}),
    })
    if (status !== 'ACTIVE')
      await service.asOwner('update users set status = $2 where id = $1', [person.id, status])
    return person
  }
  await hires('BrokerAdmin')
  return {
    firm,
    domain,
    hires,
    async configures(issuer, more = {}) {
      await firm.admin.call(setSingleSignOn, {
        id: firm.id,
        issuer,
        ...CLIENT,
        domains: [domain],
        isOn: true,
        ...more,
      })
    },
  }
}

/** Begins a sign-in and returns the address of the provider. */
export async function startSignIn(visitor: Visitor, email: string, callbackUrl = '/'): Promise<string> {
  const reply = await visitor.post(START, { email, callbackUrl })
  if (reply.statusCode !== 200) throw new Error(`Refused: ${reply.statusCode} ${reply.body}`)
  return reply.json().url
}

/** Sends the response of the provider to the service, as the page of the redirect address does. */
export const sendProviderResponse = (visitor: Visitor, firm: string, response: string) =>
  visitor.post(COMPLETE, { firm, response })

/** The whole sign-in of a person in a new browser. */
export async function signInWithProvider(
  service: Service,
  { firm, email }: { firm: string; email: string },
  provider: { signsIn(person: PersonAtProvider): void },
  person: PersonAtProvider,
  visitor = new Visitor(service.app),
) {
  provider.signsIn(person)
  const start = await startSignIn(visitor, email)
  const { search } = await followToService(start, service.config.appUrl)
  return { visitor, start, response: search, reply: await sendProviderResponse(visitor, firm, search) }
}
