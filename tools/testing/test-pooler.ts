// `npm run test:pooler`: runs suites with PgBouncer by transaction between Kontor and PostgreSQL.
import { join } from 'node:path'
import { runOpenly } from '../checks/steps.ts'
import { root } from '../root.ts'
import { findPgBouncer } from './pgbouncer.ts'

/** What sends statements in every way there is: payments, jobs, lists, files, signing in, roll-ups, imports. */
const suites = [
  'server/test/pooler',
  'server/src/engine/',
  'server/src/payments/',
  'server/src/platform/',
  'server/src/identity/sign-in/',
  'server/src/identity/access/',
  'server/src/insights/rollups/',
  'server/src/imports/',
  'server/src/reports/reports.test.ts',
  'server/src/webhooks/',
  'server/src/background.test.ts',
  'server/src/housekeeping.test.ts',
  'server/test/everything/tenancy.test.ts',
  'server/test/everything/every-entity.test.ts',
  'server/test/payment-model.test.ts',
  'server/test/operations/working.test.ts',
]

const found = findPgBouncer()
if (!found) {
  console.error(
    'There is no PgBouncer here. Debian and Ubuntu: apt-get install pgbouncer. macOS: brew install pgbouncer. Or name one in KONTOR_PGBOUNCER.',
  )
  process.exit(1)
}
console.log(`${found.version}, by transaction`)
const [, , ...asked] = process.argv
process.exitCode = await runOpenly(
  [
    join(root, 'node_modules/.bin/vitest'),
    'run',
    '--config',
    'tools/testing/pooler.config.ts',
    ...(asked.length > 0 ? asked : suites),
  ],
  { KONTOR_TEST_POOLED: '1' },
)
