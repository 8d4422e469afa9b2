// `npm run test:heavy`: the suites that need minutes for the figures they are meant for. `npm test` runs their short form.
import { join } from 'node:path'
import { root } from './root.ts'
import { runOpenly } from './steps.ts'

const names = [
  'sign-in-flood',
  'sign-in-timing',
  'tenancy-timing',
  'sign-in-figures',
  'role-matrix',
  'refund-race',
  'payment-model',
  'webhook-crash',
]
const suites = names.map((name) => `server/test/${name}.test.ts`)
const heavy = { KONTOR_HEAVY: '1' }

const codes = [
  // One after the other: each wants the machine for itself.
  await runOpenly([join(root, 'node_modules/.bin/vitest'), 'run', '--no-file-parallelism', ...suites], heavy),
  await runOpenly([process.execPath, join(root, 'tools/test.ts'), 'e2e', 'accessibility', 'slow-network'], heavy),
]
process.exitCode = Math.max(...codes)
