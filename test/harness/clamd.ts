/**
 * ClamAV's own daemon with a signature database of one line, which knows a harmless text. The text is kept in two
 * halves, because it contains the EICAR test pattern: a virus scanner of this machine must not report this file.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClamdScanner, type VirusScanner } from '../../src/server/platform/virus-scanner.ts'

const PROGRAM = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find(existsSync)
const READY_WITHIN_MS = 30_000

/** Where it is not installed its tests are skipped; in CI they fail. */
export const hasClamd = PROGRAM !== undefined || process.env.CI === 'true'

const HALVES = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*']
export const INFECTED_TEXT = `marker ${HALVES.join('')} marker`
export const SIGNATURE = 'Test.Marker'

export interface Clamd {
  /** Path of its socket: what CLAMD_HOST takes. */
  socket: string
  scanner: VirusScanner
  stop(): Promise<void>
}

/** Takes contents up to `streamMaxLength`, as ClamAV writes sizes: 25M. */
export async function startClamd(streamMaxLength = '25M'): Promise<Clamd> {
  if (PROGRAM === undefined) throw new Error('clamd is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  const socket = join(folder, 'clamd.sock')
  await mkdir(join(folder, 'signatures'))
  const pattern = Buffer.from(INFECTED_TEXT).toString('hex')
  await writeFile(join(folder, 'signatures', 'test.ndb'), `${SIGNATURE}:0:*:${pattern}\n`)
  await writeFile(
    join(folder, 'clamd.conf'),
    [
      'Foreground yes',
      `LocalSocket ${socket}`,
      `DatabaseDirectory ${join(folder, 'signatures')}`,
      `TemporaryDirectory ${folder}`,
      `StreamMaxLength ${streamMaxLength}`,
      '',
    ].join('\n'),
  )
  const output = await open(join(folder, 'output.log'), 'w')
  const program = spawn(PROGRAM, ['--config-file', join(folder, 'clamd.conf')], {
    stdio: ['ignore', output.fd, output.fd],
  })
  await output.close()
  const ended = once(program, 'exit')
  const stop = async (): Promise<void> => {
    program.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const scanner = createClamdScanner({ path: socket })
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && program.exitCode === null) {
    const isReady = await scanner.ping().then(
      () => true,
      () => false,
    )
    if (isReady) return { socket, scanner, stop }
    await pause(50)
  }
  const outputText = await readFile(join(folder, 'output.log'), 'utf8')
  await stop()
  throw new Error(`clamd did not become ready. It said:\n${outputText}`)
}
