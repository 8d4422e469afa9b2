import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { namesOfBrowser, namesOfUnit } from './outcomes.ts'

/** A test that fails at its first try and leaves a file; at the second try it finds the file and passes. */
const tests = (runner: string, name: string) => `
  import { existsSync, writeFileSync } from 'node:fs'
  import { test } from '${runner}'
  const mark = new URL('./${name}.mark', import.meta.url)
  test.describe('a group', () => {
    test('needs another try', () => {
      if (existsSync(mark)) return
      writeFileSync(mark, '')
      throw new Error('not yet')
    })
    test('is right at once', () => {})
    test('is wrong twice', () => { throw new Error('never') })
  })`

describe('what failed, and what passed at the second try only', () => {
  let folder: string
  const bin = (name: string) => join(root, 'node_modules/.bin', name)
  const report = () => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  // One of the tests fails, so the run fails too.
  const run = (file: string, args: string[], env = {}) =>
    promisify(execFile)(file, args, { cwd: folder, env: { ...process.env, ...env } }).catch(() => {})

  beforeAll(() => {
    // The folder is below the project, where the test runners are found.
    const cache = join(root, 'node_modules/.cache')
    mkdirSync(cache, { recursive: true })
    folder = mkdtempSync(join(cache, 'outcomes-'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is named with its file and group for Vitest', async () => {
    writeFileSync(join(folder, 'some.test.js'), tests('vitest', 'unit'))
    writeFileSync(join(folder, 'vitest.config.js'), 'export default { test: { retry: 1, exclude: [] } }')
    await run(bin('vitest'), ['run', '--root', folder, '--reporter=json', '--outputFile=report.json'])
    expect(report()).toMatchObject({ numPassedTests: 2, numFailedTests: 1 })
    expect(namesOfUnit(report(), folder)).toEqual({
      failures: ['some.test.js › a group › is wrong twice'],
      secondTries: ['some.test.js › a group › needs another try'],
    })
  })

  it('is named with its file and group for Playwright', async () => {
    writeFileSync(join(folder, 'some.e2e.js'), tests('@playwright/test', 'browser'))
    const config = `export default { testMatch: '*.e2e.js', retries: 1, reporter: [['json', { outputFile: 'report.json' }]] }`
    writeFileSync(join(folder, 'playwright.config.js'), config)
    await run(bin('playwright'), ['test'])
    expect(report().stats).toMatchObject({ expected: 1, flaky: 1, unexpected: 1 })
    expect(namesOfBrowser(report())).toEqual({
      failures: ['e2e/some.e2e.js › a group › is wrong twice'],
      secondTries: ['e2e/some.e2e.js › a group › needs another try'],
    })
  })
})
