/** Last step of `npm ci`: builds the web application and the database template and notes the commit, in parallel, each with its own command. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const builds = ['build-web.ts', 'build-template.ts', 'write-build-version.ts'].map(async (name) => {
  const file = fileURLToPath(new URL(name, import.meta.url))
  const [code] = await once(spawn(process.execPath, [file], { stdio: 'inherit' }), 'close')
  if (code !== 0) process.exitCode = 1
})
await Promise.all(builds)
