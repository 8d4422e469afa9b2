// `npm run test:heavy`: runs the suites that need minutes at their full size. `npm test` runs them in a short form.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runOpenly } from './checks/steps.ts'
import { root } from './root.ts'

// A suite with a long form asks for it by importing heavy.ts, or what chooses the number of its cases: a suite that moves is found where it is.
const suites = globSync('{server,contract}/**/*.test.ts', { cwd: root }).filter((file) =>
  /from '[^']*\/(heavy|equal-times|every-payment)\.ts'/.test(readFileSync(join(root, file), 'utf8')),
)
const heavy = { KONTOR_HEAVY: '1' }

const codes = [
  // The suites run one after the other, because each needs the whole machine.
  await runOpenly([join(root, 'node_modules/.bin/vitest'), 'run', '--no-file-parallelism', ...suites], heavy),
  await runOpenly([process.execPath, join(root, 'tools/test.ts'), 'e2e', 'accessibility', 'slow-network'], heavy),
]
process.exitCode = Math.max(...codes)
