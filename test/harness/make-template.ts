/** Makes the templates of a run, as a process of its own: Node loads the service here without Vitest, in half the time. */
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { ensureTemplate } from '../../src/server/build-template.ts'
import { createStreamOpener } from '../../src/server/platform/embedded-sessions.ts'
import { createLocalFileStore } from '../../src/server/platform/files/local-file-store.ts'
import { runMigrations } from '../../src/server/platform/migrate.ts'
import { type SeededFirms, type StoredFixture, seedEmployerWithEverything } from './firm-fixture.ts'
import { openService } from './open-service.ts'
import { createFirm } from './people.ts'
import { FIRMS, readTemplateDump, type TemplateOrder } from './template.ts'
import { type Contents, FILES, type TestDatabase, withClient } from './test-database.ts'

process.once('message', (order: TemplateOrder) => {
  make(order).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${(error as Error).stack}\n`)
      process.exit(1)
    },
  )
})

async function make({ folder, urls }: TemplateOrder): Promise<void> {
  if (urls) {
    await withClient(urls.migrated, (client) => runMigrations(client))
    const names = [urls.seeded, urls.migrated].map((url) => new URL(url).pathname.slice(1))
    const server = new URL(urls.migrated)
    server.pathname = '/postgres'
    await withClient(server.href, (client) =>
      client.query(`create database ${names[0]} template ${names[1]}`),
    )
    return seed({ url: urls.seeded, poolSize: 4 }, folder)
  }
  const db = await PGlite.create({
    loadDataDir: await openAsBlob(await ensureTemplate('migrated')),
    extensions: { vector },
  })
  const dump = async (contents: Contents): Promise<void> => {
    const bytes = await (await db.dumpDataDir('none')).arrayBuffer()
    await writeFile(join(folder, readTemplateDump(contents)), Buffer.from(bytes))
  }
  // Without compression, because a run unpacks it two dozen times.
  await dump('migrated')
  await seed({ openStream: createStreamOpener(db), poolSize: 1 }, folder)
  await dump('seeded')
  await db.close()
}

async function seed(target: TestDatabase['target'], folder: string): Promise<void> {
  const fileStore = await createLocalFileStore({ folder: join(folder, FILES) })
  const service = await openService({ target }, folder, { parts: { fileStore } })
  const firm = await createFirm(service)
  const firms: SeededFirms<StoredFixture> = {
    firm: await seedEmployerWithEverything(service, firm),
    secondEmployer: await seedEmployerWithEverything(service, firm),
    otherFirm: await seedEmployerWithEverything(service, await createFirm(service)),
  }
  // The template is kept for longer than the days of grace.
  await service.asOwner("update tenants set second_factor_from = second_factor_from + interval '10 years'")
  await service.close()
  await writeFile(join(folder, FIRMS), JSON.stringify(firms))
}
