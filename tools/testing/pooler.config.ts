import { defineConfig } from 'vitest/config'
import { root } from '../root.ts'

export default defineConfig({
  root,
  test: {
    maxWorkers: 4,
    retry: 1,
    allowOnly: false,
    environment: 'node',
    isolate: false,
    globalSetup: ['tools/testing/test-cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ['server/{src,test}/**/*.test.ts', 'server/test/pooler/*.pooled.ts'],
  },
})
