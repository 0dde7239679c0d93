/** The two load generators, each answering requests (or transactions) a second. Both keep 32 of them under way. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const CONNECTIONS = 32
const THREADS = 2
const run = promisify(execFile)

/** Requests a second of a GET. Throws when an answer was not a success: a refusal is fast and proves nothing. */
export async function runWrk(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const { stdout } = await run('wrk', [
    `-t${THREADS}`,
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ])
  const trouble = /Non-2xx.*|Socket errors.*/.exec(stdout)
  if (trouble) throw new Error(`wrk ${url}: ${trouble[0]}`)
  return numberAfter(/Requests\/sec:\s+([\d.]+)/, stdout)
}

/** Transactions a second of a script in a file. */
export async function runPgbench(
  databaseUrl: string,
  script: string,
  variables: Record<string, string>,
  seconds: number,
): Promise<number> {
  const { stdout } = await run('pgbench', [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${CONNECTIONS}`,
    `--jobs=${THREADS}`,
    `--time=${seconds}`,
    `--file=${script}`,
    ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
    databaseUrl,
  ])
  return numberAfter(/tps = ([\d.]+)/, stdout)
}

function numberAfter(pattern: RegExp, text: string): number {
  const found = pattern.exec(text)?.[1]
  if (!found) throw new Error(`No ${pattern} in:\n${text}`)
  return Number(found)
}
