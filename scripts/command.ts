/** How a command of this folder ends: with a sentence where something expected went wrong, and never with its stack. */

/** What the person at the terminal can do something about; the message says what. */
export class CommandError extends Error {}

/** Programming errors: their message alone does not help an operator. */
const isUnexpected = (error: unknown): boolean =>
  !(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError

/** A refused connection to a name with several addresses carries its reasons inside and no message. */
function sentenceOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map(({ message }: Error) => message).join('; ')
  return error.message
}

export async function runCommand(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.exitCode = 1
    const said = isUnexpected(error) ? String((error as Error)?.stack ?? error) : sentenceOf(error as Error)
    process.stderr.write(`${name}: ${said}\n`)
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

export const formatCount = (count: number): string => count.toLocaleString('en-IE')

/** The only line that is ever logged by a command: what goes wrong beside its work. */
export const toStandardError = { write: (line: string): void => void process.stderr.write(line) }
