import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/identity/sign-in/password.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { password } from './visitor.ts'

const perSecond = 200
const seconds = isHeavy ? 30 : 6
let kontor: TestApp
let server: ServerProcess
let key: string
let email: string

beforeAll(async () => {
  kontor = await startTestApp()
  const shop = await kontor.make.merchant()
  for (let index = 0; index < 50; index++) await kontor.make.transaction(shop)
  key = await kontor.make.apiKey(shop.merchant)
  email = (await kontor.make.user({ password_hash: await hashPassword(password) })).email
  server = await startServerProcess(kontor.database)
})
afterAll(async () => {
  await server.kill()
  await kontor.stop()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const post = (username: string) =>
  fetch(`${server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'wrong password' }),
  })

/** The 95th percentile of the time of a list request, ten a second, in milliseconds. */
async function listing(duration_s: number): Promise<number> {
  const taken: number[] = []
  for (let index = 0; index < duration_s * 10; index++) {
    const from = performance.now()
    const reply = await fetch(`${server.url}/v1/transaction`, { headers: { authorization: `Bearer ${key}` } })
    expect(reply.status).toBe(200)
    await reply.arrayBuffer()
    taken.push(performance.now() - from)
    await pause(Math.max(0, 100 - (performance.now() - from)))
  }
  return taken.sort((one, other) => one - other)[Math.floor(taken.length * 0.95)] ?? 0
}

/** Failing sign-ins at a fixed rate, mostly with unknown addresses, whether or not the earlier ones were answered. */
async function flood(duration_s: number) {
  const statuses: Record<number, number> = {}
  const withoutRetryAfter: number[] = []
  const sent: Promise<void>[] = []
  const from = performance.now()
  for (let index = 0; index < duration_s * perSecond; index++) {
    const due = from + (index * 1000) / perSecond - performance.now()
    if (due > 0) await pause(due)
    sent.push(
      post(index % 10 === 0 ? email : `nobody${index}@test.example`).then(async (reply) => {
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
        if (reply.status === 429 && !reply.headers.get('retry-after')) withoutRetryAfter.push(index)
        await reply.arrayBuffer()
      }),
    )
  }
  await Promise.all(sent)
  return { statuses, withoutRetryAfter, took_s: (performance.now() - from) / 1000 }
}

const memory_mb = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]) / 1024

describe('a flood of logins', () => {
  it(`of ${perSecond} a second is answered with few hashes, and the lists stay as quick`, async () => {
    await listing(1)
    const [quiet, before] = [await listing(3), memory_mb()]
    const [{ statuses, withoutRetryAfter, took_s }, busy] = await Promise.all([flood(seconds), listing(seconds)])
    const grown = memory_mb() - before
    const said = `${JSON.stringify(statuses)} in ${took_s.toFixed(1)} s; a list ${quiet.toFixed(0)} ms before, ${busy.toFixed(0)} ms meanwhile; ${grown.toFixed(0)} MB more`
    console.log(said)
    expect(Object.keys(statuses).sort(), said).toEqual(['401', '429'])
    expect(withoutRetryAfter).toEqual([])
    // The limit for everyone is 100 in 10 seconds. Only a 401 may have cost a hash.
    expect(statuses[401], said).toBeLessThanOrEqual(100 * (Math.floor(took_s / 10) + 1))
    // Twice the quiet value, or 60 ms where that is almost nothing. Beside other suites times mean nothing.
    if (isHeavy) expect(busy, said).toBeLessThan(Math.max(2 * quiet, 60))
    expect(grown, said).toBeLessThan(150)
  }, 120_000)
})
