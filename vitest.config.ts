import { defineConfig } from 'vitest/config'

const onRealPostgres = {
  globalSetup: ['tools/test-cluster.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    // Each file of the server has a database of its own, so more workers than these only make one another slower.
    maxWorkers: 2,
    // A shared machine may be slow for a moment; what is wrong is wrong twice.
    retry: process.env.CI ? 1 : 0,
    projects: [
      { test: { name: 'contract', environment: 'node', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          environment: 'node',
          ...onRealPostgres,
          include: ['server/{src,test}/**/*.test.ts', 'sandbox/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      { test: { name: 'web', environment: 'jsdom', testTimeout: 30_000, include: ['web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
