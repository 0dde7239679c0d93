/** Tells platform administrators about jobs that are late or failed, and about mails that were given up. */

import { useQuery } from '@tanstack/react-query'
import { PAGES } from '../../contract/pages.ts'
import type { ServiceHealth } from '../../contract/service-health.ts'
import { formatCount } from '../../contract/value-format.ts'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

export default function ServiceHealthNotice() {
  const { data } = useQuery(createQuery(operation('service-health.get'), {}))
  const problems = data ? listProblems(data) : []
  if (problems.length === 0) return null
  return (
    <Notice
      look="late"
      title="The service needs attention"
      action={
        <ButtonLink to={PAGES.serviceHealth} isSmall>
          Service health
        </ButtonLink>
      }
    >
      {problems.join('. ')}.
    </Notice>
  )
}

function listProblems({ jobs, mails }: ServiceHealth): string[] {
  const count = (isAffected: (job: ServiceHealth['jobs'][number]) => boolean): number =>
    jobs.filter(isAffected).length
  const late = count(({ isLate }) => isLate)
  const failed = count(({ failures, failedFirms }) => failures > 0 || failedFirms > 0)
  return [
    ...(late > 0 ? [`${formatCount(late, 'job has', 'jobs have')} missed a run`] : []),
    ...(failed > 0 ? [`${formatCount(failed, 'job')} failed, or failed for some firms`] : []),
    ...(mails.givenUp > 0
      ? [`${formatCount(mails.givenUp, 'mail was', 'mails were')} not sent and will not be sent`]
      : []),
  ]
}
