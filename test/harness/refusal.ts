/** Response of a refused request with its code and, if given, other details: for `toMatchObject`. */
export const buildRefusal = (status: number, code: string, details: Record<string, unknown> = {}) => ({
  status,
  body: { details: { code, ...details } },
})
