import { defineConfig } from 'vitest/config'

/** Journeys in a real browser against the real program; they run by `npm run test:browser` only. */
export default defineConfig({
  test: {
    include: ['test/journeys/*.journey.ts'],
    globalSetup: 'test/journeys/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // What a browser waits for takes as long as the machine is busy.
    expect: { poll: { interval: 50, timeout: 20_000 } },
    // One browser at a time: two cores carry no more.
    fileParallelism: false,
  },
})
