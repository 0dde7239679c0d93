/** What a record of another noun is called, from its id: for chips, crumbs and links. */

import { useQuery } from '@tanstack/react-query'
import type { Operation, Output, Sent } from '../../contract/define.ts'
import { operation } from '../operation.ts'
import { queryFor } from '../queries.ts'

export const getName = ({ name }: { name: string }): string => name
export const formatEmployer = ({ legalName }: { legalName: string }): string => legalName
export const formatMember = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

/** The name once it is known; nothing is claimed of what the person may not see. */
function nameOf<G extends Operation>(get: G, words: (record: Output<G>) => string) {
  return ({ id }: { id: string }) => {
    const { data, isError } = useQuery(queryFor(get, { id } as unknown as Sent<G>))
    return data === undefined ? (isError ? 'no access' : '…') : words(data)
  }
}

export const EmployerName = nameOf(operation('employer.get'), formatEmployer)
export const SchemeName = nameOf(operation('scheme.get'), getName)
export const ServiceProviderName = nameOf(operation('service-provider.get'), getName)
export const DocumentName = nameOf(operation('document.get'), ({ title }) => title)
export const SchemeEventName = nameOf(operation('scheme-event.get'), ({ title }) => title)
export const MemberName = nameOf(operation('member.get'), formatMember)
export const FirmName = nameOf(operation('tenant.get'), getName)
