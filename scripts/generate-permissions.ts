/** `npm run permissions`: runs the permission tests, and writes docs/permissions.md from the results that they record. */
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACTS } from '../src/contract/index.ts'
import { CommandError, print, runCommand } from './command.ts'
import { buildPermissionsPage, mergeResults, type Results } from './permissions/page.ts'

const PROJECT = join(import.meta.dirname, '..')
const RESULTS = 'test-results/permission-matrix/*.json'
const PAGE = 'docs/permissions.md'

await runCommand('permissions', async () => {
  const files = globSync(RESULTS, { cwd: PROJECT })
  if (files.length === 0) throw new CommandError(`No results in ${RESULTS}: run \`npm run permissions\``)
  const results = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(PROJECT, file), 'utf8')) as Results),
  )
  await writeFile(join(PROJECT, PAGE), buildPermissionsPage(CONTRACTS, mergeResults(results)))
  print(`Wrote ${PAGE}: ${CONTRACTS.length} operations`)
})
