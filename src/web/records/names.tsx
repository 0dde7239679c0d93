/** Names of related records by their ids: for chips, breadcrumbs and links. */

import { useQuery } from '@tanstack/react-query'
import type { Operation, Output, Sent } from '../../contract/define.ts'
import { Refused } from '../client.ts'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'

export const getName = ({ name }: { name: string }): string => name
export const formatEmployer = ({ legalName }: { legalName: string }): string => legalName
export const formatMember = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

/** The name once it is loaded; a record of another firm and a missing record read alike. */
function createNameHook<G extends Operation>(get: G, words: (record: Output<G>) => string) {
  return ({ id }: { id: string }) => {
    const { data, error } = useQuery(createQuery(get, { id } as Sent<G>))
    if (data !== undefined) return words(data)
    if (error === null) return '…'
    return error instanceof Refused && [403, 404].includes(error.status) ? 'no access' : 'could not be loaded'
  }
}

export const EmployerName = createNameHook(operation('employer.get'), formatEmployer)
export const SchemeName = createNameHook(operation('scheme.get'), getName)
export const ServiceProviderName = createNameHook(operation('service-provider.get'), getName)
export const DocumentName = createNameHook(operation('document.get'), ({ title }) => title)
export const SchemeEventName = createNameHook(operation('scheme-event.get'), ({ title }) => title)
export const MemberName = createNameHook(operation('member.get'), formatMember)
export const FirmName = createNameHook(operation('tenant.get'), getName)
