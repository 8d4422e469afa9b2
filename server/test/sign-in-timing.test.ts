import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../src/identity/password.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { password, visitor } from './visitor.ts'

let kontor: TestApp
let emails: string[]
const samples = 300
const many = { tries: 1_000_000, window_ms: 60_000 }

beforeAll(async () => {
  kontor = await startTestApp({
    signIn: { limits: { accountNetwork: many, account: many, network: many, everyone: many, forgot: many } },
  })
  const password_hash = await hashPassword(password)
  emails = await Promise.all(Array.from({ length: 20 }, async () => (await kontor.make.user({ password_hash })).email))
})
afterAll(() => kontor.stop())

const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Known and unknown addresses in turn, so that whatever else the machine does falls on both. */
async function compare(ask: (who: ReturnType<typeof visitor>, email: string) => Promise<unknown>) {
  const who = visitor(kontor)
  const time = async (email: string) => {
    const from = performance.now()
    await ask(who, email)
    return performance.now() - from
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let index = -10; index < samples; index++) {
    const pair = [await time(emails[(index + 20) % 20] ?? ''), await time(`nobody${index + 20}@test.example`)]
    if (index < 0) continue
    known.push(pair[0] ?? 0)
    unknown.push(pair[1] ?? 0)
  }
  return { known: median(known), unknown: median(unknown) }
}

describe('the time of an answer does not tell whether an address is known', () => {
  // The figure to reach is 1 ms; a busy machine gets some room, so that this fails for a reason.
  it.each([
    ['login', 3, (who: ReturnType<typeof visitor>, email: string) => who.login(email, 'wrong password')],
    [
      'forgot password',
      1.5,
      (who: ReturnType<typeof visitor>, username: string) => who.post('/v1/auth/forgot-password', { username }),
    ],
    [
      'second factor',
      1.5,
      (who: ReturnType<typeof visitor>, username: string) =>
        who.post('/v1/auth/mfa', { username, token: 'x'.repeat(43), code: '123456', remember: false }),
    ],
  ] as const)(
    '%s',
    async (_name, within_ms, ask) => {
      const { known, unknown } = await compare(ask)
      expect(Math.abs(known - unknown), `medians ${known.toFixed(2)} and ${unknown.toFixed(2)} ms`).toBeLessThan(
        within_ms,
      )
    },
    120_000,
  )
})
