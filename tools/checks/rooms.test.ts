import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { roomProblems } from './rooms.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kontor-rooms-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function fill(room: string, count: number) {
  mkdirSync(join(root, room), { recursive: true })
  for (let file = 0; file < count; file++) writeFileSync(join(root, room, `${file}.ts`), '')
}

it('refuses a folder with more than 25 files, and counts neither its folders nor theirs', () => {
  fill('web/src/list', 25)
  for (let part = 0; part < 3; part++) fill(`web/src/list/part-${part}`, 20)
  expect(roomProblems(root, ['web/src'], {})).toEqual([])
  fill('web/src/list', 26)
  expect(roomProblems(root, ['web/src'], {})).toEqual([expect.stringMatching('^web/src/list/ holds 26 files')])
})

it('lets an exception hold more, and refuses an exception that needs none', () => {
  fill('server/src/migrations', 26)
  const allowed = { 'server/src/migrations': 'a list in the order of time' }
  expect(roomProblems(root, ['server/src'], allowed)).toEqual([])
  rmSync(join(root, 'server/src/migrations/0.ts'))
  expect(roomProblems(root, ['server/src'], allowed)).toEqual([expect.stringMatching('needs no exception')])
})
