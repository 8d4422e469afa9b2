// Checks the rules of .dependency-cruiser.cjs, and how many files a folder holds. dependency-cruiser only warns when it
// cannot read TypeScript, and then reports no violation at all.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { roomProblems } from './rooms.ts'

type Report = {
  modules: { source: string }[]
  summary: { violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[] }
}

const folders = [
  'contract/src',
  'server/src',
  'server/test',
  'client',
  'sandbox/src',
  'web/src',
  'e2e',
  'tools',
].filter((folder) => existsSync(join(root, folder)))
const report = cruise()
const own = report.modules.filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`)))
const violations = report.summary.violations
const rooms = roomProblems(root, [...folders, 'bench'])

for (const { rule, from, to, cycle } of violations) {
  const way = cycle ? cycle.map(({ name }) => name).join(' -> ') : to
  console.log(`${rule.name}: ${from} -> ${way}`)
}
for (const problem of rooms) console.log(problem)
console.log(`${own.length} modules, ${violations.length + rooms.length} violations`)
if (own.length === 0 || violations.length + rooms.length > 0) process.exitCode = 1

function cruise(): Report {
  const command = [join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'), ...folders]
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { stdout, stderr } = spawnSync(process.execPath, [...command, ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (stdout) return JSON.parse(stdout) as Report
  console.log(stderr.trim())
  process.exit(1)
}
