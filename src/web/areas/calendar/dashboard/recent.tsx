/** What changed last, and what was done last, in sentences. */
import { Link } from '@tanstack/react-router'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { Dashboard } from '../../../../contract/dashboard.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { describeActivity, findPageOfEntity } from '../../../activity.ts'
import { formatCode } from '../../../labels.ts'
import { useMay } from '../../../session.tsx'
import { SCHEME_TONES } from '../../../tones.ts'
import { Ago } from '../../../ui/ago.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { SchemeLink } from './scheme-link.tsx'

type Entry = NonNullable<Dashboard['recentActivity']>[number]

export function RecentSchemes({ schemes, now }: { schemes: Dashboard['recentSchemes']; now: Date }) {
  if (schemes.length === 0) return null
  return (
    <Section title="Recently changed schemes">
      <Rows name="Recently changed schemes">
        {schemes.map(({ id, name, employerName, status, updatedAt }) => (
          <Row
            key={id}
            title={<SchemeLink id={id}>{name}</SchemeLink>}
            aside={<Status tone={SCHEME_TONES[status]}>{formatCode(status)}</Status>}
          >
            <p className="text-muted">
              {employerName} · <Ago at={updatedAt} now={now} />
            </p>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

export function RecentActivity({ activity, now }: { activity: readonly Entry[]; now: Date }) {
  const may = useMay()
  return (
    <Section
      title="Recent activity"
      actions={
        may(listAuditEntries) && (
          <Link to={PAGES.audit} className="link">
            Audit log
          </Link>
        )
      }
    >
      {activity.length === 0 ? (
        <p className="text-muted">No activity yet.</p>
      ) : (
        <Rows name="Recent activity">
          {activity.map((entry) => (
            <Row
              key={entry.id}
              title={<Sentence entry={entry} />}
              aside={
                <span className="text-muted text-sm">
                  <Ago at={entry.at} now={now} />
                </span>
              }
            />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function Sentence({ entry }: { entry: Entry }) {
  const may = useMay()
  const { entityType, entityId, entityName } = entry
  const { actor, before, about, after } = describeActivity(entry)
  // What has no name is not there, or not to be seen: a link to it would lead nowhere.
  const page = entityName === null ? null : findPageOfEntity(entityType, entityId, may(canSeeEveryFirm))
  return (
    <p>
      <span className="font-medium">{actor}</span> {before}{' '}
      {about !== null && page ? (
        <Link {...page} className="link">
          {about}
        </Link>
      ) : (
        about
      )}
      {after && ` ${after}`}
    </p>
  )
}
