import { listPolicyAcknowledgements, type PolicyWithVersions } from '../../../../contract/policies.ts'
import { formatCount, formatInstant } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'

/** Users of the firm and trustees with access who have read the version in force, and those who have not. */
export function Acknowledgements({ policy: { id, inForceVersion } }: { policy: PolicyWithVersions }) {
  const { query, rows, more } = useListQuery(listPolicyAcknowledgements, { id })
  const left = rows.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  const has = rows.filter(({ acknowledgedAt }) => acknowledgedAt !== null)
  return (
    <Section title={`Acknowledgements of version ${inForceVersion}`}>
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton rows={2} />
      ) : (
        <>
          <p>
            {left.length === 0 && !more.has
              ? `All ${formatCount(rows.length, 'person', 'people')} have read it.`
              : `${has.length} of ${formatCount(rows.length, 'person', 'people')}${more.has ? ' shown' : ''} have read it.`}
          </p>
          <Rows name="Readers">
            {[...left, ...has].map(({ id: personId, name, role, acknowledgedAt }) => (
              <Row
                key={personId}
                title={
                  <p>
                    <span className="font-medium">{name}</span>{' '}
                    <span className="text-muted">{formatCode(role)}</span>
                  </p>
                }
                aside={
                  acknowledgedAt ? (
                    <Status tone="done">{`Read ${formatInstant(acknowledgedAt)}`}</Status>
                  ) : (
                    <Status tone="idle">Not yet</Status>
                  )
                }
              />
            ))}
          </Rows>
          <ShowMore more={more} />
        </>
      )}
    </Section>
  )
}
