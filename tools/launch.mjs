// Every npm script starts here. Plain JavaScript for Node 20: it may run before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { installIfNeeded, ownNode } from './install.mjs'

const root = dirname(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname))
const verbs = [
  'start',
  'kontor',
  'build',
  'test',
  'test-heavy',
  'test-pooler',
  'test-postgres',
  'import',
  'demo',
  'api-key',
  'check',
  'dev',
  'sql',
  'generate',
  'bench',
  'pictures',
  'statistics',
  'ledger',
  'gateway-try',
  'complete-lock',
]
const [verb = '', ...args] = process.argv.slice(2)

if (!verbs.includes(verb)) fail(`Unknown command "${verb}". There are: ${verbs.join(', ')}.`)
const elsewhere = {
  // An installation starts the same file without this launcher, which installs what development needs.
  kontor: 'server/kontor.mjs',
  'test-pooler': 'tools/testing/test-pooler.ts',
  'test-postgres': 'tools/testing/test-postgres.ts',
}
const file = join(root, elsewhere[verb] ?? `tools/${verb}.ts`)
if (!existsSync(file)) fail(`There is no ${file}. There are: ${presentVerbs().join(', ')}.`)

try {
  // No install from the lock file while it is the file to be repaired.
  if (verb !== 'complete-lock') installIfNeeded(root)
  runWith(ownNode(root))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function runWith(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(node, [file, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } })
  // A terminal sends Ctrl-C to all processes, but `kill` reaches one: pass it on, and wait until the child has ended.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) whenParentEnds(() => child.kill('SIGTERM'))
  child.on('error', (error) => fail(`Could not run ${node}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

// `kill` of npm ends npm and the shell between npm and this process, without a signal to this process.
function whenParentEnds(stop) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 250)
  timer.unref()
}

function presentVerbs() {
  const files = readdirSync(join(root, 'tools'))
  return verbs.filter((each) => each in elsewhere || files.includes(`${each}.ts`))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
