const [euros, thousands] = [
  new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }),
  new Intl.NumberFormat('en-IE', {
    style: 'currency',
    currency: 'EUR',
    notation: 'compact',
    maximumSignificantDigits: 3,
  }),
]
const COMPACT_FROM_CENTS = 10_000_00
/** `€9,999`, `€11.2K`, `€1.23M`: at most six characters, for grids and charts, whose words and tables have the exact amount. */
export const formatShortMoney = (cents: number): string =>
  (Math.abs(cents) < COMPACT_FROM_CENTS ? euros : thousands).format(cents / 100)
