/** The peer of the benchmark: the same records from Next.js, Auth.js and Drizzle (bench/peers/next), installed and built when first used. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningProgram, startProgram } from '../test/service-process.ts'

const FOLDER = 'bench/peers/next'

export async function startPeer(databaseUrl: string): Promise<RunningProgram> {
  const run = (...command: string[]) =>
    promisify(execFile)('npm', command, {
      cwd: FOLDER,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    })
  if (!existsSync(join(FOLDER, 'node_modules'))) await run('ci')
  await run('run', 'build')
  return startProgram(`${FOLDER}/server.js`, '/ready', {
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    NEXT_TELEMETRY_DISABLED: '1',
  })
}
