// `npm run test:heavy`: the suites that need minutes for the figures they are meant for. `npm test` runs their short form.
import { join } from 'node:path'
import { root } from './root.ts'
import { runOpenly } from './steps.ts'

const suites = ['sign-in-flood', 'sign-in-timing', 'sign-in-figures', 'role-matrix', 'refund-race'].map(
  (name) => `server/test/${name}.test.ts`,
)

process.exitCode = await runOpenly(
  // One after the other: each wants the machine for itself.
  [join(root, 'node_modules/.bin/vitest'), 'run', '--no-file-parallelism', ...suites],
  { KONTOR_HEAVY: '1' },
)
