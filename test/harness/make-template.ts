/** Makes the template of a run, as a process of its own: Node loads the service here without Vitest, in half the time. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import pg from 'pg'
import { localFileStore } from '../../src/server/platform/files/local-file-store.ts'
import { migrate } from '../../src/server/platform/migrate.ts'
import { type SeededFirms, type StoredFixture, seedEmployerWithEverything } from './firm-fixture.ts'
import { openService } from './open-service.ts'
import { aFirm } from './people.ts'
import { DUMP, FIRMS, type TemplateOrder } from './template.ts'
import { FILES, type TestDatabase } from './test-database.ts'

process.once('message', (order: TemplateOrder) => {
  make(order).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${(error as Error).stack}\n`)
      process.exit(1)
    },
  )
})

async function make(order: TemplateOrder): Promise<void> {
  if (order.url) {
    const target = { url: order.url, poolSize: 4 }
    await migrateAt(new pg.Client({ connectionString: order.url }))
    return seed(target, order)
  }
  const db = await PGlite.create({ extensions: { vector } })
  const directory = process.env.TMPDIR ?? '/tmp'
  const server = new PGLiteSocketServer({ db, path: join(directory, '.s.PGSQL.5432'), maxConnections: 4 })
  await server.start()
  await migrateAt(new pg.Client({ host: directory, user: 'postgres', database: 'postgres' }))
  await seed({ socket: { directory }, poolSize: 1 }, order)
  await server.stop()
  const dump = await db.dumpDataDir('none')
  await writeFile(join(order.folder, DUMP), Buffer.from(await dump.arrayBuffer()))
  await db.close()
}

async function migrateAt(client: pg.Client): Promise<void> {
  await client.connect()
  await migrate(client)
  await client.end()
}

async function seed(target: TestDatabase['target'], { folder }: TemplateOrder): Promise<void> {
  const fileStore = await localFileStore({ folder: join(folder, FILES) })
  const service = await openService({ target }, folder, { parts: { fileStore } })
  const firm = await aFirm(service)
  const firms: SeededFirms<StoredFixture> = {
    firm: await seedEmployerWithEverything(service, firm),
    secondEmployer: await seedEmployerWithEverything(service, firm),
    otherFirm: await seedEmployerWithEverything(service, await aFirm(service)),
  }
  await service.close()
  await writeFile(join(folder, FIRMS), JSON.stringify(firms))
}
