/** Operations that a person with a grant can call. Without schemas: the first page of the web application loads this module. */
import type { Route } from './access.ts'

/** TRUSTEE: a trustee of the scheme reads its records and decides on papers. INSPECTOR: an inspector reads the records of one scheme. */
export const CAPABILITIES = ['TRUSTEE', 'INSPECTOR'] as const
export type Capability = (typeof CAPABILITIES)[number]

/** The caller's own account: password, factors, sessions, views, feeds and the choice of a grant. It stays the same with any grant. */
export const isOfOwnAccount = ({ route }: { route: Route }): boolean =>
  / \/api\/(?:auth|me)(?:\/|$)/.test(route)

/** The records of a scheme. Notes of the firm for its own use, its providers, users and settings are not among them. */
const READ_OF =
  /^(?:breach|compliance-statement|contribution|document|employer|key-function-holder|meeting-action|member|obligation|outsourcing-arrangement|own-risk-assessment|participation|policy|report|risk-item|scheme|scheme-event|trustee|trustee-meeting|trustee-review|trustee-training)\./
const NOT_READ =
  /^(?:contribution\.(?:errors|expected-lines)|member\.(?:export|emoluments|pay)|obligation\.(?:to-confirm|calendar-feed)|policy\.acknowledgements)$/
const OF_TRUSTEES =
  /^(?:comment\.(?:list|create|remove)|search\.find|policy\.acknowledge|trustee-review\.(?:read|decide)|trustee-training\.create|document\.create)$/
/** Every page shows the logo of the firm. */
const LOGO = 'tenant.logo'
/** The pack for the supervisor is made by the firm; an inspector reads it. */
const OF_INSPECTORS = /^report\.supervisory-pack$/

/** Whether a grant with this capability permits the operation. */
export function isOpenToGrant(
  { name, route }: { name: string; route: Route },
  capability: Capability,
): boolean {
  const isRead = name === LOGO || (route.startsWith('GET ') && READ_OF.test(name) && !NOT_READ.test(name))
  if (capability === 'INSPECTOR') return isRead
  return (isRead && !OF_INSPECTORS.test(name)) || OF_TRUSTEES.test(name)
}
