// `npm run test:pooler`: runs suites with PgBouncer by transaction between Kontor and PostgreSQL.
import { join } from 'node:path'
import { runOpenly } from '../checks/steps.ts'
import { root } from '../root.ts'
import { findPgBouncer } from './pgbouncer.ts'
import { wideSuites } from './wide-suites.ts'

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
    ...(asked.length > 0 ? asked : ['server/test/pooler', ...wideSuites]),
  ],
  { KONTOR_TEST_POOLED: '1' },
)
