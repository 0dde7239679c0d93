/**
 * Uploads a payroll file with an API key, and waits until the money of the month has arrived, at most WAIT_MINUTES.
 *
 * SERVICE_URL=https://pensions.example.ie API_KEY=pcs_… node upload-payroll.ts SCHEME_ID 2026-11 payroll.csv
 *
 * The key needs the operations contribution.upload and contribution.get.
 */
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, ServiceError } from 'pension-compliance-service/client'

const [schemeId = '', payrollMonth = '', path = ''] = process.argv.slice(2)
const {
  SERVICE_URL = 'http://localhost:3000',
  API_KEY = '',
  POLL_SECONDS = '60',
  WAIT_MINUTES = '10',
} = process.env

const client = createClient({ baseUrl: SERVICE_URL, apiKey: API_KEY })
const file = new File([await openAsBlob(path)], basename(path))

try {
  const report = await client.call('contribution.upload', { schemeId, payrollMonth, file })
  console.log(`${report.counts.ok + report.counts.warn} rows imported, due on ${report.dueOn}`)
  const id = report.batchId ?? ''
  const until = Date.now() + Number(WAIT_MINUTES) * 60_000
  for (;;) {
    const batch = await client.call('contribution.get', { id })
    console.log(`Status: ${batch.status}`)
    if (['FUNDED', 'INVESTED', 'CLOSED', 'UNDONE'].includes(batch.status)) break
    if (Date.now() > until) break
    await pause(Number(POLL_SECONDS) * 1000)
  }
} catch (error) {
  if (!(error instanceof ServiceError)) throw error
  // A rejected file has the rows and their issues in the details.
  console.error(`${error.operation} was refused: ${error.message}`, error.issues, error.details)
  process.exitCode = 1
}
