/** Where a rule is written: each reference with its heading, and what of it is not verified. */
import { CITATIONS, type CitationId, INSTRUMENTS, isVerified } from '../../contract/citations.ts'
import { Row, Rows } from '../ui/rows.tsx'
import { Status } from '../ui/status.tsx'

export function Sources({ ids }: { ids: readonly CitationId[] }) {
  return (
    <Rows name="Legal sources">
      {ids.map((id) => {
        const { instrument, label, heading } = CITATIONS[id]
        const isHouse = instrument === 'HOUSE'
        return (
          <Row
            key={id}
            title={
              <p>
                <span className="font-medium">
                  {INSTRUMENTS[instrument].name}
                  {!isHouse && ` ${label}`}
                </span>
                : {heading}
              </p>
            }
            aside={
              isHouse ? (
                <Status tone="idle">Our interpretation (not law)</Status>
              ) : isVerified(id) ? (
                <span className="text-muted">Verified</span>
              ) : (
                <Status tone="soon">Unverified</Status>
              )
            }
          />
        )
      })}
    </Rows>
  )
}
