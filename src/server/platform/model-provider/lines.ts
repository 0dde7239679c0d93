import { ModelUnavailable } from './model-unavailable.ts'

/** Of one line; a longer one would be held in memory for as long as it goes on. */
const LINE_BYTES = 8 * 1024

/** A text that comes in pieces, line by line and without the line ends; then what the pieces ended with. */
export async function* splitLines<End>(pieces: AsyncGenerator<string, End>): AsyncGenerator<string, End> {
  let rest = ''
  for (;;) {
    const next = await pieces.next()
    if (next.done) {
      if (rest !== '') yield rest
      return next.value
    }
    const lines = (rest + next.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield requireWithinLimit(line).replace(/\r$/, '')
    requireWithinLimit(rest)
  }
}

function requireWithinLimit(line: string): string {
  if (Buffer.byteLength(line) > LINE_BYTES) throw new ModelUnavailable('TOO_LONG')
  return line
}
