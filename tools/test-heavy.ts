// `npm run test:heavy`: runs the suites that need minutes at their full size. `npm test` runs them in a short form.
// `npm run test:heavy -- crashes/scenes`: those whose file's name has the word in it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runOpenly } from './checks/steps.ts'
import { root } from './root.ts'

// A suite with a long form asks for it by importing heavy.ts, or what chooses the number of its cases: a suite that moves is found where it is.
const suites = globSync('{server,contract}/**/*.test.ts', { cwd: root }).filter((file) =>
  /from '[^']*\/(heavy|equal-times|every-payment)\.ts'/.test(readFileSync(join(root, file), 'utf8')),
)
const inBrowser = ['accessibility', 'imports', 'slow-network']
const heavy = { KONTOR_HEAVY: '1' }

const words = process.argv.slice(2)
const isAsked = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
const asked = { suites: suites.filter(isAsked), inBrowser: inBrowser.filter(isAsked) }
if (asked.suites.length + asked.inBrowser.length === 0) {
  console.error(`No suite has ${words.join(' or ')} in its name. There are: ${[...suites, ...inBrowser].join(', ')}.`)
  process.exit(1)
}
const vitest = join(root, 'node_modules/.bin/vitest')

const codes: number[] = []
// The suites run one after the other, because each needs the whole machine.
if (asked.suites.length > 0)
  codes.push(await runOpenly([vitest, 'run', '--no-file-parallelism', ...asked.suites], heavy))
if (asked.inBrowser.length > 0)
  codes.push(await runOpenly([process.execPath, join(root, 'tools/test.ts'), 'e2e', ...asked.inBrowser], heavy))
process.exitCode = Math.max(...codes)
