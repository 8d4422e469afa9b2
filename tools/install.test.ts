import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installIfNeeded, isInstalled, ownNode, wantedStamp } from './install.mjs'

describe('what the launcher takes for installed', () => {
  let root: string
  const write = (file: string, content: object) => writeFileSync(join(root, file), JSON.stringify(content))
  const left = { version: '1.3.0' }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kontor-install-'))
    for (const folder of ['contract', 'node_modules/left']) mkdirSync(join(root, folder), { recursive: true })
    write('package.json', { workspaces: ['contract'] })
    write('contract/package.json', { dependencies: {} })
    write('package-lock.json', { packages: { '': {}, 'node_modules/left': left } })
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('wants another stamp when a workspace asks for something else', () => {
    const before = wantedStamp(root)
    expect(wantedStamp(root)).toBe(before)
    write('contract/package.json', { dependencies: { right: '1.0.0' } })
    expect(wantedStamp(root)).not.toBe(before)
  })

  it('believes an install by hand that finished, and stamps it', () => {
    write('node_modules/.package-lock.json', { packages: { 'node_modules/left': left } })
    installIfNeeded(root)
    expect(readFileSync(join(root, 'node_modules/.kontor-lock'), 'utf8')).toBe(wantedStamp(root))
  })

  it('does not believe an install that was interrupted', () => {
    expect(isInstalled(root)).toBe(false)
  })

  it('does not believe an install of another version', () => {
    write('node_modules/.package-lock.json', { packages: { 'node_modules/left': { version: '1.2.0' } } })
    expect(isInstalled(root)).toBe(false)
  })

  it('does not miss an optional package of another platform', () => {
    const packages = {
      'node_modules/left': left,
      'node_modules/tool-darwin-arm64': { version: '1.0.0', optional: true },
    }
    write('package-lock.json', { packages })
    write('node_modules/.package-lock.json', { packages: { 'node_modules/left': left } })
    expect(isInstalled(root)).toBe(true)
  })

  it('falls back on the running Node when that is new enough, and says what to do when it is not', () => {
    const running = (node: string) => ({ platform: 'linux', versions: { node }, execPath: '/usr/bin/node' }) as never
    expect(ownNode(root, running('26.1.0'))).toBe('/usr/bin/node')
    expect(() => ownNode(root, running('20.20.0'))).toThrow(/npm rebuild node/)
  })
})
