/** What a record of another noun is called, from its id: for chips, crumbs and links. */
import { useQuery } from '@tanstack/react-query'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { getDocument } from '../../contract/documents.ts'
import { getEmployer } from '../../contract/employers.ts'
import { getMember } from '../../contract/members.ts'
import { getSchemeEvent } from '../../contract/scheme-events.ts'
import { getScheme } from '../../contract/schemes.ts'
import { getServiceProvider } from '../../contract/service-providers.ts'
import { getTenant } from '../../contract/tenants.ts'
import { queryFor } from '../queries.ts'

export const getName = ({ name }: { name: string }): string => name
export const formatEmployer = ({ legalName }: { legalName: string }): string => legalName
export const formatMember = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

/** The name once it is known; nothing is claimed of what the person may not see. */
function nameOf<G extends Contract>(get: G, words: (record: Output<G>) => string) {
  return ({ id }: { id: string }) => {
    const { data, isError } = useQuery(queryFor(get, { id } as unknown as Sent<G>))
    return data === undefined ? (isError ? 'not shown to you' : '…') : words(data)
  }
}

export const EmployerName = nameOf(getEmployer, formatEmployer)
export const SchemeName = nameOf(getScheme, getName)
export const ServiceProviderName = nameOf(getServiceProvider, getName)
export const DocumentName = nameOf(getDocument, ({ title }) => title)
export const SchemeEventName = nameOf(getSchemeEvent, ({ title }) => title)
export const MemberName = nameOf(getMember, formatMember)
export const FirmName = nameOf(getTenant, getName)
