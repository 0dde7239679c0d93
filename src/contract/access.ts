/** Access levels of operations. Without schemas: the first page of the web application loads this module. */

/** Lowest first; a role check passes when the actor's level is at least the required one (Spec 2.2). */
export const ROLES = [
  'Member',
  'EmployerUser',
  'EmployerAdmin',
  'BrokerUser',
  'BrokerAdmin',
  'SuperAdmin',
] as const

/** Permitted callers: a minimum role, or a kind of caller that has no session. Required. */
export type Access = (typeof ROLES)[number] | 'public' | 'cron' | 'ingest'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Path = `/api/${string}`
export type Route = `${Method} ${Path}`

/** How the body of a command arrives. A multipart body has one file, in the field `file`. */
export type Body = 'json' | 'form' | 'multipart' | 'json or multipart'
