/** Prints after the run how long each journey took. */
import type { Reporter, TestModule } from 'vitest/node'

interface Row {
  name: string
  tests: number
  seconds: number
}

const rowOf = (module: TestModule): Row => {
  const { duration, collectDuration, prepareDuration, setupDuration } = module.diagnostic()
  return {
    name: module.moduleId.split('/').at(-1)?.replace('.journey.ts', '') ?? '',
    tests: [...module.children.allTests()].length,
    seconds: (duration + collectDuration + prepareDuration + setupDuration) / 1000,
  }
}

const formatRow = ({ name, tests, seconds }: Row): string =>
  `${seconds.toFixed(1).padStart(8)} s  ${String(tests).padStart(4)} tests  ${name}`

export class DurationReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.map(rowOf).sort((a, b) => b.seconds - a.seconds)
    process.stdout.write(`\n Journeys by time, several at once\n${rows.map(formatRow).join('\n')}\n\n`)
  }
}
