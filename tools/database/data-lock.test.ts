import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockData, StartProblem } from './data-lock.ts'

describe('the lock on a data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('refuses a second holder while the first one lives', async () => {
    const holder = await holdInAnotherProcess(folder)
    await expect(lockData(folder)).rejects.toThrow(StartProblem)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  })

  it('is taken over from a holder that was killed', async () => {
    const holder = await holdInAnotherProcess(folder)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect((await lockData(folder)).recovered).toBe(true)
  })

  it('is taken over when another process got the number of the holder', async () => {
    writeFileSync(join(folder, 'kontor.lock'), JSON.stringify({ pid: process.pid, identity: 'of an earlier process' }))
    expect((await lockData(folder)).recovered).toBe(true)
  })

  it('is taken over when the file is broken', async () => {
    writeFileSync(join(folder, 'kontor.lock'), '{"pid":')
    expect((await lockData(folder)).recovered).toBe(true)
  })

  it('is waited for while its holder is stopping', async () => {
    const { announceStop, release } = await lockData(folder)
    announceStop()
    setTimeout(release, 300)
    expect((await lockData(folder)).recovered).toBe(false)
  })

  it('is free again after its release', async () => {
    const { release } = await lockData(folder)
    release()
    expect((await lockData(folder)).recovered).toBe(false)
  })
})

async function holdInAnotherProcess(folder: string) {
  const code = `const { lockData } = await import(${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))})
    await lockData(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}
