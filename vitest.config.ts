import { defineConfig } from 'vitest/config'

/**
 * Which test belongs to which project is in its file name; docs/testing.md says what each project proves.
 * No project isolates its files: a worker loads the code once and runs many files, so no module may keep state between them.
 */
export default defineConfig({
  test: {
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A condition that becomes true later is given as long on a busy machine; the default is one second.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,test}/**/*.test.ts'],
          exclude: ['**/*.{service,system}.test.ts'],
          pool: 'threads',
          // Some wait for time-outs and for other processes.
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['src/web/**/*.component.test.tsx'],
          setupFiles: 'test/components/setup.ts',
          environment: 'jsdom',
          pool: 'threads',
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['{src,test}/**/*.service.test.ts'],
          globalSetup: 'test/harness/global-setup.ts',
          pool: 'forks',
          maxWorkers: 2,
          // After the quick ones, which fail first.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['{src,test}/**/*.system.test.ts'],
          globalSetup: 'test/harness/global-setup.ts',
          pool: 'forks',
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
