import { buildRequestUrl } from '../client.ts'
import { operation } from '../operation.ts'

/** The logo of a firm beside its name, which says the same: without an alternative text. On white in both themes: most logos are drawn for paper. */
export function FirmLogo({
  firmId,
  version,
  className = '',
}: {
  firmId: string
  /** `sha256` of the logo. */
  version: string
  className?: string
}) {
  return (
    <img
      src={buildRequestUrl(operation('tenant.logo'), { id: firmId, version })}
      alt=""
      className={`rounded-sm bg-white object-contain ${className}`}
    />
  )
}
