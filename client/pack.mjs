// `npm run pack --workspace client`: makes the package that merchants install, and prints its path. With an argument, in
// that folder instead of dist/. Plain JavaScript, so that Node 20 runs it.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const dist = resolve(process.argv[2] ?? join(here, 'dist'))

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
const compiler = join(here, '../node_modules/.bin/tsc')
run(compiler, ['-p', join(here, 'tsconfig.package.json'), '--outDir', join(dist, 'src')])
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'))
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
console.log(join(dist, run('npm', ['pack', '--silent']).trim()))

/** The manifest of the workspace, which names our sources, with the built files in their place. */
function manifest() {
  const { scripts: _, ...ours } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  return {
    ...ours,
    exports: { '.': { types: './src/index.d.ts', default: './src/index.js' } },
    types: './src/index.d.ts',
    files: ['src'],
    sideEffects: false,
  }
}

function run(file, args) {
  // npm is a script on Windows.
  const shell = process.platform === 'win32'
  return execFileSync(file, args, { cwd: dist, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell })
}
