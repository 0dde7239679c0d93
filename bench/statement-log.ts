/**
 * Loaded into the service before its own modules (`node --import`): writes what PostgreSQL reports about the duration of each statement to the
 * file STATEMENT_LOG, one JSON object a line. The database sends the reports to the client because `client_min_messages` is `log`.
 */
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const file = process.env.STATEMENT_LOG
if (file) {
  const connect = pg.Client.prototype.connect
  pg.Client.prototype.connect = function (this: pg.Client, ...given: unknown[]) {
    this.on('notice', ({ message, detail }) => {
      if (message?.startsWith('duration: ')) appendFileSync(file, `${JSON.stringify({ message, detail })}\n`)
    })
    return connect.apply(this, given as never)
  } as typeof connect
}
