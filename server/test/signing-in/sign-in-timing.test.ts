import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/identity/sign-in/password.ts'
import { areEqual, compareUntilEqual, saidOf } from '../equal-times.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { password, visitor } from './visitor.ts'

let kontor: TestApp
let emails: string[]
const many = { tries: 1_000_000, window_ms: 60_000 }

beforeAll(async () => {
  kontor = await startTestApp({
    signIn: { limits: { accountNetwork: many, account: many, network: many, everyone: many, forgot: many } },
  })
  const password_hash = await hashPassword(password)
  emails = await Promise.all(Array.from({ length: 20 }, async () => (await kontor.make.user({ password_hash })).email))
})
afterAll(() => kontor.stop())

describe('the time of an answer does not tell whether an address is known', () => {
  it.each([
    ['login', (who: ReturnType<typeof visitor>, email: string) => who.login(email, 'wrong password')],
    [
      'forgot password',
      (who: ReturnType<typeof visitor>, username: string) => who.post('/v1/auth/forgot-password', { username }),
    ],
    [
      'second factor',
      (who: ReturnType<typeof visitor>, username: string) =>
        who.post('/v1/auth/mfa', { username, token: 'x'.repeat(43), code: '123456', remember: false }),
    ],
  ] as const)(
    '%s',
    async (name, ask) => {
      const who = visitor(kontor)
      const found = await compareUntilEqual(
        (index) => ask(who, emails[index % 20] ?? ''),
        (index) => ask(who, `nobody${index}@test.example`),
      )
      console.log(saidOf(name, found))
      expect(areEqual(found), saidOf(name, found)).toBe(true)
    },
    600_000,
  )
})
