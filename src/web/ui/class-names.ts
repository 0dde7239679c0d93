/** Joins what is there: `joinClassNames('a', isActive && 'b')`. */
export const joinClassNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
