/** Values that are accepted and seldom right: a warning beside the field and in the answer of the API, never a refusal. */
import { calculatePpsCheckLetter } from './pps-number.ts'

/** Warnings by field: what is unusual about each value. */
type Warnings<Field extends string> = Partial<Record<Field, string>>

const MOST_USUAL_DIGITS = 6
const USUAL_RETIREMENT = { from: 60, to: 70 }

export function listUnusualSchemeValues({
  pensionsAuthorityNumber,
  normalRetirementAge,
}: {
  pensionsAuthorityNumber: unknown
  normalRetirementAge: unknown
}): Warnings<'pensionsAuthorityNumber' | 'normalRetirementAge'> {
  const digits = String(pensionsAuthorityNumber ?? '').replaceAll(/\D/g, '').length
  const age =
    normalRetirementAge === null || normalRetirementAge === '' ? Number.NaN : Number(normalRetirementAge)
  return {
    ...(digits > MOST_USUAL_DIGITS
      ? { pensionsAuthorityNumber: `PB numbers usually have at most ${MOST_USUAL_DIGITS} digits: check it` }
      : {}),
    ...(age < USUAL_RETIREMENT.from || age > USUAL_RETIREMENT.to
      ? {
          normalRetirementAge: `Most schemes have a retirement age from ${USUAL_RETIREMENT.from} to ${USUAL_RETIREMENT.to}: check it`,
        }
      : {}),
  }
}

/** The form of the Central Bank reference is not verified, so that another one is a warning only. */
export function listUnusualFirmValues({ cbiReference }: { cbiReference: unknown }): Warnings<'cbiReference'> {
  const text = String(cbiReference ?? '').trim()
  return text === '' || /^C\d{1,7}$/i.test(text)
    ? {}
    : { cbiReference: 'Central Bank references are usually C and up to seven digits: check it' }
}

/** The check letter is calculated as that of a PPS number, which is not verified for employers. */
export function listUnusualEmployerValues({
  employerRegisteredNumber,
}: {
  employerRegisteredNumber: unknown
}): Warnings<'employerRegisteredNumber'> {
  const [, digits, letter, second] =
    /^(\d{7})([A-W])([A-Z]?)[A-Z]?$/.exec(
      String(employerRegisteredNumber ?? '')
        .trim()
        .toUpperCase(),
    ) ?? []
  return digits === undefined || calculatePpsCheckLetter(digits, second) === letter
    ? {}
    : { employerRegisteredNumber: 'The check letter does not match the digits: check the number' }
}
