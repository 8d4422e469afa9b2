import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../run/processes.ts'
import { makeTestFolder } from '../testing/test-folder.ts'
import { startPostgres } from './embedded-postgres.ts'

describe('the embedded PostgreSQL', () => {
  let folder: string
  let dataDir: string
  beforeEach(async () => {
    folder = await makeTestFolder()
    dataDir = join(folder, 'postgres')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('starts anew with its data after its parent was killed and it lived on', async () => {
    const { parent, pid, url } = await startInAnotherProcess(dataDir)
    await query(url, 'create table kept as select 42 as answer')
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    expect(isAlive(pid)).toBe(true)

    const again = await startPostgres({ dataDir })
    expect(isAlive(pid)).toBe(false)
    expect(await query(again.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await again.stop()
  })

  it('starts anew with its data after it was killed itself', async () => {
    const first = await startPostgres({ dataDir })
    await query(first.url, 'create table kept as select 42 as answer')
    process.kill(first.pid, 'SIGKILL')
    await first.ended

    const again = await startPostgres({ dataDir })
    expect(await query(again.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await again.stop()
  })

  it('does not mind a pid file that names a stranger', async () => {
    const first = await startPostgres({ dataDir })
    await first.stop()
    writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`)

    const again = await startPostgres({ dataDir })
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await again.stop()
  })

  it('is durable unless told otherwise', async () => {
    const { url, stop } = await startPostgres({ dataDir })
    const settings = "select name, setting from pg_settings where name in ('data_checksums', 'fsync') order by name"
    expect(await query(url, settings)).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
    ])
    await stop()
  })
})

async function startInAnotherProcess(dataDir: string) {
  const code = `const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))})
    const { pid, url } = await startPostgres(${JSON.stringify({ dataDir })})
    console.log(JSON.stringify({ pid, url })); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  return { parent, ...(JSON.parse(line.toString()) as { pid: number; url: string }) }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
