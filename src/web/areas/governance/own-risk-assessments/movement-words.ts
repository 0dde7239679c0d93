/** `12 to 6, 6 lower`, `6`, `new: 6`, `was 12`. */
export function formatMovement(before: number | null, after: number | null, movement: number | null): string {
  if (before === null) return after === null ? '—' : `new: ${after}`
  if (after === null) return `was ${before}`
  if (!movement) return String(after)
  return `${before} to ${after}, ${Math.abs(movement)} ${movement > 0 ? 'higher' : 'lower'}`
}
