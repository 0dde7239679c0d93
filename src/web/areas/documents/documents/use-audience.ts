import { useQuery } from '@tanstack/react-query'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { formatEmployer, formatMember } from '../../../records/names.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import type { Audience, Place } from './visibility.ts'

/** The names of those who could see a document that belongs there. A member names the scheme, a scheme its employer. */
export function useAudience({ schemeId, employerId, memberId }: Place): Audience {
  const may = useMay()
  const { tenantName } = usePerson()
  const { data: member } = useQuery({
    ...createQuery(operation('member.get'), { id: memberId ?? '' }),
    enabled: memberId !== null,
  })
  const { data: scheme } = useQuery({
    ...createQuery(operation('scheme.get'), { id: schemeId ?? '' }),
    enabled: schemeId !== null,
  })
  const ownEmployerId = employerId ?? member?.employerId ?? null
  const { data: employer } = useQuery({
    ...createQuery(operation('employer.get'), { id: ownEmployerId ?? '' }),
    enabled: ownEmployerId !== null,
  })
  return {
    // Platform users belong to no firm.
    firm: may(canSeeEveryFirm) ? 'the firm' : tenantName,
    employer: employer ? formatEmployer(employer) : (scheme?.employerName ?? null),
    scheme: scheme?.name ?? null,
    member: member ? formatMember(member) : null,
  }
}
