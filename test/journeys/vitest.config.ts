import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { DurationReporter } from './duration-reporter.ts'

/** The files that check page after page take longest, though they are short. */
class PagesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isPages = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/pages-')
    return [...sorted.filter(isPages), ...sorted.filter((file) => !isPages(file))]
  }
}

/** Journeys in a real browser against the running service; `npm run test:browser` runs them, `npm test` does not. */
export default defineConfig({
  test: {
    include: ['test/journeys/*.journey.ts'],
    globalSetup: 'test/journeys/global-setup.ts',
    reporters: ['verbose', new DurationReporter()],
    // Limits for a machine that is busy with other work, too.
    testTimeout: 150_000,
    hookTimeout: 180_000,
    expect: { poll: { interval: 50, timeout: 30_000 } },
    pool: 'forks',
    // A worker loads Playwright once. Journeys share no state in their modules.
    isolate: false,
    sequence: { sequencer: PagesFirst },
    maxWorkers: Number(process.env.JOURNEY_WORKERS ?? 3),
  },
})
