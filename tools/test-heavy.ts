// `npm run test:heavy`: runs the suites that need minutes at their full size. `npm test` runs them in a short form.
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
  // The suites run one after the other, because each needs the whole machine.
  await runOpenly([join(root, 'node_modules/.bin/vitest'), 'run', '--no-file-parallelism', ...suites], heavy),
  await runOpenly([process.execPath, join(root, 'tools/test.ts'), 'e2e', 'accessibility', 'slow-network'], heavy),
]
process.exitCode = Math.max(...codes)
