/** The service as its users run it: a process of its own on a free port, with files that vanish with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './harness/free-port.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const READY_WITHIN_MS = 150_000
const CLOSED_WITHIN_MS = 15_000

export interface RunningProgram {
  url: string
  pid: number
  /** The end of what it wrote so far. */
  output(): Promise<string>
  /** Resolves when it answers 200; rejects with its output if it ends or takes too long. */
  untilReady(): Promise<void>
  stop(): Promise<void>
  /** Without a chance to say goodbye: SIGKILL. */
  kill(): Promise<void>
}

type Settings = Record<string, string>

export const startService = (settings: Settings = {}): Promise<RunningProgram> =>
  startProgram('src/server/main.ts', '/api/health/ready', settings)

/** Starts the service and does not wait for it. */
export const launchService = (settings: Settings = {}): Promise<RunningProgram> =>
  launchProgram('src/server/main.ts', '/api/health/ready', settings)

/** Runs a server of this project until it answers 200 on `readyPath`. */
export async function startProgram(
  file: string,
  readyPath: string,
  settings: Settings,
): Promise<RunningProgram> {
  const program = await launchProgram(file, readyPath, settings)
  try {
    await program.untilReady()
    return program
  } catch (error) {
    await program.stop()
    throw error
  }
}

/** Programs that a test has left running, when its own process ends. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const program of running) program.kill('SIGKILL')
})

/**
 * Nothing of this process's environment reaches the program but the search path: `settings`, a PORT, an empty DATA_DIR and SCHEDULER=off
 * are all that configures it.
 */
async function launchProgram(file: string, readyPath: string, settings: Settings): Promise<RunningProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'program-'))
  const port = Number(settings.PORT ?? (await findFreePort()))
  const url = `http://127.0.0.1:${port}`
  const outputFile = join(folder, 'output.log')
  // A file and no pipe: a busy server must not wait for its reader.
  const output = await open(outputFile, 'w')
  const program = spawn(process.execPath, [join(PROJECT, file)], {
    cwd: PROJECT,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      // Jobs of a test run when it calls them.
      SCHEDULER: 'off',
      ...settings,
    },
    stdio: ['ignore', output.fd, output.fd],
  })
  running.add(program)
  program.once('exit', () => running.delete(program))
  await output.close()
  const readOutput = async (): Promise<string> => (await readFile(outputFile, 'utf8')).slice(-4_000)
  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    await end(program, signal)
    await rm(folder, { recursive: true, force: true })
  }
  const untilReady = async (): Promise<void> => {
    try {
      await waitUntilReady(program, url + readyPath)
    } catch (cause) {
      throw new Error(`${file} did not become ready. It said:\n${await readOutput()}`, { cause })
    }
  }
  return {
    url,
    pid: program.pid as number,
    output: readOutput,
    untilReady,
    stop: () => endBy('SIGTERM'),
    kill: () => endBy('SIGKILL'),
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function waitUntilReady(program: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    if (hasEnded(program)) throw new Error(`It ended with ${program.exitCode ?? program.signalCode}`)
    const answer = await fetch(url).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await pause(100)
  }
  throw new Error(`No answer within ${READY_WITHIN_MS} ms`)
}

async function end(program: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(program)) return
  const ended = once(program, 'exit')
  program.kill(signal)
  const impatience = setTimeout(() => program.kill('SIGKILL'), CLOSED_WITHIN_MS)
  await ended
  clearTimeout(impatience)
}
