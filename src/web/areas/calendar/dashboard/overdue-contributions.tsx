/** Overdue contributions and missing payroll files, by employer. */

import { Link } from '@tanstack/react-router'
import { updateEmployer } from '../../../../contract/employers.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate, formatMoney, formatNumber } from '../../../../contract/value-format.ts'
import type { EmployerMoney, WorkQueue } from '../../../../contract/work-queue.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink, MailLink } from '../../../ui/button.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { QueueRow } from './queue-row.tsx'

export function OverdueContributions({ money: { total, items } }: { money: WorkQueue['money'] }) {
  if (total === 0) return null
  return (
    <Section
      title="Money"
      actions={
        <Link to={PAGES.contributionBatches} search={{ flag: 'OVERDUE' }} className="link">
          All overdue payroll months
        </Link>
      }
    >
      <Rows name="Money">
        {items.map((employer) => (
          <EmployerRow key={employer.employerId} employer={employer} />
        ))}
        {total > items.length && (
          <QueueRow title={`${formatNumber(total - items.length)} more employers with smaller amounts.`} />
        )}
      </Rows>
    </Section>
  )
}

function EmployerRow({ employer }: { employer: EmployerMoney }) {
  const { employerId, employerName, firmName, overdueCents, overdueMonths, missingFiles, oldestDueOn } =
    employer
  return (
    <QueueRow
      title={
        <Link
          to={PAGES.contributionBatches}
          search={{ employerId, flag: 'OVERDUE' }}
          className="link inline-block rounded-sm py-0.5"
        >
          {employerName}
        </Link>
      }
      about={[
        firmName,
        overdueMonths > 0 && formatCount(overdueMonths, 'payroll month'),
        missingFiles > 0 && `${formatCount(missingFiles, 'payroll file')} missing`,
        `due since ${formatDate(oldestDueOn)}`,
        employer.lastChasedOn && `reminded ${formatDate(employer.lastChasedOn)}`,
      ]}
      state={
        <Status tone="late">
          {overdueCents > 0 ? `${formatMoney(overdueCents)} overdue` : 'Payroll file missing'}
        </Status>
      }
      actions={<Chase employer={employer} />}
    />
  )
}

/** Opens a mail to the payroll contact, or the page where the contact is entered. */
function Chase({
  employer: { employerId, employerName, overdueCents, missingFiles, payrollEmail },
}: {
  employer: EmployerMoney
}) {
  const may = useMay()
  if (payrollEmail === null)
    return (
      may(updateEmployer) && (
        <ButtonLink
          to={PAGES.editEmployer}
          params={{ employerId }}
          isSmall
          aria-label={`Add payroll contact: ${employerName}`}
        >
          Add payroll contact
        </ButtonLink>
      )
    )
  const missing = [
    overdueCents > 0 && `${formatMoney(overdueCents)} of pension contributions is overdue.`,
    missingFiles > 0 && `${formatCount(missingFiles, 'payroll file')} not received.`,
  ]
  const mail = new URLSearchParams({
    subject: 'Overdue pension contributions',
    body: `${employerName}\n\n${missing.filter(Boolean).join('\n')}\n`,
  })
  return (
    <MailLink
      // Mail programs show the plus signs of URLSearchParams as they are.
      href={`mailto:${payrollEmail}?${mail.toString().replaceAll('+', '%20')}`}
      aria-label={`E-mail payroll contact: ${employerName}`}
    >
      E-mail payroll contact
    </MailLink>
  )
}
