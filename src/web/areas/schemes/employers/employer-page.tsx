import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { getContributionGrid, listContributions } from '../../../../contract/contributions.ts'
import { listDocuments } from '../../../../contract/documents.ts'
import {
  type Employer as EmployerRecord,
  getEmployer,
  updateEmployer,
} from '../../../../contract/employers.ts'
import { listMembers } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createScheme, listSchemes, type SchemeSummary } from '../../../../contract/schemes.ts'
import { canManageAccounts, isBrokerRole } from '../../../../contract/users.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { formatCode, formatValue, getLabel } from '../../../labels.ts'
import { createQuery, createRowsQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { schemeColumns } from '../../../records/scheme-columns.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import { EMPLOYER_TONES } from './employer.ts'
import { PrsaAccessNotice } from './prsa-access-notice.tsx'

const SCHEMES_AT_MOST = 50

const COLUMNS: readonly Column<SchemeSummary>[] = [
  schemeColumns.name,
  schemeColumns.status,
  { ...schemeColumns.type, onCard: true },
  schemeColumns.pensionsAuthorityNumber,
  schemeColumns.schemeYearEnd,
]

export default function Employer() {
  const { employerId } = useParams({ from: `/authenticated${PAGES.employer}` })
  const [{ data: employer }, { data: schemes }] = useSuspenseQueries({
    queries: [
      createQuery(getEmployer, { id: employerId }),
      createRowsQuery(listSchemes, { employerId, limit: SCHEMES_AT_MOST }),
    ],
  })
  const may = useMay()
  const editLink = useEditLink({ to: PAGES.editEmployer, params: { employerId } }, may(updateEmployer))
  const { legalName, tradingName, status, croNumber, employerRegisteredNumber, payFrequencies } = employer
  return (
    <>
      <PageHeader
        // Users who are limited to one employer have no list of employers.
        crumbs={may(isBrokerRole) ? [{ label: 'Employers', to: PAGES.employers }] : []}
        title={legalName}
        status={<Status tone={EMPLOYER_TONES[status]}>{formatCode(status)}</Status>}
        facts={[
          ...(employer.isExample ? ['Example'] : []),
          ...(tradingName ? [`Trades as ${tradingName}`] : []),
          croNumber ? `CRO ${croNumber}` : 'CRO number not known',
          employerRegisteredNumber ? `ERN ${employerRegisteredNumber}` : 'ERN not known',
          payFrequencies.length > 0
            ? `Pays ${formatValue('payFrequencies', payFrequencies).toLowerCase()}`
            : 'Pay frequencies not known',
        ]}
        actions={
          <>
            {may(listMembers) && (
              <ButtonLink look="quiet" to={PAGES.members} search={{ employerId }}>
                Members
              </ButtonLink>
            )}
            {may(listContributions) && (
              <ButtonLink
                look="quiet"
                to={may(getContributionGrid) ? PAGES.contributions : PAGES.contributionBatches}
                search={{ employerId }}
              >
                Contributions
              </ButtonLink>
            )}
            {may(listDocuments) && (
              <ButtonLink look="quiet" to={PAGES.documents} search={{ employerId }}>
                Documents
              </ButtonLink>
            )}
            {may(canManageAccounts) && (
              <ButtonLink look="quiet" to={PAGES.users} search={{ employerId }}>
                Users
              </ButtonLink>
            )}
            <HistoryLink entityType="employer" entityId={employerId} />
            {editLink}
          </>
        }
      />
      <div className="flex flex-col gap-7">
        <PrsaAccessNotice employer={employer} schemes={schemes.data} />
        <Schemes employer={employer} schemes={schemes.data} />
        <Record employer={employer} />
      </div>
    </>
  )
}

function Schemes({ employer, schemes }: { employer: EmployerRecord; schemes: readonly SchemeSummary[] }) {
  const may = useMay()
  const { id: employerId, legalName, schemeCount } = employer
  const create = may(createScheme) && (
    <ButtonLink
      look={schemes.length === 0 ? 'primary' : 'secondary'}
      icon={<Plus aria-hidden="true" size={16} />}
      {...{ to: PAGES.newScheme, search: { employerId } }}
    >
      New scheme
    </ButtonLink>
  )
  return (
    <Section title="Schemes" actions={schemes.length > 0 && create}>
      {schemes.length === 0 ? (
        <EmptyState title="No schemes yet" action={create}>
          {may(createScheme)
            ? `Add the first scheme of ${legalName}. The scheme starts as a draft.`
            : 'Schemes of this employer appear here.'}
        </EmptyState>
      ) : (
        <DataTable
          name={`Schemes of ${legalName}`}
          rows={schemes}
          columns={COLUMNS}
          linkTo={({ id }) => ({ to: PAGES.scheme, params: { schemeId: id } })}
        />
      )}
      {schemeCount > schemes.length && (
        <p>
          {schemes.length} of{' '}
          <Link to={PAGES.schemes} search={{ employerId }} className="link">
            {formatCount(schemeCount, 'scheme')}
          </Link>{' '}
          are shown.
        </p>
      )}
    </Section>
  )
}

/** Facts that a firm should record about its client; missing ones are named instead of a dash. */
const EXPECTED: readonly (keyof EmployerRecord)[] = [
  'croNumber',
  'employerRegisteredNumber',
  'address',
  'eircode',
  'payFrequencies',
  'autoEnrolmentStatus',
  'participationOn',
]

function Record({ employer }: { employer: EmployerRecord }) {
  const shown = (field: keyof EmployerRecord) => {
    const words = formatValue(field, employer[field])
    return { label: getLabel(field), value: words === '—' && EXPECTED.includes(field) ? <NotKnown /> : words }
  }
  return (
    <Section title="Details">
      <Details
        details={[
          shown('legalName'),
          shown('tradingName'),
          shown('groupName'),
          shown('croNumber'),
          shown('employerRegisteredNumber'),
          shown('address'),
          shown('eircode'),
          { label: getLabel('payrollContact'), value: <PayrollContact contact={employer.payrollContact} /> },
          shown('payFrequencies'),
          shown('autoEnrolmentStatus'),
          shown('prsaProvider'),
          shown('prsaDesignatedOn'),
          shown('prsaNotifiedOn'),
          shown('participationOn'),
          shown('cessationOn'),
        ]}
      />
    </Section>
  )
}

function PayrollContact({ contact }: { contact: EmployerRecord['payrollContact'] }) {
  const { name, email, phone } = contact ?? {}
  if (!name && !email && !phone) return <NotKnown />
  return (
    <>
      {name && <p>{name}</p>}
      <p>
        {email ? (
          <a href={`mailto:${email}`} className="link">
            {email}
          </a>
        ) : (
          <span className="text-muted">E-mail address not known</span>
        )}
      </p>
      {phone && <p>{phone}</p>}
    </>
  )
}
