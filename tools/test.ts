// `npm test`: runs the tests on a real PostgreSQL, the checks, and the tests in a real browser. Its last lines name the
// tests that failed and those that passed only at the second try, and the very last line counts them.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.ts'
import { type Outcome, runOpenly } from './checks/steps.ts'
import { root } from './root.ts'
import { buildWebIfNeeded } from './run/web-build.ts'
import { changedFiles, touchedBy } from './testing/changed.ts'
import { type BrowserReport, type Names, namesOfBrowser, namesOfUnit, type UnitReport } from './testing/outcomes.ts'

type Result = Outcome & Partial<Names>

const parts: Record<string, (args: string[]) => Promise<Result>> = {
  unit: unitTests,
  check: () => check(),
  e2e: browserTests,
}
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const reports = join(root, 'node_modules/.cache/test-reports')

const [part, ...args] = process.argv.slice(2)
const asked = part === undefined ? parts : part === 'changed' ? changedParts() : { [part]: parts[part] }
const chosen = 'unit' in asked && 'check' in asked ? { ...asked, check: besideTests() } : asked

const total = { passed: 0, failed: 0, failures: [] as string[], secondTries: [] as string[] }
for (const [name, run] of Object.entries(chosen)) {
  if (!run) {
    console.error(`There is no part "${name}". There are: ${Object.keys(parts).join(', ')}, changed.`)
    process.exit(1)
  }
  console.log(`\n== ${name}`)
  const { passed, failed, failures = [], secondTries = [] } = await counted(() => run(args))
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
  total.secondTries.push(...secondTries)
}
nameAll('Passed at the second try only:', total.secondTries)
nameAll('Failed:', total.failures)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

function nameAll(title: string, names: string[]): void {
  if (names.length > 0) console.log(['', title, ...names.map((name) => `  ${name}`)].join('\n'))
}

/** A part that breaks down as a whole, without a failing test, counts as one failure. */
async function counted(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
}

/**
 * The checks and the build for the browser, begun at once: they take what the unit tests leave idle while they wait, and no test
 * waits for them. What the checks say is printed in their turn.
 */
function besideTests(): () => Promise<Result> {
  const lines: string[] = []
  const checking = check({ say: (line) => lines.push(line), isPatient: true })
  // What cannot be built is built again for the browser tests, which tell why.
  const building = checking.then(() => 'e2e' in asked && buildWebIfNeeded()).catch(() => false)
  return async () => {
    await building
    for (const line of lines) console.log(line)
    return checking
  }
}

/** The checks, and the tests that the changes of this branch touch. */
function changedParts(): typeof parts {
  const { everything, sources, browser } = touchedBy(changedFiles())
  if (everything) return parts
  return {
    ...(sources.length > 0 ? { unit: () => runVitest(['related', ...sources, '--run', '--passWithNoTests']) } : {}),
    check: () => check(),
    ...(browser.length > 0 ? { e2e: () => browserTests(browser) } : {}),
  }
}

function unitTests(args: string[]): Promise<Result> {
  return runVitest(['run', ...args])
}

async function runVitest(args: string[]): Promise<Result> {
  const report = freshReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runOpenly([bin('vitest'), ...args, ...reporters])
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read<UnitReport>(report)
  return {
    ...notLessThan(code, { passed: numPassedTests, failed: numFailedTests }),
    ...namesOfUnit({ testResults }, root),
  }
}

async function browserTests(args: string[]): Promise<Result> {
  if (globSync('e2e/**/*.e2e.ts', { cwd: root }).length === 0) return { passed: 0, failed: 0 }
  await buildWebIfNeeded()
  const report = freshReport('playwright.json')
  const command = [bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts', ...args]
  const code = await runOpenly(command, { KONTOR_E2E_REPORT: report })
  const { stats, suites = [] } = read<BrowserReport>(report)
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {}
  return { ...notLessThan(code, { passed: expected + flaky, failed: unexpected }), ...namesOfBrowser({ suites }) }
}

/** A run can fail without a failing test: a file cannot be loaded, or a set-up throws. */
function notLessThan(code: number, { passed, failed }: Outcome): Outcome {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

function freshReport(name: string): string {
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

function read<Report>(file: string): Partial<Report> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : {}
}
