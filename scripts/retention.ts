/**
 * `npm run retention -- --dry-run`: lists the members and documents of all firms whose retention period has ended, without their names.
 * Erases no record: a person decides on each in the application.
 */
import {
  listErasedMembers,
  listRecordsPastRetention,
} from '../src/server/areas/members/personal-data/index.ts'
import { createCompletePipeline } from '../src/server/operation/complete-pipeline.ts'
import { SYSTEM } from '../src/server/pipeline/act-as.ts'
import { getTodayInDublin, systemClock } from '../src/server/platform/clock.ts'
import type { Tx } from '../src/server/platform/database.ts'
import { readCommandConfig } from '../src/server/start.ts'
import { CommandError, formatCount, print, runCommand } from './command.ts'
import { openDatabaseOfService } from './open-database.ts'

const USAGE = `Usage: npm run retention -- --dry-run | --erased
--dry-run lists members and documents whose retention period has ended, one on each line: firm, kind, id, first day of the
period, years, last day. --erased lists members whose personal data were erased: firm, id, date. Keep that list beside the
backups: after a restore, these members must be erased again.
Needs the configuration of the service. With the embedded database, stop the service first.
The command erases nothing: erase members and remove documents in the application (Members, Retention).`

const LISTS = {
  '--dry-run': async (tx: Tx) => {
    const records = await listRecordsPastRetention(tx)
    return {
      lines: records.map(({ tenantId, kind, id, startsOn, years, retainUntilOn }) =>
        [tenantId, kind, id, startsOn ?? '-', years ?? '-', retainUntilOn].join('\t'),
      ),
      end: 'records past their retention period. Dry run: nothing was erased.',
    }
  },
  '--erased': async (tx: Tx) => {
    const members = await listErasedMembers(tx)
    return {
      lines: members.map(({ tenantId, id, erasedOn }) => [tenantId, id, erasedOn].join('\t')),
      end: 'erased members.',
    }
  },
}

await runCommand('retention', async () => {
  const [option = '', ...more] = process.argv.slice(2)
  if (!(option in LISTS) || more.length > 0) throw new CommandError(USAGE)
  const opened = await openDatabaseOfService(await readCommandConfig(process.env))
  try {
    const pipeline = createCompletePipeline({
      database: opened.database,
      refuseDevelopmentAccounts: true,
      today: () => getTodayInDublin(systemClock),
      onAfterCommitFailure: () => {},
      derive: async () => null,
    })
    const { lines, end } = await pipeline.actAs(SYSTEM, 'personal-data.expired', async (tx) => ({
      answer: await LISTS[option as keyof typeof LISTS](tx),
      changes: [],
    }))
    for (const line of lines) print(line)
    print(`${formatCount(lines.length)} ${end}`)
  } finally {
    await opened.close()
  }
})
