/**
 * Before the run: the template with its seeded firms, which every test database is a copy of. After it: the log of the whole
 * run is searched for every personal value that any test used; one hit fails the run.
 */
import { mkdtempSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { collectLeaks } from './canaries.ts'
import { ensureTemplate } from './template.ts'
import { dropStatement, type Template, withClient } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run keeps its logs and its canaries. */
    runFolder: string
    template: Template
    /** The server that copies of the template are made on; null where the database is embedded. */
    postgresqlUrl: string | null
    redisUrl: string | null
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = `${project.name || 'tests'}-${process.pid}`
  const runFolder = join(project.config.root, 'test-results', run)
  await mkdir(runFolder, { recursive: true })
  // Workers inherit it, so files that tests leave in the temporary folder are deleted after the run.
  const temporary = mkdtempSync(join(tmpdir(), 't-'))
  process.env.TMPDIR = temporary
  const postgresqlUrl = process.env.TEST_DATABASE_URL || null
  const template = await ensureTemplate({ runFolder, postgresqlUrl, root: project.config.root })
  project.provide('runFolder', runFolder)
  project.provide('template', template)
  project.provide('postgresqlUrl', postgresqlUrl)
  project.provide('redisUrl', process.env.TEST_REDIS_URL || null)

  return async () => {
    if (template.kind === 'postgresql') await dropDatabases(template)
    const { leaks, lines, canaries } = await collectLeaks(runFolder)
    await rm(runFolder, { recursive: true, force: true })
    await rm(temporary, { recursive: true, force: true })
    process.stdout.write(
      `\n  Log check (${project.name}): ${lines} lines searched for ${canaries} personal values, ${leaks.length} found\n`,
    )
    if (leaks.length > 0) throw new Error(`Personal data in the log:\n${leaks.slice(0, 10).join('\n')}`)
  }
}

/** The templates, and the copies of workers that ended with the run. */
async function dropDatabases({
  url,
  databases,
  copiesBeginWith,
}: Template & { kind: 'postgresql' }): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select quote_ident(datname) as name from pg_database where starts_with(datname, $1)',
      [copiesBeginWith],
    )
    for (const name of [...rows.map((row) => row.name), ...Object.values(databases)])
      await client.query(dropStatement(name))
  })
}
