import { afterAll, beforeAll, expect, it } from 'vitest'
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
