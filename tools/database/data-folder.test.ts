import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeDataFolder } from './data-folder.ts'
import { postgresAccount } from './postgres-binaries.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-data-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('A folder of data is made for nobody else, and one of an earlier version is made so', () => {
  const expected = postgresAccount().gid === undefined ? 0o700 : 0o710
  const made = join(folder, 'below', 'data')
  makeDataFolder(made)
  expect(statSync(made).mode & 0o777).toBe(expected)
  // Somebody's own folder, in which nothing of ours is, stays as it is.
  const before = statSync(folder).mode
  makeDataFolder(folder)
  expect(statSync(folder).mode).toBe(before)
  appendFileSync(join(folder, 'master.key'), 'key')
  makeDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(expected)
})
