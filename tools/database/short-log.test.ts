import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepShort } from './short-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('A log that has grown too long goes aside and begins anew; what it said last is kept', async () => {
  const file = join(folder, 'postgres.log')
  appendFileSync(file, 'old '.repeat(300))
  const leave = keepShort(file, 1_000, 10)
  expect([statSync(file).size, statSync(`${file}.1`).size]).toEqual([0, 1_200])
  appendFileSync(file, 'short')
  await delay(50)
  expect(readFileSync(file, 'utf8')).toBe('short')
  appendFileSync(file, 'new '.repeat(300))
  while (statSync(file).size > 0) await delay(10)
  expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^shortnew /)
  leave()
  appendFileSync(file, 'x'.repeat(2_000))
  await delay(50)
  expect(statSync(file).size).toBe(2_000)
})
