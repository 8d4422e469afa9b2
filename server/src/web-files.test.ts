import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test/harness.ts'

const webDist = mkdtempSync(join(tmpdir(), 'kontor-web-'))
let kontor: TestApp

beforeAll(async () => {
  writeFileSync(join(webDist, 'index.html'), '<p>the application</p>')
  mkdirSync(join(webDist, 'assets'))
  kontor = await startTestApp({ webDist })
})
afterAll(async () => {
  await kontor.stop()
  rmSync(webDist, { recursive: true })
})

const open = (path: string, accept = 'text/html') => kontor.call('', 'GET', path, undefined, { accept })

describe('an address that is no file and not of the API', () => {
  it.each(['/transactions', '/nowhere', '/transactions%', '/%zz', '/refunds/%C3', '/a%20b%', '/transactions%?a=%41'])(
    '%s is a screen',
    async (path) => {
      const { status, body } = await open(path)
      expect([status, body]).toEqual([200, '<p>the application</p>'])
    },
  )

  it('is nothing to a program', async () => {
    for (const path of ['/nowhere', '/transactions%'])
      expect((await open(path, 'application/json')).body.code).toBe('not_found')
  })

  it.each([
    '/assets/%00',
    '/%00',
    '/x%00.js',
    `/${'a'.repeat(300)}`,
    `/${'a/'.repeat(3_000)}`,
    `/${'a'.repeat(14_000)}`,
    `/assets/${'a'.repeat(14_000)}.js`,
  ])('that no file can have is no defect: %#', async (path) => {
    expect([200, 400, 404]).toContain((await open(path)).status)
    expect([400, 404]).toContain((await open(path, 'application/json')).status)
  })

  it.each(['//x', '/v1/%00', '/v1//x', '/v1/%2e%2e/x', '/v1/a%5cb', '/locales/..%5cx', `/v1/${'a'.repeat(5_000)}`])(
    'is nothing, and no defect, where its names are strange: %#',
    async (path) => {
      const { status, body } = await open(path, 'application/json')
      expect([status, body.code]).toEqual([404, 'not_found'])
    },
  )

  it('of the API is refused where it cannot be read', async () => {
    const { status, body } = await open('/v1/transaction/%')
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })
})
