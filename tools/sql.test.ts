import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresAccount, reachableDataDir } from './database/postgres-binaries.ts'
import { root } from './root.ts'
import { startStack } from './run/stack.ts'
import { makeTestFolder } from './test-folder.ts'

let folder: string

beforeAll(async () => {
  folder = await makeTestFolder()
  // The folder holds every program that PostgreSQL needs to start, and no psql.
  mkdirSync(join(folder, 'bin'))
  for (const each of ['/usr/bin/id', '/bin/ps'])
    if (existsSync(each)) symlinkSync(each, join(folder, 'bin', basename(each)))
  await (await startStack({ dataDir: folder, demo: false, fast: true, run: 'no server' })).stop()
}, 120_000)
afterAll(() => {
  const data = reachableDataDir(join(folder, 'postgres'), postgresAccount())
  rmSync(folder, { recursive: true, force: true })
  if (!data.startsWith(folder)) rmSync(data, { recursive: true, force: true })
})

describe('npm run sql without psql', { timeout: 120_000 }, () => {
  it('prints what a statement gives, from a database that it starts and stops', async () => {
    const printed = await sql(['select 1 as one, null as nothing, 12345678901234567890 as large'])
    expect(printed).toEqual({
      code: 0,
      out: 'one | nothing | large               \n----+---------+---------------------\n1   |         | 12345678901234567890\n(1 row)\n',
      complaint: '',
    })
  })

  it('reads statements from a pipe, and names tables and columns', async () => {
    expect((await sql([], 'select 1 as a; select 2 as b;')).out).toBe('a\n-\n1\n(1 row)\nb\n-\n2\n(1 row)\n')
    expect((await sql([], '\\d plan')).out).toContain('interval_count')
  })

  it('writes only when that is asked for', async () => {
    const write = 'create table scratch (id int)'
    expect(await sql([write])).toMatchObject({ code: 1, complaint: expect.stringContaining('read-only transaction') })
    expect(await sql(['--write', write])).toMatchObject({ code: 0, out: 'CREATE\n' })
  })
})

describe('npm run sql on a running database', { timeout: 120_000 }, () => {
  it('uses it, and leaves it running', async () => {
    const stack = await startStack({ dataDir: folder, demo: false, fast: true, run: 'no server' })
    try {
      expect((await sql(['select 1 as a'])).out).toContain('(1 row)')
      expect((await sql(['select 1 as a'])).out).toContain('(1 row)')
    } finally {
      await stack.stop()
    }
  })
})

async function sql(args: string[], typed = '') {
  const { DATABASE_URL: _, KONTOR_MASTER_KEY: __, ...env } = process.env
  const child = spawn(process.execPath, [join(root, 'tools/sql.ts'), ...args], {
    cwd: root,
    env: { ...env, KONTOR_DATA: folder, PATH: join(folder, 'bin') },
  })
  child.stdin.end(typed)
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [out, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, complaint }
}
