import { defineConfig } from 'vitest/config'

const onRealPostgres = {
  globalSetup: ['tools/testing/test-cluster.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A mail or a job is waited for; the second that Vitest gives is short on a busy machine.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // Workers wait for leases, for what was killed and for the database: three of them leave a seventh of two cores idle.
    maxWorkers: 4,
    // A shared machine may be slow for a moment; what is wrong is wrong twice. Who needed it is named in the last lines. A second try of
    // the full suites would draw other cases, and hide what the first one found.
    retry: process.env.KONTOR_HEAVY === '1' ? 0 : 1,
    // Vitest would decide it by the environment: one forgotten `only` hides all other tests.
    allowOnly: false,
    projects: [
      {
        test: {
          name: 'contract',
          environment: 'node',
          isolate: false,
          // A rule that is tried on thousands of cases has seconds to do alone, and more on a busy machine.
          testTimeout: 30_000,
          include: ['contract/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          // The server's modules are loaded once for a worker: 1.4 s of CPU less for each file. A module keeps nothing that
          // a test changes; each file has a database, an app and ports of its own.
          isolate: false,
          ...onRealPostgres,
          include: ['{server,client}/{src,test}/**/*.test.ts', 'sandbox/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          // What all of them import, React and the components, is loaded once for a worker instead of for every file.
          isolate: false,
          testTimeout: 30_000,
          include: ['web/src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
