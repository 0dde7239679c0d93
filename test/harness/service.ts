/** The service for a test file: the one of its worker, or one with settings or a database of its own. */
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import type { Parts } from '../../src/server/app.ts'
import { openFixture, type SeededFirms } from './firm-fixture.ts'
import type { FirmFixture } from './fixture-records.ts'
import { openService, type Service, type ServiceOptions } from './open-service.ts'
import { openSavepointDatabase, type SavepointDatabase } from './savepoint-database.ts'
import { createSessionOnlyDatabase } from './session-only-database.ts'
import { readSeededFirms } from './template.ts'
import { copyTemplate, openReusableDatabase, type TestDatabase } from './test-database.ts'

export { FakeMailer, type Service } from './open-service.ts'
export { TEST_SECRETS } from './test-secrets.ts'

// Vitest loads this module once for a worker, which runs many test files one after another.
let workerDatabase: Promise<TestDatabase> | undefined
let workerService: Promise<Service> | undefined

const databaseOfWorker = (): Promise<TestDatabase> => {
  workerDatabase ??= copyTemplate(inject('template'), 'seeded')
  return workerDatabase
}

let emptiedDatabase: ReturnType<typeof openReusableDatabase> | undefined

/**
 * Gives a test file its service. Without options it is the worker's: other files use it before and after, so each test creates
 * its own firm and looks at nothing else. With options it is a service of this file on the worker's database.
 * Tests of what all firms share (jobs, the corpus) ask for a database without firms: `emptyDatabase` has been emptied after the file
 * before. Tests that change tables, triggers or roles ask for `ownDatabase`, which nothing uses after them.
 */
export function useService(
  options: ServiceOptions & { emptyDatabase?: boolean; ownDatabase?: boolean } = {},
): () => Service {
  const { emptyDatabase = false, ownDatabase = false, ...settings } = options
  const isWorkers = !emptyDatabase && !ownDatabase && Object.keys(settings).length === 0
  let service: Service | undefined
  beforeAll(async () => {
    if (ownDatabase) service = await startService(settings)
    else if (isWorkers) {
      workerService ??= databaseOfWorker().then((database) => openService(database, inject('runFolder')))
      service = await workerService
    } else {
      const database = emptyDatabase ? await databaseEmptied() : await databaseOfWorker()
      service = await openService(database, inject('runFolder'), settings)
    }
  })
  afterAll(async () => {
    if (isWorkers) await service?.reset()
    else await service?.close()
  })
  return () => {
    if (!service) throw new Error('The service is open only while tests run')
    return service
  }
}

async function databaseEmptied(): Promise<TestDatabase> {
  emptiedDatabase ??= openReusableDatabase(inject('template'))
  const database = await emptiedDatabase
  await database.empty()
  return database
}

let databaseOfCases: Promise<TestDatabase> | undefined

/**
 * The seeded firms, for cases that may change anything: each test is one transaction that is rolled back. All files of a worker
 * that ask for it share one copy of the template, which therefore holds the seeded firms and nothing else.
 */
export function useSeededFirms(settings: Pick<ServiceOptions, 'env'> = {}): {
  service: () => Service
  firms: () => SeededFirms<FirmFixture>
} {
  let opened: { service: Service; firms: SeededFirms<FirmFixture>; database: SavepointDatabase } | undefined
  const current = () => {
    if (!opened) throw new Error('The seeded firms are there only while tests run')
    return opened
  }
  beforeAll(async () => {
    databaseOfCases ??= copyTemplate(inject('template'), 'seeded')
    const copy = await databaseOfCases
    const database = openSavepointDatabase(copy.target)
    const service = await openService(copy, inject('runFolder'), { ...settings, savepoints: database })
    opened = { service, database, firms: await openSeededFirms(service) }
  })
  beforeEach(async () => {
    await current().service.reset()
    await current().database.begin()
  })
  afterEach(async () => {
    await current().service.app.mails.idle()
    await current().database.rollBack()
  })
  afterAll(() => opened?.service.close())
  return { service: () => current().service, firms: () => current().firms }
}

/**
 * The seeded firms on a service that can look sessions up and fails on every other statement: for requests that are refused before
 * any work is done.
 */
export function useRefusingService(parts: Partial<Parts> = {}): {
  /** The worker's service, for what has to be stored first. */
  service: () => Service
  refusing: () => Service
  firms: () => SeededFirms<FirmFixture>
} {
  const service = useService()
  let opened: { refusing: Service; firms: SeededFirms<FirmFixture> } | undefined
  beforeAll(async () => {
    const app = await service().open({ database: createSessionOnlyDatabase(service().database), ...parts })
    const refusing = { ...service(), app }
    opened = { refusing, firms: await openSeededFirms(refusing) }
  })
  const current = () => {
    if (!opened) throw new Error('The service is open only while tests run')
    return opened
  }
  return { service, refusing: () => current().refusing, firms: () => current().firms }
}

async function openSeededFirms(service: Service): Promise<SeededFirms<FirmFixture>> {
  const template = inject('template')
  const { firm, secondEmployer, otherFirm } = await readSeededFirms(template)
  return {
    firm: await openFixture(service, firm),
    secondEmployer: await openFixture(service, secondEmployer),
    otherFirm: await openFixture(service, otherFirm),
  }
}

/** A service on an empty database of its own. The caller closes it. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const database = await copyTemplate(inject('template'), 'migrated')
  const service = await openService(database, inject('runFolder'), options)
  return {
    ...service,
    async close() {
      await service.close()
      await database.close()
    },
  }
}
