import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { visitor } from '../../../test/signing-in/visitor.ts'
import type { SignInOptions } from '../access/sign-in-settings.ts'
import { hashPassword } from '../sign-in/password.ts'

let kontor: TestApp
let password_hash: string

beforeAll(async () => {
  password_hash = await hashPassword('Correct-horse-7')
})
afterEach(() => kontor.stop())

async function started(limits: SignInOptions['limits']) {
  kontor = await startTestApp({ signIn: { limits } })
  const { email } = await kontor.make.user({ password_hash })
  return email
}

/** So many wrong sign-ins of ever other accounts, one after the other; how often each status was answered. */
async function guesses(address: string, count: number) {
  const guesser = visitor(kontor, address)
  const statuses: Record<number, number> = {}
  for (let index = 0; index < count; index++) {
    const { status } = await guesser.login(`nobody${index}@test.example`, 'Wrong-horse-7')
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const minute = { window_ms: 60_000 }

describe('one network that guesses passwords', () => {
  it('is refused, and keeps nobody else out', async () => {
    const email = await started({ network: { tries: 8, ...minute }, everyone: { tries: 12, ...minute } })
    expect(await guesses('203.0.113.6', 40)).toEqual({ 401: 8, 429: 32 })
    expect((await visitor(kontor).login(email)).status).toBe(200)
  })

  it('within seconds takes a part alone of what is taken of everybody', async () => {
    const email = await started({})
    const statuses = await guesses('203.0.113.7', 130)
    expect(statuses[401]).toBeLessThanOrEqual(50)
    expect((await visitor(kontor).login(email)).status).toBe(200)
  })

  it('is sent away without a question to the database', async () => {
    const email = await started({ network: { tries: 3, ...minute } })
    await guesses('203.0.113.8', 4)
    const counted = () =>
      kontor.databases.provider
        .selectFrom('attempt_counter')
        .select(['scope', 'key', 'count'])
        .orderBy('scope')
        .orderBy('key')
        .execute()
    const before = await counted()
    const { status, body } = await visitor(kontor, '203.0.113.8').login(email)
    expect([status, body.code, body.details.retry_after > 0]).toEqual([429, 'too_many_attempts', true])
    expect(await counted()).toEqual(before)
  })
})

it('Many networks together are still refused: hashing is not to take the processor from everything else', async () => {
  const email = await started({ everyone: { tries: 12, ...minute } })
  for (let network = 0; network < 12; network++) expect(await guesses(`198.51.100.${network}`, 1)).toEqual({ 401: 1 })
  expect(await guesses('198.51.100.200', 1)).toEqual({ 429: 1 })
  expect((await visitor(kontor).login(email)).status).toBe(429)
})

it('An office in which many sign in rightly is refused nothing', async () => {
  const email = await started({ network: { tries: 4, ...minute }, networkBurst: { tries: 3, ...minute } })
  const office = visitor(kontor, '192.0.2.1')
  for (let person = 0; person < 8; person++) expect((await office.login(email)).status).toBe(200)
})
