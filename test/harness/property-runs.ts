/**
 * How many generated cases a property is tried with: all of them where FC_RUNS is `full`, as in CI, else a tenth, from 2 to 100.
 * fast-check prints the seed of a case that fails; `seed` and `path` in the options of the property repeat it.
 */
export const getPropertyRuns = (full: number): number =>
  process.env.FC_RUNS === 'full' ? full : Math.min(100, Math.max(2, Math.ceil(full / 10)))
