/** Joins what is there: `classNames('a', isActive && 'b')`. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
