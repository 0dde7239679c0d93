/** Where a rule is written: each reference with its heading, and what of it is not verified. */
import { CITATIONS, type CitationId, isVerified } from '../../contract/citations.ts'
import { INSTRUMENTS } from '../../contract/instruments.ts'
import { Row, Rows } from '../ui/rows.tsx'
import { Status } from '../ui/status.tsx'

export function Sources({ ids }: { ids: readonly CitationId[] }) {
  return (
    <Rows name="Legal sources">
      {ids.map((id) => {
        const { instrument, label, heading } = CITATIONS[id]
        const isInterpretation = instrument === 'HOUSE'
        return (
          <Row
            key={id}
            title={
              <p>
                <span className="font-medium">
                  {INSTRUMENTS[instrument].name}
                  {!isInterpretation && ` ${label}`}
                </span>
                : {heading}
              </p>
            }
            aside={
              isInterpretation ? (
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
