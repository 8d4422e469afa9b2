import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The tests of decisions, which count their checks by themselves (docs/payment-decisions.md). */
export const ofDecisions = /[\\/]decisions[\\/]|[\\/](failover-on-payments|routing-choices)\.test\.ts$/

/**
 * The numbers of the checks that names of tests hold, such as "(check 3)" or "(checks 3 and 4)": each as often as it is named.
 * @param word what stands before the number: `check`, `money check`
 * @param isCounted leaves out the files that count checks of their own
 */
export function namedChecks(word: string, isCounted: (file: string) => boolean = () => true): number[] {
  const name = new RegExp(String.raw`\(${word}s? ([\d, and]+)\)`, 'g')
  return globSync(['server/{src,test}/**/*.test.ts', 'web/src/**/*.test.ts', 'e2e/**/*.e2e.ts'], { cwd: root })
    .filter((file) => !file.endsWith('checks.test.ts') && isCounted(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(name)])
    .flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? [])
    .map(Number)
}

/** The checks of a document in docs/: the items of its numbered lists, and the rows of its tables that begin with a number. */
export const writtenChecks = (document: string): [number, string][] =>
  [...readFileSync(join(root, 'docs', document), 'utf8').matchAll(/^(?:\| )?(\d+)\. (.+?)(?: *\|.*)?$/gm)].map(
    ([, number, check = '']) => [Number(number), check],
  )
