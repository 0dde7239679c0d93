/** Home page of an employer's users, who visit once a month: their schemes, actions and contacts. */

import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listContributions } from '../../../../contract/contributions.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { getEmployer } from '../../../../contract/employers.ts'
import { MemberStatus } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listSchemes, type Scheme, type SchemeStatus, type SchemeType } from '../../../../contract/schemes.ts'
import { canManageAccounts, createUser } from '../../../../contract/users.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { useMay, usePerson } from '../../../session.tsx'
import { SCHEME_TONES } from '../../../tones.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { EmployerMonths } from './employer-months.tsx'

/** Meaning of a status for a user who does not work with schemes. */
const MEANING: Record<SchemeStatus, string> = {
  DRAFT: 'Being set up, not started.',
  PENDING_APPROVAL: 'Being set up, waiting for approval.',
  ACTIVE: 'Active.',
  CLOSED_TO_NEW: 'Active, closed to new members.',
  PAID_UP: 'No contributions expected.',
  WINDING_UP: 'Being wound up.',
  WOUND_UP: 'Ended.',
}

const KINDS: Record<SchemeType, string> = {
  DB: 'Defined benefit scheme',
  DC: 'Defined contribution scheme',
  PRSA: 'PRSA arrangement',
  RAC: 'Retirement annuity contract (RAC)',
}

const SCHEMES_AT_MOST = 50
/** More than twelve months of the schemes of an employer. */
const BATCHES_AT_MOST = 200

export default function EmployerHome() {
  const { employerId, tenantName } = usePerson()
  if (!employerId) throw new Error('An account of an employer names its employer')
  const [{ data: employer }, { data: dashboard }, { data: schemes }, { data: batches }] = useSuspenseQueries({
    queries: [
      createQuery(getEmployer, { id: employerId }),
      createQuery(getDashboard, {}),
      createQuery(listSchemes, { limit: SCHEMES_AT_MOST }),
      createQuery(listContributions, { limit: BATCHES_AT_MOST }),
    ],
  })
  const { members } = dashboard
  return (
    <div className="max-w-3xl">
      <PageHeader title={employer.legalName} />
      <div className="flex flex-col gap-8">
        {batches.data.length === 0 && (
          <Notice title="No payroll files yet">
            Upload the file of a month (CSV or Excel). We check it first; you confirm the import.
          </Notice>
        )}
        {schemes.data.length > 0 && (
          <EmployerMonths schemes={schemes.data} batches={batches.data} today={dashboard.asOfOn} />
        )}
        <Section title="Your schemes">
          <Schemes schemes={schemes.data} total={dashboard.schemes.total} />
        </Section>
        <Section title="Your members">
          {members.total === 0 ? (
            <p className="text-muted">No members yet.</p>
          ) : (
            <>
              <p>
                <Link to={PAGES.members} className="link">
                  {formatCount(members.total, 'member')}
                </Link>{' '}
                {members.total === 1 ? 'is' : 'are'} recorded in your schemes.
              </p>
              <Bars
                name="Members by status"
                bars={MemberStatus.options
                  .filter((status) => members.byStatus[status] > 0)
                  .map((status) => ({
                    label: formatCode(status),
                    count: members.byStatus[status],
                    link: { to: PAGES.members, search: { status } },
                  }))}
              />
            </>
          )}
        </Section>
        <WhatYouCanDo employerId={employerId} />
        <Section title="Your broker">
          <p className="max-w-[70ch]">
            {tenantName} looks after the schemes of {employer.legalName} and keeps these records. Inform them
            if something is wrong or missing.
          </p>
        </Section>
      </div>
    </div>
  )
}

function Schemes({ schemes, total }: { schemes: readonly Scheme[]; total: number }) {
  if (schemes.length === 0) return <p className="text-muted">No schemes yet.</p>
  return (
    <>
      <Rows name="Your schemes">
        {schemes.map(({ id, name, type, status, windUpStartedOn, woundUpOn }) => (
          <Row
            key={id}
            title={
              <Link to={PAGES.scheme} params={{ schemeId: id }} className="link font-medium">
                {name}
              </Link>
            }
            aside={<Status tone={SCHEME_TONES[status]}>{formatCode(status)}</Status>}
          >
            <p>
              {KINDS[type]}. {MEANING[status]}
              {status === 'WINDING_UP' && windUpStartedOn && ` Since ${formatDate(windUpStartedOn)}.`}
              {woundUpOn && ` On ${formatDate(woundUpOn)}.`}
            </p>
            <p>
              <Link
                to={PAGES.members}
                search={{ schemeId: id }}
                className="link"
                aria-label={`Its members: ${name}`}
              >
                Its members
              </Link>
            </p>
          </Row>
        ))}
      </Rows>
      {total > schemes.length && (
        <Link to={PAGES.schemes} className="link">
          All {formatCount(total, 'scheme')}
        </Link>
      )}
    </>
  )
}

function WhatYouCanDo({ employerId }: { employerId: string }) {
  const may = useMay()
  return (
    <Section title="More actions">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          Look up{' '}
          <Link to={PAGES.members} className="link">
            a member
          </Link>{' '}
          or{' '}
          <Link to={PAGES.schemes} className="link">
            a scheme
          </Link>
        </li>
        <li>
          Check{' '}
          <Link to={PAGES.employer} params={{ employerId }} className="link">
            your employer record
          </Link>
        </li>
        {may(canManageAccounts) && (
          <li>
            See your users:{' '}
            <Link to={PAGES.users} className="link">
              accounts
            </Link>
            {may(createUser) && (
              <>
                , or{' '}
                <Link to={PAGES.newUser} className="link">
                  invite a user
                </Link>
              </>
            )}
          </li>
        )}
      </ul>
    </Section>
  )
}
