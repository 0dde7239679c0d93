/** `npm run doctor`: checks everything that the service needs, with the environment of the service, and says how to fix it. */

import { describeRemedy } from '../src/server/config/variable-examples.ts'
import { type Config, ConfigError, readConfig, readEnvironment } from '../src/server/config.ts'
import { loadDevelopmentSecrets, lockFolder } from '../src/server/platform/data-folder.ts'
import { isEmptyFolder } from '../src/server/platform/database-template.ts'
import { openEmbeddedDatabase } from '../src/server/platform/embedded-database.ts'
import { CommandError, print, runCommand } from './command.ts'
import {
  buildFailure,
  buildOk,
  buildWarning,
  formatTable,
  hasFailure,
  listSecrets,
  type Outcome,
  runCheck,
} from './doctor/check.ts'
import { checkDatabase } from './doctor/database-checks.ts'
import {
  checkFiles,
  checkFolders,
  checkMail,
  checkProvider,
  checkRedis,
  checkScanner,
  checkTls,
  checkTraces,
  checkUser,
} from './doctor/system-checks.ts'

const USAGE = `Usage: npm run doctor
Checks the configuration, the database, TLS files, Redis, the mail relay, the file store, the virus scanner, the AI provider, the collector of traces, disks and keys.
Changes nothing, sends no mail, and prints no secret. Ends with code 1 if a check failed.`

const CHECK = 'Configuration'

/** The configuration if it is complete, with the outcome of its check. */
async function readConfiguration(
  env: NodeJS.ProcessEnv,
): Promise<{ config: Config | null; outcomes: Outcome[] }> {
  const problemOf = (problem: string): Outcome => ({
    check: CHECK,
    ...buildFailure(problem, describeRemedy(problem).join('; ')),
  })
  try {
    const isProduction = readEnvironment(env) === 'production'
    const secrets = isProduction ? null : await loadDevelopmentSecrets(env.DATA_DIR || '.data')
    const reading = readConfig(env, secrets)
    const warnings = reading.warnings.map((warning) => ({
      check: CHECK,
      ...buildWarning(warning, describeRemedy(warning).join('; ')),
    }))
    if (reading.state === 'incomplete')
      return {
        config: null,
        outcomes: [...reading.missing.map((name) => problemOf(`${name} is missing`)), ...warnings],
      }
    const complete = { check: CHECK, ...buildOk(`complete (${reading.config.environment})`) }
    return { config: reading.config, outcomes: [complete, ...warnings] }
  } catch (error) {
    if (error instanceof ConfigError) return { config: null, outcomes: error.problems.map(problemOf) }
    throw error
  }
}

async function checkConfiguredDatabase(config: Config): Promise<Outcome[]> {
  if ('url' in config.database) {
    const { url, migrationUrl } = config.database
    return checkDatabase(config, { url, poolSize: 1 }, { url: migrationUrl, poolSize: 1 })
  }
  const { dataDir } = config.database
  if (await isEmptyFolder(dataDir))
    return [{ check: 'Database', ...buildOk('embedded; the first start creates it') }]
  const opened: { outcomes: Outcome[] } = { outcomes: [] }
  const opening = await runCheck(
    'Database',
    'Stop the service before this check, or check its /api/health/ready',
    async () => {
      const unlock = await lockFolder(config.dataDir, process.pid)
      try {
        const embedded = await openEmbeddedDatabase({ dataDir })
        try {
          const target = { openStream: embedded.openStream, poolSize: 1 }
          opened.outcomes = await checkDatabase(config, target, target)
        } finally {
          await embedded.close()
        }
      } finally {
        await unlock()
      }
      return buildOk('embedded')
    },
    120_000,
  )
  return opened.outcomes.length > 0 ? opened.outcomes : [opening]
}

await runCommand('doctor', async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  const { config, outcomes } = await readConfiguration(process.env)
  if (config) {
    outcomes.push(...checkUser(config))
    outcomes.push(...(await checkConfiguredDatabase(config)))
    outcomes.push(
      ...(await Promise.all([
        checkTls(config),
        checkRedis(config),
        checkMail(config),
        checkFiles(config),
        checkScanner(config),
        checkProvider(config),
        checkTraces(config),
      ])),
    )
    outcomes.push(...(await checkFolders(config)))
  }
  print(formatTable(outcomes, listSecrets(process.env)))
  const failed = outcomes.filter(({ result }) => result === 'failed').length
  print(
    `\n${failed === 0 ? 'No check failed.' : `Failed: ${failed}. The service will not work as configured.`}`,
  )
  if (hasFailure(outcomes)) process.exitCode = 1
})
