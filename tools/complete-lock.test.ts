import { describe, expect, it } from 'vitest'
import { completeLock, type Lock, lockProblems } from './complete-lock.ts'

const lock = (): Lock => ({
  packages: {
    '': { dependencies: { tool: '2.0.0' } },
    'node_modules/tool': {
      version: '2.0.0',
      resolved: 'https://registry.example/tool.tgz',
      dev: true,
      optionalDependencies: { '@tool/linux-x64-musl': '2.0.0', 'tool-win32-arm64': '2.0.0', maybe: '^1.0.0' },
    },
    'node_modules/tool/node_modules/tool-win32-arm64': { version: '2.0.0', optional: true },
  },
})
const manifests = { '': { dependencies: { tool: '2.0.0' } } }

describe('completing the lock file', () => {
  it('adds the optional binaries that are missing, and says where they run', () => {
    const completed = lock()
    expect(completeLock(completed)).toEqual({
      added: ['@tool/linux-x64-musl'],
      skipped: ['maybe@^1.0.0 of node_modules/tool'],
    })
    expect(completed.packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '2.0.0',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    })
  })

  it('leaves nothing to complain about', () => {
    expect(lockProblems(lock(), manifests)).toHaveLength(2)
    const completed = lock()
    completeLock(completed)
    expect(lockProblems(completed, manifests)).toEqual([])
  })

  it('notices a package.json that the lock file does not know', () => {
    const completed = lock()
    completeLock(completed)
    expect(lockProblems(completed, { '': { dependencies: { tool: '2.1.0' } } })).toEqual([
      'package.json and the lock file differ: run npm install',
    ])
  })
})
