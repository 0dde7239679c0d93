/**
 * `npm run retention -- --dry-run`: lists the members and documents of all firms whose retention period has ended, without their names.
 * Nothing is erased: a person decides on each record in the application.
 */
import { listRecordsPastRetention } from '../src/server/areas/members/personal-data/index.ts'
import { SYSTEM } from '../src/server/pipeline/act-as.ts'
import { createPipeline } from '../src/server/pipeline/pipeline.ts'
import { getTodayInDublin, systemClock } from '../src/server/platform/clock.ts'
import { readCommandConfig } from '../src/server/start.ts'
import { CommandError, formatCount, print, runCommand } from './command.ts'
import { openDatabaseOfService } from './open-database.ts'

const USAGE = `Usage: npm run retention -- --dry-run
Lists members and documents whose retention period has ended, one on each line: firm, kind, id, first day of the period,
years, last day. Needs the configuration of the service. With the embedded database, stop the service first.
The command erases nothing: erase members and remove documents in the application (Members, Retention).`

await runCommand('retention', async () => {
  const [option, ...more] = process.argv.slice(2)
  if (option !== '--dry-run' || more.length > 0) throw new CommandError(USAGE)
  const opened = await openDatabaseOfService(await readCommandConfig(process.env))
  try {
    const pipeline = createPipeline({
      database: opened.database,
      refuseDevelopmentAccounts: true,
      today: () => getTodayInDublin(systemClock),
      onAfterCommitFailure: () => {},
      derive: () => Promise.resolve(),
    })
    const records = await pipeline.actAs(SYSTEM, 'personal-data.expired', async (tx) => ({
      answer: await listRecordsPastRetention(tx),
      changes: [],
    }))
    for (const { tenantId, kind, id, startsOn, years, retainUntilOn } of records)
      print([tenantId, kind, id, startsOn ?? '-', years ?? '-', retainUntilOn].join('\t'))
    print(`${formatCount(records.length)} records past their retention period. Dry run: nothing was erased.`)
  } finally {
    await opened.close()
  }
})
