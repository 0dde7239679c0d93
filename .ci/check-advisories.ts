/**
 * Fails if a production dependency has a known vulnerability of high or critical severity. The registry must answer audit requests:
 * mirrors often do not, and then the check is skipped with that reason.
 */
import { spawnSync } from 'node:child_process'
import { PACKAGES } from './packages.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const fail = (line: string): void => void process.stderr.write(`${line}\n`)

interface AuditReport {
  statusCode?: number
  vulnerabilities?: Record<string, { severity: string }>
}

for (const folder of PACKAGES) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--package-lock-only', '--json'], {
    encoding: 'utf8',
    cwd: folder,
  })
  const report = parseReport(stdout)
  if (!report?.vulnerabilities) {
    const status = report?.statusCode ? `status ${report.statusCode}` : 'no answer'
    print(`Advisories of ${folder}: skipped, because the registry does not answer audit requests (${status})`)
    continue
  }
  const known = Object.entries(report.vulnerabilities)
  const serious = known.filter(([, { severity }]) => ['high', 'critical'].includes(severity))
  for (const [name, { severity }] of serious)
    fail(`${folder}: ${name}: ${severity} (npm audit has the details)`)
  print(`Advisories of ${folder}: ${known.length} known, ${serious.length} high or critical`)
  if (serious.length > 0) process.exitCode = 1
}

function parseReport(text: string): AuditReport | null {
  try {
    return JSON.parse(text) as AuditReport
  } catch {
    return null
  }
}
