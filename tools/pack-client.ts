// `npm run pack-client`: makes the package of the client, which merchants install. Node 20 runs it without our tools.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

const folder = join(root, 'client')

if (import.meta.main) console.log(packClient(join(folder, 'dist')))

/** The path of the packed file, in the given folder, which is emptied first. */
export function packClient(dist: string): string {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const compiler = join(root, 'node_modules/.bin/tsc')
  run(compiler, ['-p', join(folder, 'tsconfig.package.json'), '--outDir', join(dist, 'src')])
  copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'))
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  return join(dist, run('npm', ['pack', '--silent'], dist).trim())
}

/** The manifest of the workspace, which names our sources, with the built files in their place. */
function manifest(): object {
  const { exports: _, ...ours } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    ...ours,
    exports: { '.': { types: './src/index.d.ts', default: './src/index.js' } },
    types: './src/index.d.ts',
    files: ['src'],
    sideEffects: false,
  }
}

const run = (file: string, args: readonly string[], cwd = root): string =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
