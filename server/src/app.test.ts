import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../test/harness.ts'

let kontor: TestApp
const logged: string[] = []

beforeAll(async () => {
  kontor = await startTestApp({ logger: { level: 'info', stream: { write: (line) => void logged.push(line) } } })
})
afterAll(() => kontor.stop())

const token = 'AQGaY3tDc2VjcmV0LW9mLWEtcGF5bWVudC1saW5rLWIx'

it.each([
  `/pay/${token}`,
  `//pay/${token}`,
  `/v1/pay/${token}?attempt=${token}`,
  `/v1//pay/${token}/open`,
  `/v1/pay//${token}`,
  `/PAY/${token}`,
  `/%70ay/${token}`,
  `/pay/pay/${token}`,
])('The address %s of a checkout is logged without its token', async (path) => {
  logged.length = 0
  await kontor.app.inject(path)
  expect(logged.join('')).toContain('incoming request')
  expect(logged.join('')).not.toContain(token)
})

it('Other addresses are logged whole, but for the query', async () => {
  logged.length = 0
  await kontor.app.inject('/v1/transaction/01900000-0000-7000-8000-000000000001/events?secret=1')
  expect(logged.join('')).toContain('"url":"/v1/transaction/01900000-0000-7000-8000-000000000001/events"')
})

it('A file that its reader gives up is no mistake of ours in the log', async () => {
  const { merchant } = await kontor.make.merchant()
  const cookie = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
  await sql`insert into tag (merchant_id, id, organisation_id, text, color)
    select ${merchant}, gen_random_uuid(), ${merchant}, repeat('x', 30) || n, '#336699'
    from generate_series(1, 20000) as n`.execute(kontor.databases.provider)
  logged.length = 0
  const socket = connect(Number(new URL(kontor.url).port), '127.0.0.1')
  socket.write(`GET /v1/tag/export?format=json HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
  await once(socket, 'data')
  socket.destroy()
  await vi.waitFor(() => expect(logged.join('')).toContain('stream closed prematurely'))
  // The log has its lines of what happened until now once another request was answered.
  await kontor.app.inject('/healthz')
  expect(logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
})

it('The address for a processor’s notifications is logged without its key', async () => {
  const key = '0123456789abcdef0123456789abcdef'
  const processor = '019f2b3c-4111-7111-8111-111111111112'
  await fetch(`${kontor.url}/v1/processornotification/${processor}/${key}`, { method: 'POST', body: '{}' })
  await fetch(`${kontor.url}/v1//processornotification/${processor}/${key.toUpperCase()}?key=${key}`)
  expect(logged.join('')).toContain(processor)
  expect(logged.join('').toLowerCase()).not.toContain(key)
})
