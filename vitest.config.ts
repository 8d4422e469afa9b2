import { defineConfig } from 'vitest/config'

const onRealPostgres = {
  globalSetup: ['tools/test-cluster.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    // Each file of the server has a database of its own, so more workers only make one another slower.
    maxWorkers: 2,
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
      { test: { name: 'web', environment: 'jsdom', include: ['web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
