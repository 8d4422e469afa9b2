// `npm run check`: all checks of the code that do not run it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Manner, type Outcome, openly, runSteps, type Step } from './checks/steps.ts'
import { type LockEntry, lockProblems, readLock } from './complete-lock.ts'
import { root } from './root.ts'

const bin = (name: string) => join(root, 'node_modules/.bin', name)
const node = process.execPath

const steps: Step[] = [
  // Projects that are checked side by side, each by several checkers, take 10 GB; one after the other, a quarter of it.
  { name: 'types', command: [bin('tsc'), '-b', '--builders', '1', '--checkers', '1', '--pretty', 'false'] },
  { name: 'imports', command: [node, 'tools/checks/check-imports.ts'] },
  { name: 'style', command: [bin('biome'), 'ci', '--colors=off', '--error-on-warnings', '.'] },
  { name: 'unused code', command: [bin('knip'), '--no-progress'] },
  { name: 'generated', command: [node, 'tools/generate.ts', '--check'] },
]

if (import.meta.main) {
  const { failed } = await check()
  process.exitCode = failed > 0 ? 1 : 0
}

export async function check(manner: Manner = openly): Promise<Outcome> {
  const { passed, failed } = await runSteps(steps, 2, manner)
  const problems = lockProblems(readLock(), manifests())
  manner.say(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  lock file`)
  for (const each of problems) manner.say(each)
  return problems.length === 0 ? { passed: passed + 1, failed } : { passed, failed: failed + 1 }
}

function manifests(): Record<string, LockEntry> {
  const read = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as LockEntry
  const { workspaces = [] } = read('') as { workspaces?: string[] }
  return Object.fromEntries(['', ...workspaces].map((folder) => [folder, read(folder)]))
}
