import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../contract/value-format.ts'
import { describeActivity } from '../activity.ts'
import { operation } from '../operation.ts'
import { useActorName } from '../people.ts'
import { createQuery } from '../queries.ts'
import { Row, Rows } from '../ui/rows.tsx'
import { Section } from '../ui/section.tsx'
import { describeGroup, groupActivity } from './activity-groups.ts'

const SHOWN = 10
/** Entries of one kind in a row are one line. */
const LOADED = 40

export interface RecordActivityProps {
  entityType: string
  entityId: string
  /** Name of the record in the sentences. */
  name: string
}

export default function ActivitySection({ entityType, entityId, name }: RecordActivityProps) {
  const actorName = useActorName()
  const { data } = useQuery(createQuery(operation('audit-log.list'), { entityType, entityId, limit: LOADED }))
  // A calculated record without changes by a user has no entries.
  if (!data || data.data.length === 0) return null
  return (
    <Section title="Activity">
      <Rows name="Activity">
        {groupActivity(data.data)
          .slice(0, SHOWN)
          .map((group) => {
            const { entry } = group
            const { actor, before, about, after } = describeGroup(
              describeActivity({ ...entry, entityName: name, actorName: actorName(entry) }),
              group,
            )
            return (
              <Row
                key={entry.id}
                title={
                  <p>
                    <span className="font-medium">{actor}</span> {before} {about}
                    {after}
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
