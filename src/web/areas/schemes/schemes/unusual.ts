/** Values of a scheme that are accepted and seldom right: pointed out beside the field, never a reason not to save. */

interface Looked {
  pensionsAuthorityNumber: unknown
  normalRetirementAge: unknown
}

const MOST_USUAL_DIGITS = 6
const USUAL_RETIREMENT = { from: 60, to: 70 }

export function findUnusualValues({
  pensionsAuthorityNumber,
  normalRetirementAge,
}: Looked): Partial<Record<keyof Looked, string>> {
  const digits = String(pensionsAuthorityNumber ?? '').replaceAll(/\D/g, '').length
  const age =
    normalRetirementAge === null || normalRetirementAge === '' ? Number.NaN : Number(normalRetirementAge)
  return {
    ...(digits > MOST_USUAL_DIGITS
      ? {
          pensionsAuthorityNumber: `PB numbers usually have at most ${MOST_USUAL_DIGITS} digits: check it`,
        }
      : {}),
    ...(age < USUAL_RETIREMENT.from || age > USUAL_RETIREMENT.to
      ? {
          normalRetirementAge: `Most schemes have a retirement age from ${USUAL_RETIREMENT.from} to ${USUAL_RETIREMENT.to}: check it`,
        }
      : {}),
  }
}
