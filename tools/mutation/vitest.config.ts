import { defineConfig } from 'vitest/config'

/** The unit tests of the files that `stryker.config.json` changes. */
export default defineConfig({
  test: {
    // A slow first run on a busy machine is no failure; StrykerJS has its own limit for mutants that do not end.
    testTimeout: 60_000,
    include: [
      'src/server/pipeline/access-scope.test.ts',
      'src/server/operation/{audit-hash,four-eyes,scheme-guards}.test.ts',
      'src/server/platform/cipher.test.ts',
      'src/contract/civil-dates.test.ts',
      'src/server/areas/calendar/obligations/{score,lifecycle,worked-dates*}.test.ts',
      'src/server/areas/calendar/obligations/rules/properties.test.ts',
    ],
  },
})
