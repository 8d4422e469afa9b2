// Finds the tests that a change touches: commits since this branch left the main one, and uncommitted changes.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../root.ts'

export interface Touched {
  /** True: the change touches something that all tests depend on, so every test runs. */
  everything: boolean
  /** Files for `vitest related`: it runs the tests that import one of these, directly or not. */
  sources: string[]
  /** Files of browser tests. */
  browser: string[]
}

/** Files that tests read or start without importing them, each with a file that the tests do import. */
const readers: [changed: RegExp, reader: string][] = [
  [/^web\/public\/locales\//, 'web/src/platform/translations.test.ts'],
  [/^server\/src\/migrations\//, 'server/src/migrate.ts'],
  [/^sandbox\/src\/.*[.]sql$/, 'sandbox/src/database.ts'],
  [/^client\/(?!test\/)/, 'client/test/package.test.ts'],
  // Tests start the server as a process of its own, which depends on all of its files.
  [/^(server|contract)\/src\/(?!.*[.]test[.]).*[.](ts|sql)$/, 'server/test/server-process.ts'],
]

const underAll = /^(.*package[.]json|package-lock[.]json|vitest[.]config[.]ts|tools\/testing\/test-cluster[.]ts)$/
const isSource = /[.]tsx?$/
/** Browser tests that run after every change of running code: signing in, a list, moving money, a checkout page. */
const always = ['signing-in', 'lists', 'refund', 'checkout', 'frame']
/** Every file that can change a page in the browser. */
const inBrowser = /^(web|server|contract|sandbox)\/(src|public)\/|^web\/[^/]+$/
/** Files that run the browser tests themselves. */
const ofAllBrowserTests = /^e2e\/(support\/|set-up|browser|playwright)|^tools\/run\/(stack|service|web-build)/

export function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const since = git('merge-base', 'HEAD', mainBranch()).join('')
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed.filter(Boolean))]
}

function mainBranch(): string {
  const found = ['main', 'origin/main', 'master', 'origin/master'].find((name) => {
    try {
      execFileSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root, stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
  if (!found) throw new Error('There is no branch main to compare with, neither here nor at origin.')
  return found
}

export function touchedBy(changed: string[], all = browserTests()): Touched {
  const sources = changed.filter((file) => isSource.test(file) && !file.startsWith('e2e/'))
  for (const [pattern, reader] of readers) if (changed.some((file) => pattern.test(file))) sources.push(reader)
  return {
    everything: changed.some((file) => underAll.test(file)),
    sources: [...new Set(sources)].filter((file) => existsSync(join(root, file))),
    browser: all.filter((test) => changed.includes(test) || isTouched(test, changed)),
  }
}

const browserTests = (): string[] => globSync('e2e/**/*.e2e.ts', { cwd: root })

/**
 * A test is touched when its name shares a word with a changed file: `refund.e2e.ts` with
 * `web/src/payments/refund.form.tsx`.
 */
function isTouched(test: string, changed: string[]): boolean {
  if (changed.some((file) => ofAllBrowserTests.test(file))) return true
  const running = changed.filter((file) => inBrowser.test(file) && !/[.]test[.]/.test(file))
  if (running.length === 0) return false
  const name = basename(test, '.e2e.ts')
  return always.includes(name) || running.some((file) => words(name).some((word) => words(file).includes(word)))
}

const words = (text: string): string[] => text.split(/[^a-z]+/).map((word) => word.replace(/s$/, ''))
