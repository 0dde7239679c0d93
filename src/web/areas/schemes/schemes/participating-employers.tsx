import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createParticipation,
  listParticipations,
  type Participation,
  updateParticipation,
} from '../../../../contract/participations.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'

const MOST = 200

/** Employers with expected contributions, each for its own months. */
export function ParticipatingEmployers({ scheme }: { scheme: Scheme }) {
  const may = useMay()
  const { data } = useQuery(createQuery(listParticipations, { id: scheme.id, limit: MOST }))
  if (!data) return null
  return (
    <Section
      title="Participating employers"
      actions={
        may(createParticipation) &&
        scheme.status !== 'WOUND_UP' && (
          <ButtonLink
            icon={<Plus aria-hidden="true" size={16} />}
            to={PAGES.newParticipation}
            params={{ schemeId: scheme.id }}
          >
            Add employer
          </ButtonLink>
        )
      }
    >
      <p className="max-w-[70ch] text-muted">
        Contributions are expected of each employer for every payroll month of its participation. A file of
        one employer does not count for another.
      </p>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {data.data.map((one) => (
          <Row key={one.id} participation={one} mayEdit={may(updateParticipation)} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ participation, mayEdit }: { participation: Participation; mayEdit: boolean }) {
  const { id, employerId, employerName, isSchemeEmployer, status } = participation
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        <Link to={PAGES.employer} params={{ employerId }} className="link">
          {employerName}
        </Link>
        <span className="block text-muted text-sm">{formatPeriod(participation)}</span>
      </span>
      {isSchemeEmployer && <span className="text-muted text-sm">Employer of the scheme</span>}
      <Status tone={status === 'PARTICIPATING' ? 'done' : 'ended'}>{formatCode(status)}</Status>
      {mayEdit && (
        <ButtonLink
          to={PAGES.editParticipation}
          params={{ participationId: id }}
          aria-label={`Edit the participation of ${employerName}`}
        >
          Edit
        </ButtonLink>
      )}
    </li>
  )
}

const formatPeriod = ({ fromOn, untilOn, isSchemeEmployer }: Participation): string => {
  const from = fromOn
    ? `From ${formatDate(fromOn)}`
    : isSchemeEmployer
      ? 'Since the scheme began'
      : 'Since its first contribution'
  return untilOn ? `${from} until ${formatDate(untilOn)}` : from
}
