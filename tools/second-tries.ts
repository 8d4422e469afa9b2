// Lists the tests that failed first and passed at the second try, from the reports of the two runners.
import { relative } from 'node:path'

export interface UnitReport {
  numPassedTests?: number
  numFailedTests?: number
  testResults: {
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[]
  }[]
}

interface Suite {
  title: string
  file: string
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}
export interface BrowserReport {
  stats?: { expected: number; flaky: number; unexpected: number }
  suites: Suite[]
}

/** Vitest keeps the failures of the first try also for a test that passed at the second. */
export function secondTriesOfUnit({ testResults }: Pick<UnitReport, 'testResults'>, root: string): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ ancestorTitles, title }) => nameOf(relative(root, name), [...ancestorTitles, title])),
  )
}

export function secondTriesOfBrowser({ suites }: Pick<BrowserReport, 'suites'>): string[] {
  return suites.flatMap((file) => within(file, []).map((titles) => nameOf(`e2e/${file.file}`, titles)))
}

function within({ specs = [], suites = [] }: Suite, titles: string[]): string[][] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [
    ...own.map(({ title }) => [...titles, title]),
    ...suites.flatMap((suite) => within(suite, [...titles, suite.title])),
  ]
}

const nameOf = (file: string, titles: string[]): string => [file, ...titles.filter(Boolean)].join(' › ')
