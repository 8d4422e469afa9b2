// `npm test`: the checks, the tests on a real PostgreSQL, and the tests in a real browser. Its last line counts them.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.ts'
import { root } from './root.ts'
import { type Outcome, runOpenly } from './steps.ts'
import { buildWebIfNeeded } from './web-build.ts'

const parts: Record<string, (args: string[]) => Promise<Outcome>> = { check, unit: unitTests, e2e: browserTests }
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const reports = join(root, 'node_modules/.cache/test-reports')

const [part, ...args] = process.argv.slice(2)
if (part !== undefined && !(part in parts)) {
  console.error(`There is no part "${part}". There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

const total: Outcome = { passed: 0, failed: 0 }
for (const [name, run] of Object.entries(parts)) {
  if (part !== undefined && part !== name) continue
  console.log(`\n== ${name}`)
  const { passed, failed } = await counted(() => run(args))
  total.passed += passed
  total.failed += failed
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

/** A part that breaks down, instead of failing test by test, is one failure. */
async function counted(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
}

async function unitTests(args: string[]): Promise<Outcome> {
  const report = freshReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runOpenly([bin('vitest'), 'run', ...reporters, ...args])
  const { numPassedTests = 0, numFailedTests = 0 } = read(report)
  return notLessThan(code, { passed: numPassedTests, failed: numFailedTests })
}

async function browserTests(args: string[]): Promise<Outcome> {
  if (globSync('e2e/*.e2e.ts', { cwd: root }).length === 0) return { passed: 0, failed: 0 }
  await buildWebIfNeeded()
  const report = freshReport('playwright.json')
  const command = [bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts', ...args]
  const code = await runOpenly(command, { KONTOR_E2E_REPORT: report })
  const { expected = 0, flaky = 0, unexpected = 0 } = read(report).stats ?? {}
  return notLessThan(code, { passed: expected + flaky, failed: unexpected })
}

/** A run can fail without a failing test: a file that cannot be loaded, a set-up that throws. */
function notLessThan(code: number, { passed, failed }: Outcome): Outcome {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; flaky: number; unexpected: number }
}

function freshReport(name: string): string {
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

function read(file: string): Report {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : {}
}
