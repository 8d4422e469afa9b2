// Checks which packages are installed, and finds the Node that runs our TypeScript. Plain JavaScript for Node 20, used
// by launch.mjs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stampFile = join('node_modules', '.kontor-lock')

/** Runs `npm ci` unless node_modules matches package-lock.json. */
export function installIfNeeded(root) {
  const stamp = wantedStamp(root)
  if (readIfThere(join(root, stampFile)) === stamp) return
  if (!isInstalled(root)) npmCi(root)
  writeFileSync(join(root, stampFile), stamp)
}

/** A hash of everything that decides what `npm ci` would install. */
export function wantedStamp(root) {
  const hash = createHash('sha256')
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifests = manifest.workspaces.map((workspace) => join(workspace, 'package.json'))
  for (const file of ['package-lock.json', 'package.json', ...manifests]) {
    hash.update(`${file}\0${readIfThere(join(root, file)) ?? ''}\0`)
  }
  return hash.digest('hex')
}

/** True: a finished manual install (`npm ci`, `npm install`) left every package that the lock file names. */
export function isInstalled(root) {
  // npm writes this file last: after an interrupted install it is missing or old.
  const text = readIfThere(join(root, 'node_modules', '.package-lock.json'))
  if (!text) return false
  const installed = JSON.parse(text).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([at, entry]) => {
    if (!at.startsWith('node_modules/') || entry.optional || entry.devOptional) return true
    return installed[at]?.version === entry.version && existsSync(join(root, at))
  })
}

function npmCi(root) {
  console.error('Installing the locked dependencies (about a minute, once)...')
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // The output of npm goes to stderr, so that stdout holds only the output of the command.
  const shell = process.platform === 'win32' && npm.length === 1
  const { status, signal } = spawnSync(npm[0], [...npm.slice(1), ...options], { cwd: root, stdio: [0, 2, 2], shell })
  if (signal) process.exit(130)
  if (status !== 0) {
    throw new Error(
      'npm ci failed (see above): check the network and npm\'s registry setting, then run "npm ci" again.',
    )
  }
}

/** The Node 24 that npm installed, or the running Node if it is new enough. */
export function ownNode(root, running = process) {
  const own = join(root, 'node_modules', 'node', 'bin', running.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  if (Number(running.versions.node.split('.')[0]) >= 24) return running.execPath
  throw new Error(
    `Node 24 is missing and this is Node ${running.versions.node}: run "npm rebuild node --ignore-scripts=false" ` +
      '(install scripts were blocked), or use Node 24 or newer.',
  )
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
