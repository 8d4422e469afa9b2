// Which tests a change touches: since this branch left the main one, and what is not committed yet.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './root.ts'

export interface Touched {
  /** Every test: what all of them stand on changed. */
  everything: boolean
  /** For `vitest related`: tests that import one of these, at whatever distance, are run. */
  sources: string[]
  /** Files of browser tests. */
  browser: string[]
}

/** Files that tests read or start instead of importing them, and what stands for them among the imports. */
const readers: [changed: RegExp, reader: string][] = [
  [/^web\/public\/locales\//, 'web/src/platform/translations.test.ts'],
  [/^server\/src\/migrations\//, 'server/src/migrate.ts'],
  [/^sandbox\/src\/.*[.]sql$/, 'sandbox/src/database.ts'],
  // The server as a process of its own is made of all of it.
  [/^(server|contract)\/src\/(?!.*[.]test[.]).*[.](ts|sql)$/, 'server/test/server-process.ts'],
]

const underAll = /^(.*package[.]json|package-lock[.]json|vitest[.]config[.]ts|tools\/test-cluster[.]ts)$/
const isSource = /[.]tsx?$/
/** Whatever changes in what runs: signing in, a list, money that moves, and a page that is paid. */
const always = ['signing-in', 'lists', 'refund', 'checkout', 'frame']
/** Of everything in the browser. */
const inBrowser = /^(web|server|contract|sandbox)\/(src|public)\/|^web\/[^/]+$/
/** How the browser tests themselves run. */
const ofAllBrowserTests = /^e2e\/(support\/|set-up|browser|playwright)|^tools\/(run\/(stack|service)|web-build)/

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

/** By its words: `refund.e2e.ts` is about `web/src/payments/refund.form.tsx`. */
function isTouched(test: string, changed: string[]): boolean {
  if (changed.some((file) => ofAllBrowserTests.test(file))) return true
  const running = changed.filter((file) => inBrowser.test(file) && !/[.]test[.]/.test(file))
  if (running.length === 0) return false
  const name = basename(test, '.e2e.ts')
  return always.includes(name) || running.some((file) => words(name).some((word) => words(file).includes(word)))
}

const words = (text: string): string[] => text.split(/[^a-z]+/).map((word) => word.replace(/s$/, ''))
