// Names the tests that failed, and those that passed only at the second try, from the reports of the two runners.
import { relative } from 'node:path'

export interface UnitReport {
  numPassedTests?: number
  numFailedTests?: number
  testResults: {
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[]
  }[]
}

type Spec = { title: string; tests: { status: string }[] }
interface Suite {
  title: string
  file: string
  specs?: Spec[]
  suites?: Suite[]
}
export interface BrowserReport {
  stats?: { expected: number; flaky: number; unexpected: number }
  suites: Suite[]
}

export interface Names {
  failures: string[]
  secondTries: string[]
}

/** Vitest keeps the failures of the first try also for a test that passed at the second. */
export function namesOfUnit({ testResults }: Pick<UnitReport, 'testResults'>, root: string): Names {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      name: nameOf(relative(root, name), [...ancestorTitles, title]),
      failed: status === 'failed',
      passedLate: status === 'passed' && failureMessages.length > 0,
    })),
  )
  return {
    failures: tests.filter(({ failed }) => failed).map(({ name }) => name),
    secondTries: tests.filter(({ passedLate }) => passedLate).map(({ name }) => name),
  }
}

export function namesOfBrowser({ suites }: Pick<BrowserReport, 'suites'>): Names {
  const withStatus = (wanted: string) =>
    suites.flatMap((file) =>
      within(file, [], ({ tests }) => tests.some(({ status }) => status === wanted)).map((titles) =>
        nameOf(`e2e/${file.file}`, titles),
      ),
    )
  return { failures: withStatus('unexpected'), secondTries: withStatus('flaky') }
}

function within({ specs = [], suites = [] }: Suite, titles: string[], wanted: (spec: Spec) => boolean): string[][] {
  return [
    ...specs.filter(wanted).map(({ title }) => [...titles, title]),
    ...suites.flatMap((suite) => within(suite, [...titles, suite.title], wanted)),
  ]
}

const nameOf = (file: string, titles: string[]): string => [file, ...titles.filter(Boolean)].join(' › ')
