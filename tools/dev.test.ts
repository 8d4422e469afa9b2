import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresAccount, reachableDataDir } from './database/postgres-binaries.ts'
import { root } from './root.ts'
import { freePort, isAlive, isPortFree, signalIfAlive } from './run/processes.ts'
import { makeTestFolder } from './testing/test-folder.ts'

let folder: string
let port: number
let dev: ChildProcess
let said = ''

beforeAll(async () => {
  folder = await makeTestFolder()
  port = await freePort()
  const { DATABASE_URL: _, ...env } = process.env
  dev = spawn(process.execPath, [join(root, 'tools/dev.ts'), '--inspect=127.0.0.1:0'], {
    cwd: root,
    env: { ...env, PORT: String(port), KONTOR_SANDBOX_PORT: '0', KONTOR_DATA: folder, KONTOR_DEMO: 'off' },
  })
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (said += chunk))
  await until(() => said.includes(`ready at http://localhost:${port}`))
}, 120_000)
afterAll(async () => {
  dev.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe('npm run dev', { timeout: 120_000 }, () => {
  it('serves the web from its sources, and what the server gives', async () => {
    expect(await read('/')).toMatchObject({ status: 200, body: expect.stringContaining('/@vite/client') })
    expect(await read('/healthz')).toMatchObject({ status: 200 })
    expect(await read('/pay/a-token')).toMatchObject({ type: 'text/html' })
    // The server answers this itself: the web application's page must not replace a style sheet.
    expect(await read('/pay/a-token/design.css')).toMatchObject({ status: 404, type: 'application/problem+json' })
  })

  it('lets a debugger look into the server, and says in plain lines what it does', () => {
    expect(said).toContain('Debugger listening on ws://127.0.0.1:')
    expect(said).toMatch(/INFO.*: Server listening at/)
  })

  it('starts the server again when one of its files changes', async () => {
    const before = said.length
    const now = new Date()
    utimesSync(join(root, 'server/src/main.ts'), now, now)
    await until(() => /main\.ts has changed/.test(said.slice(before)))
    await until(() => /Server listening at/.test(said.slice(before)))
    // The server listens on two ports, and the first to say so may be that of the card fields.
    await until(async () => (await read('/healthz')).status === 200)
  })

  it('leaves neither PostgreSQL nor a port behind at a SIGTERM', async () => {
    const postgres = postgresOf(folder)
    expect(isAlive(postgres)).toBe(true)
    const ended = new Promise((resolve) => dev.once('exit', resolve))
    dev.kill('SIGTERM')
    await ended
    const isLeft = isAlive(postgres)
    signalIfAlive(postgres, 'SIGQUIT')
    expect(isLeft).toBe(false)
    expect(await isPortFree(port, '127.0.0.1')).toBe(true)
  })
})

async function read(path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })
  const type = answer.headers.get('content-type')?.split(';')[0]
  return { status: answer.status, type, body: await answer.text() }
}

function postgresOf(dataDir: string): number {
  const data = reachableDataDir(join(dataDir, 'postgres'), postgresAccount())
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 100_000
  while (!(await holds())) {
    if (Date.now() > end || dev.exitCode !== null) throw new Error(`It did not come to that. It said:\n${said}`)
    await delay(50)
  }
}
