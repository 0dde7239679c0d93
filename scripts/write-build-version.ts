/** Writes the commit of the sources for the log, the metrics and the page *Service health*. Runs after `npm ci` and before `npm start`. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BUILD_VERSION_FILE } from '../src/server/platform/build-folders.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))

/** Null where the sources are not a git repository, or git is not installed. */
async function findCommit(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: PROJECT })
    return stdout.trim()
  } catch {
    return null
  }
}

await mkdir(dirname(BUILD_VERSION_FILE), { recursive: true })
await writeFile(BUILD_VERSION_FILE, `${JSON.stringify({ commit: await findCommit() })}\n`)
