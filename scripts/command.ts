/** Runs a command of this folder: an expected error ends it with one sentence and without a stack trace. */

import { formatProblems } from '../src/server/config/variable-examples.ts'
import { ConfigError } from '../src/server/config.ts'

/** An error that the operator at the terminal can correct; the message explains how. */
export class CommandError extends Error {}

/** Programming errors: their message alone does not help an operator. */
const isUnexpected = (error: unknown): boolean =>
  !(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError

/** An AggregateError, as of a refused connection to a name with several addresses, has its reasons in `errors` and no message. */
function sentenceOf(error: Error): string {
  if (error instanceof ConfigError) return configurationSentence(error)
  if (error instanceof AggregateError) return error.errors.map(({ message }: Error) => message).join('; ')
  return error.message
}

/** All problems of a configuration, with what to set for each. */
const configurationSentence = ({ problems }: ConfigError): string =>
  `Problems of the configuration: ${problems.length}\n${formatProblems(problems)}`

export async function runCommand(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.exitCode = 1
    const message = isUnexpected(error)
      ? String((error as Error)?.stack ?? error)
      : sentenceOf(error as Error)
    process.stderr.write(`${name}: ${message}\n`)
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

export const formatCount = (count: number): string => count.toLocaleString('en-IE')

/** Destination for the log of a command: only problems beside its work are logged. */
export const toStandardError = { write: (line: string): void => void process.stderr.write(line) }
