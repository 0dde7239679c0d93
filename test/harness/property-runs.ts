/**
 * How many generated cases a property is tried with: all of them where FC_RUNS is `full`, as in CI, so many times as many where it is a
 * number, else a tenth, from 2 to 100.
 * fast-check prints the seed of a case that fails; `seed` and `path` in the options of the property repeat it.
 */
export function getPropertyRuns(full: number): number {
  const { FC_RUNS } = process.env
  if (FC_RUNS === 'full') return full
  const factor = Number(FC_RUNS)
  return factor > 0 ? Math.ceil(full * factor) : Math.min(100, Math.max(2, Math.ceil(full / 10)))
}
