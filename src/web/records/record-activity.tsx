/** What was done with one record last, in sentences; for those who read the audit log. */
import { useQuery } from '@tanstack/react-query'
import { listAuditEntries } from '../../contract/audit.ts'
import { describeActivity } from '../activity.ts'
import { formatInstant } from '../format.ts'
import { useActorName } from '../people.ts'
import { queryFor } from '../queries.ts'
import { useMay } from '../session.tsx'
import { Row, Rows } from '../ui/rows.tsx'
import { Section } from '../ui/section.tsx'

const SHOWN = 10

export function RecordActivity({
  entityType,
  entityId,
  name,
}: {
  entityType: string
  entityId: string
  /** What the record is called in the sentences. */
  name: string
}) {
  const actorName = useActorName()
  const isOpen = useMay()(listAuditEntries)
  const { data } = useQuery({
    ...queryFor(listAuditEntries, { entityType, entityId, limit: SHOWN }),
    enabled: isOpen,
  })
  // What was computed and never touched has nothing to tell.
  if (!isOpen || !data || data.data.length === 0) return null
  return (
    <Section title="Activity">
      <Rows name="Activity">
        {data.data.map((entry) => {
          const { actor, before, about, after } = describeActivity({
            ...entry,
            entityName: name,
            actorName: actorName(entry),
          })
          return (
            <Row
              key={entry.id}
              title={
                <p>
                  <span className="font-medium">{actor}</span> {before} {about} {after}
                </p>
              }
              aside={<span className="text-muted text-sm">{formatInstant(entry.timestamp)}</span>}
            />
          )
        })}
      </Rows>
    </Section>
  )
}
