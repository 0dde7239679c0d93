/** The last changes in the audit log, in sentences. */
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '../../../../contract/dashboard.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { describeActivity } from '../../../activity.ts'
import { findPageOfEntity } from '../../../entity-page.ts'
import { operation } from '../../../operation.ts'
import { useMay } from '../../../session.tsx'
import { Ago } from '../../../ui/ago.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'

type Entry = NonNullable<Dashboard['recentActivity']>[number]

const SHOWN = 5

export function RecentActivity({ activity, now }: { activity: readonly Entry[]; now: Date }) {
  const may = useMay()
  return (
    <Section
      title="Recent activity"
      actions={
        may(operation('audit-log.list')) && (
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
          {activity.slice(0, SHOWN).map((entry) => (
            <Row key={entry.id} title={<Sentence entry={entry} />}>
              <p className="text-muted text-sm">
                {entry.firmName && `${entry.firmName} · `}
                <Ago at={entry.at} now={now} />
              </p>
            </Row>
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
  // A record without a name does not exist or is not visible to the user: a link to it would fail.
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
