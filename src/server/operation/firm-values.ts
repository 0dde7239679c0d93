/**
 * Joins `alias.value` to each scheme: of the rows (`scheme_id`, `value` as jsonb, at most one for a scheme) that `rows` selects in the scope of a firm,
 * or null. Rows without a scheme are left out. The rows are read once for a statement, however many schemes it reads.
 *
 * An object and no join of the rows: a plan that PostgreSQL keeps for all firms expects few rows, and would compare every scheme with every row.
 */
export const joinFirmValues = (scheme: string, alias: string, rows: string): string =>
  `cross join lateral (select (select jsonb_object_agg(v.scheme_id, v.value) filter (where v.scheme_id is not null) from (${rows}) v) -> ${scheme}.id as value offset 0) ${alias}`
